import type { Comment, Element, Parents, Root } from "hast";
import { toHtml } from "hast-util-to-html";
import { defaultHandlers, type Handle, toMdast } from "hast-util-to-mdast";
import { toText } from "hast-util-to-text";
import type { ListItem, Nodes, Paragraph } from "mdast";
import { gfmStrikethroughToMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmTableToMarkdown } from "mdast-util-gfm-table";
import { gfmTaskListItemToMarkdown } from "mdast-util-gfm-task-list-item";
import { type Options, toMarkdown } from "mdast-util-to-markdown";
import { visitElements } from "./html-tree.ts";

/** Made once: they keep their patterns compiled. Addresses in text need no escapes: they become links, as they did. */
const EXTENSIONS = [gfmStrikethroughToMarkdown(), gfmTableToMarkdown(), gfmTaskListItemToMarkdown()];
/** Markdown has no form for these; in its lines they stay as HTML. */
const HTML_INLINE = ["sup", "sub", "kbd", "mark", "u", "ins", "abbr", "ruby", "q"] as const;
/** The same for blocks of their own. */
const HTML_BLOCKS = ["iframe", "video", "audio", "details", "dl"] as const;

/** A caller's knowledge of a tree beyond its HTML. */
export interface MarkdownForms {
  /** By tag name; what gives null leaves the element to what is done with all others. */
  readonly handlers: Readonly<Record<string, (state: State, element: Element, parent?: Parents) => ReturnType<Handle> | null>>;
  /** To write what those give. */
  readonly extensions: readonly Options[];
}

export type State = Parameters<Handle>[0];

/** A body as Markdown; what has no form there stays as HTML, and `report` hears of it. */
export function toMarkdownText(
  tree: Root,
  report: (what: string) => void,
  forms: MarkdownForms = { handlers: {}, extensions: [] },
): string {
  const keep: Handle = (state, element: Element) => {
    report(`${element.tagName}: kept as HTML`);
    return toHtmlNode(state, element);
  };
  const keepQuietly: Handle = (state, element: Element) => toHtmlNode(state, element);
  const handlers: Record<string, Handle> = {
    ...Object.fromEntries(HTML_INLINE.map((name) => [name, keepQuietly])),
    ...Object.fromEntries(HTML_BLOCKS.map((name) => [name, name === "iframe" ? keepQuietly : keep])),
    figure: (state, element: Element) =>
      toBookmark(element) ?? (isPlainFigure(element) ? state.all(element) : keep(state, element, undefined)),
    table: (state, element: Element) => (isPlainTable(element) ? defaultHandlers.table(state, element) : keep(state, element, undefined)),
    comment: keepQuietly,
    li: toListItem,
  };
  for (const [name, own] of Object.entries(forms.handlers)) {
    const other = handlers[name] ?? defaultHandlers[name as keyof typeof defaultHandlers];
    handlers[name] = (state, element: Element, parent) => {
      const result = own(state, element, parent);
      return result === null ? other?.(state, element, parent) : result;
    };
  }
  const mdast = toMdast(tree, {
    handlers,
    nodeHandlers: { comment: (_state, { value }: Comment) => ({ type: "html", value: `<!--${value}-->` }) },
  });
  return toMarkdown(mdast as Nodes, { extensions: [...EXTENSIONS, ...forms.extensions], bullet: "-", emphasis: "*", rule: "-" });
}

/** With blank lines where its text stands in paragraphs, as Markdown's own HTML says it; a list within it needs none. */
function toListItem(state: State, element: Element): ListItem {
  const item = defaultHandlers.li(state, element);
  item.spread = element.children.some((child) => child.type === "element" && child.tagName === "p");
  return item;
}

/** Plain text as one paragraph. */
export function toMarkdownParagraph(value: string): string {
  return toMarkdown({ type: "root", children: [{ type: "paragraph", children: [{ type: "text", value }] }] }, { extensions: EXTENSIONS });
}

/** HTML without blank lines: one would end it. */
function toHtmlNode(state: State, element: Element) {
  const value = toHtml(element)
    .replace(/\n(?=[^\S\n]*\n)/g, "\n&#10;")
    .replace(/&#10;[^\S\n]*\n/g, "&#10;");
  const node = { type: "html" as const, value };
  state.patch(element, node);
  return node;
}

/** A picture without a caption, or whatever else an editor wrapped into a figure. */
function isPlainFigure(element: Element): boolean {
  let isPlain = true;
  visitElements(element, (child) => {
    if (child.tagName === "figcaption") isPlain = false;
    return isPlain;
  });
  return isPlain;
}

/** A card of Ghost with a link's title, description and pictures: the link, named by the title. null: not one. */
function toBookmark(figure: Element): Paragraph | null {
  if (!hasClass(figure, "kg-bookmark-card")) return null;
  let url = "";
  let title = "";
  visitElements(figure, (child) => {
    if (child.tagName === "a" && url === "") url = String(child.properties.href ?? "");
    if (hasClass(child, "kg-bookmark-title")) title = toText(child).trim();
    return true;
  });
  return url === "" ? null : { type: "paragraph", children: [{ type: "link", url, children: [{ type: "text", value: title || url }] }] };
}

export function hasClass({ properties }: Element, name: string): boolean {
  return Array.isArray(properties.className) && properties.className.includes(name);
}

const CELL_BLOCKS = /^(?:ul|ol|dl|table|blockquote|pre|h[1-6]|figure|div|hr|iframe|video|audio)$/;

/** Cells in lines and columns, with text in one line. */
function isPlainTable(table: Element): boolean {
  let isPlain = true;
  let hasHead = false;
  visitElements(table, ({ tagName, properties, children }) => {
    if (tagName === "th") hasHead = true;
    if (properties.rowSpan !== undefined || properties.colSpan !== undefined || tagName === "caption" || CELL_BLOCKS.test(tagName))
      isPlain = false;
    if (/^t[dh]$/.test(tagName) && children.filter((child) => child.type === "element" && child.tagName === "p").length > 1)
      isPlain = false;
    return isPlain;
  });
  return isPlain && hasHead;
}
