import type { Element } from "hast";
import { readHtmlTree } from "../../build/markdown-text/html-tree.ts";
import { toMarkdownParagraph, toMarkdownText } from "../../build/markdown-text/to-markdown-text.ts";
import type { ImportedEntry } from "../imported-entry.ts";
import { makeParagraphs } from "./body-paragraphs.ts";
import { type BodyReference, cleanTree, commentOut } from "./clean-tree.ts";
import { toPlainText } from "./html-text.ts";

export interface BodyContext {
  /** Returns the new address of a reference; null for a picture that was not found. */
  resolve(reference: Pick<BodyReference, "kind" | "address">): Promise<string | null>;
  /** Called for everything that was changed or left out, as text for the table. */
  changed(what: string): void;
  left(what: string): void;
}

/** Converts the body of a post to Markdown. */
export async function convertBody(
  { html, hasBareLines }: Pick<ImportedEntry, "html" | "hasBareLines">,
  context: BodyContext,
): Promise<string> {
  const tree = readHtmlTree(html.replace(/\r\n?/g, "\n"));
  if (tree === null) {
    context.left("HTML that is too long or too deeply nested: only its text was imported");
    return toMarkdownParagraph(toPlainText(html.replace(/<[^>]*>/g, " ")));
  }
  const references = cleanTree(tree, (what) => (what.endsWith("kept as HTML") ? context.changed(what) : context.left(what)));
  if (hasBareLines) makeParagraphs(tree);
  const lost = new Set<Element>();
  for (const reference of references) {
    const address = await context.resolve(reference);
    if (address === null) lost.add(reference.element);
    else reference.element.properties[reference.property] = address;
  }
  if (lost.size > 0) commentOut(tree, lost);
  return toMarkdownText(tree, (what) => context.changed(what));
}
