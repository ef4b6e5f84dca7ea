import type { Element, Root } from "hast";
import type { VFile } from "vfile";
import type { MarkdownSettings } from "../shared/resolved-config.ts";
import { findDeepNode } from "./excess.ts";
import type { ParserOptions } from "./parser.ts";
import { hasWeakSpot } from "./weak-spots.ts";

/**
 * Parses Markdown to hast, with raw nodes for the author's HTML. `file` has the text and collects
 * messages from plugins.
 */
export type ToHast = (file: VFile) => Promise<Root>;

/** Parses with native code only. Returns null for a document that this code is known to misread. */
type FastPath = (markdown: string) => Root | null;

/** Two ways to create a tree. The reference accepts any document and is loaded on demand. */
export interface TreeMakers {
  /** null if the configuration rules it out. */
  readonly fast: FastPath | null;
  readonly reference: ToHast;
}

/**
 * Without remark plugins, nothing needs the mdast, so Sätteri creates hast directly; the parity
 * suite ensures the same tree. With plugins, and for some documents, the reference is used: parser
 * → remark plugins → remark-rehype.
 *
 * @throws SettingsError if the configuration requires a parser that cannot be used
 */
export async function createTreeMakers(config: MarkdownSettings, options: ParserOptions): Promise<TreeMakers> {
  const fast = await openFastPath(config, options);
  let reference: Promise<ToHast> | null = null;
  const openOnce = (): Promise<ToHast> => {
    reference ??= openReference(config, options);
    return reference;
  };
  // If the reference is the only one, it is opened immediately, so that mistakes in the
  // configuration are reported before the first document.
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
  const { parser = "auto", remarkPlugins = [], math = false } = config;
  // A custom loader returns only mdast.
  if (parser === "remark" || remarkPlugins.length > 0 || options.loadNative !== undefined) return null;
  const native = await import("./satteri.ts").catch(() => null);
  if (native === null) return null;
  return (markdown) => {
    const root = native.toHast(markdown, { math });
    // The caller refuses a text that is nested too deeply; remark-parse would take minutes to read
    // it.
    if (hasWeakSpot(markdown) && findDeepNode(root) === null) return null;
    // Without such a delimiter, no column is aligned.
    if (markdown.includes(":-") || markdown.includes("-:")) alignCells(root);
    return root;
  };
}

/** Markdown elements that cannot contain a table. */
const WITHOUT_TABLES = new Set("a code del em h1 h2 h3 h4 h5 h6 hr img p pre strong".split(" "));

/** Sätteri aligns cells with styles; remark-rehype uses the old attribute. */
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
