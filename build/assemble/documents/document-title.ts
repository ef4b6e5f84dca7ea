import type { RenderedDocument } from "./input.ts";

/** Maximum length of a title made from the text, in characters. */
const TITLE_MAX = 60;

/**
 * The stated title, otherwise the first heading, otherwise the beginning of the text, otherwise the
 * slug. The body is read only for documents without a title.
 */
export function toDocumentTitle({ title, slug }: RenderedDocument["entry"], body: Pick<RenderedDocument["body"], "toc" | "text">): string {
  if (title !== null) return title;
  const [first] = body.toc;
  if (first !== undefined) return first.title;
  const beginning = [...body.text.replace(/\s+/gu, " ").trim()].slice(0, TITLE_MAX).join("").trim();
  return beginning === "" ? slug : beginning;
}
