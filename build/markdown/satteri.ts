import type { Root as HastRoot } from "hast";
import type { Root as MdastRoot, Parents } from "mdast";
import { markdownToHast, markdownToHtml, markdownToMdast } from "satteri";

/**
 * Only features that remark-gfm also has, so that the defaults of later Sätteri versions do not
 * matter.
 */
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

/** The syntax that a site can switch on. */
export interface Syntax {
  /** Whether `$…$` and `$$…$$` are formulas, as in remark-math. */
  readonly math?: boolean;
}

/** Parses Markdown to mdast. Importing this module fails if there is no binary for the platform. */
export function toMdast(markdown: string, { math = false }: Syntax = {}): MdastRoot {
  const tree = markdownToMdast(markdown, { features: { ...FEATURES, math } });
  if (tree.type !== "root") throw new Error(`Sätteri gave a ${tree.type} where a root was expected`);
  if (math) describeFormulas(tree);
  return tree;
}

/** Gives formulas the data from which remark-rehype creates elements, as remark-math does. */
function describeFormulas(parent: Parents): void {
  for (const node of parent.children) {
    if ("children" in node) describeFormulas(node);
    // The types of mdast do not include formulas.
    const { type, value } = node as { readonly type: string; readonly value: string };
    if (type !== "math" && type !== "inlineMath") continue;
    const text = { type: "text", value } as const;
    const className = ["language-math", type === "math" ? "math-display" : "math-inline"];
    const code = { type: "element", tagName: "code", properties: { className }, children: [text] } as const;
    const data = type === "math" ? { hName: "pre", hChildren: [code] } : { hName: "code", hProperties: { className }, hChildren: [text] };
    Object.assign(node, { data });
  }
}

/** Parses Markdown to hast with raw nodes and positions. Table cells are aligned with `style`. */
export function toHast(markdown: string, { math = false }: Syntax = {}): HastRoot {
  const tree = markdownToHast(markdown, { features: { ...FEATURES, math }, position: true });
  if (tree.type !== "root") throw new Error(`Sätteri gave a ${tree.type} where a root was expected`);
  return tree;
}

/** Converts Markdown to HTML with Sätteri. */
export function toHtml(markdown: string): string {
  return markdownToHtml(markdown, { features: FEATURES }).html;
}
