import type { RenderedDocument } from "./input.ts";

/** Characters of a text that stand for a title. */
const TITLE_MAX = 60;

/**
 * The stated title, else the first heading, else the beginning of the text. Only documents without
 * a title have their body read.
 */
export function toDocumentTitle({ title, slug }: RenderedDocument["entry"], body: Pick<RenderedDocument["body"], "toc" | "text">): string {
  if (title !== null) return title;
  const [first] = body.toc;
  if (first !== undefined) return first.title;
  const beginning = [...body.text.replace(/\s+/gu, " ").trim()].slice(0, TITLE_MAX).join("").trim();
  return beginning === "" ? slug : beginning;
}
