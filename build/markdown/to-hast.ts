import type { Element, Root } from "hast";
import type { VFile } from "vfile";
import type { MarkdownSettings } from "../shared/resolved-config.ts";
import { findDeepNode } from "./excess.ts";
import type { ParserOptions } from "./parser.ts";
import { hasWeakSpot } from "./weak-spots.ts";

/** Markdown to hast, with raw nodes for the author's HTML. `file` holds the text and takes what plugins say. */
export type ToHast = (file: VFile) => Promise<Root>;

/** Native code alone; null for a document that it is known to misread. */
type FastPath = (markdown: string) => Root | null;

/** The two ways to a tree. The reference takes any document; loaded when it is needed. */
export interface TreeMakers {
  /** Absent where the configuration rules it out. */
  readonly fast: FastPath | null;
  readonly reference: ToHast;
}

/**
 * Without remark plugins nothing needs the mdast, and Sätteri goes straight to hast: the same tree, held so by the parity suite. With them,
 * and for single documents, it is the reference: parser → remark plugins → remark-rehype.
 *
 * @throws SettingsError where the configuration asks for a parser that cannot be used.
 */
export async function createTreeMakers(config: MarkdownSettings, options: ParserOptions): Promise<TreeMakers> {
  const fast = await openFastPath(config, options);
  let reference: Promise<ToHast> | null = null;
  const openOnce = (): Promise<ToHast> => {
    reference ??= openReference(config, options);
    return reference;
  };
  // At once where it is the only one: what is wrong with the configuration is said before the first document.
  if (fast === null) await openOnce();
  return { fast, reference: async (file) => (await openOnce())(file) };
}

async function openReference(config: MarkdownSettings, options: ParserOptions): Promise<ToHast> {
  const [{ createParser }, { default: remarkRehype }] = await Promise.all([import("./parser.ts"), import("remark-rehype")]);
  const parser = await createParser(config, options);
  const processor = parser.use(remarkRehype, { allowDangerousHtml: true }).freeze();
  return async (file) => processor.run(processor.parse(file), file);
}

async function openFastPath(config: MarkdownSettings, options: ParserOptions): Promise<TreeMakers["fast"]> {
  const { parser = "auto", remarkPlugins = [] } = config;
  // A loader of the caller's own gives mdast alone.
  if (parser === "remark" || remarkPlugins.length > 0 || options.loadNative !== undefined) return null;
  const native = await import("./satteri.ts").catch(() => null);
  if (native === null) return null;
  return (markdown) => {
    const root = native.toHast(markdown);
    // The caller refuses a text that is nested too deep. remark-parse would take minutes to read
    // it.
    if (hasWeakSpot(markdown) && findDeepNode(root) === null) return null;
    // No column is aligned without such a delimiter.
    if (markdown.includes(":-") || markdown.includes("-:")) alignCells(root);
    return root;
  };
}

/** Elements of Markdown that hold no table. */
const WITHOUT_TABLES = new Set("a code del em h1 h2 h3 h4 h5 h6 hr img p pre strong".split(" "));

/** Sätteri aligns cells as HTML 5 has it, remark-rehype by the attribute of old. */
function alignCells(parent: Root | Element): void {
  for (const child of parent.children) {
    if (child.type !== "element" || WITHOUT_TABLES.has(child.tagName)) continue;
    if ((child.tagName === "td" || child.tagName === "th") && child.properties.style !== undefined) alignCell(child);
    else alignCells(child);
  }
}

function alignCell(cell: Element): void {
  const align = /^text-align: (left|center|right)$/.exec(String(cell.properties.style))?.[1];
  if (align === undefined) return;
  const { style: _, ...others } = cell.properties;
  cell.properties = { ...others, align };
}
