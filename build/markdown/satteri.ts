import type { Root as HastRoot } from "hast";
import type { Root as MdastRoot } from "mdast";
import { markdownToHast, markdownToHtml, markdownToMdast } from "satteri";

/** Only features that remark-gfm has too, independent of the defaults of later Sätteri versions. */
const FEATURES = {
  gfm: true,
  definitionList: false,
  directive: false,
  frontmatter: false,
  headingAttributes: false,
  math: false,
  smartPunctuation: false,
  subscript: false,
  superscript: false,
  wikilinks: false,
};

/** Importing this module fails if there is no binary for the platform. */
export function toMdast(markdown: string): MdastRoot {
  const tree = markdownToMdast(markdown, { features: FEATURES });
  if (tree.type !== "root") throw new Error(`Sätteri gave a ${tree.type} where a root was expected`);
  return tree;
}

/** Markdown to hast with raw nodes and positions. Table cells are aligned by `style`. */
export function toHast(markdown: string): HastRoot {
  const tree = markdownToHast(markdown, { features: FEATURES, position: true });
  if (tree.type !== "root") throw new Error(`Sätteri gave a ${tree.type} where a root was expected`);
  return tree;
}

/** Markdown to HTML, written by Sätteri. */
export function toHtml(markdown: string): string {
  return markdownToHtml(markdown, { features: FEATURES }).html;
}
