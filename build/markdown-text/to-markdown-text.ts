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

/**
 * Extensions that are created only once, because they cache compiled patterns. Addresses in the
 * text are not escaped, so that they become links again.
 */
const EXTENSIONS = [gfmStrikethroughToMarkdown(), gfmTableToMarkdown(), gfmTaskListItemToMarkdown()];
/** Inline elements without a form in Markdown. They stay HTML. */
const HTML_INLINE = ["sup", "sub", "kbd", "mark", "u", "ins", "abbr", "ruby", "q"] as const;
/** Block elements without a form in Markdown. They stay HTML. */
const HTML_BLOCKS = ["iframe", "video", "audio", "details", "dl"] as const;

/** Forms that a caller adds for its trees. */
export interface MarkdownForms {
  /** Handlers by tag name. If one returns null, the element is handled like any other. */
  readonly handlers: Readonly<Record<string, (state: State, element: Element, parent?: Parents) => ReturnType<Handle> | null>>;
  /** Extensions that write the nodes from these handlers. */
  readonly extensions: readonly Options[];
}

export type State = Parameters<Handle>[0];

/**
 * Converts a body to Markdown. Elements that have no form in Markdown stay HTML, and are passed to
 * `report`.
 */
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

/**
 * A list item, with blank lines if its text is in paragraphs, as in the HTML of Markdown. A nested
 * list needs no blank lines.
 */
function toListItem(state: State, element: Element): ListItem {
  const item = defaultHandlers.li(state, element);
  item.spread = element.children.some((child) => child.type === "element" && child.tagName === "p");
  return item;
}

/** Converts plain text to one paragraph. */
export function toMarkdownParagraph(value: string): string {
  return toMarkdown({ type: "root", children: [{ type: "paragraph", children: [{ type: "text", value }] }] }, { extensions: EXTENSIONS });
}

/** Writes HTML without blank lines, because a blank line would end it. */
function toHtmlNode(state: State, element: Element) {
  const value = toHtml(element)
    .replace(/\n(?=[^\S\n]*\n)/g, "\n&#10;")
    .replace(/&#10;[^\S\n]*\n/g, "&#10;");
  const node = { type: "html" as const, value };
  state.patch(element, node);
  return node;
}

/** Whether a figure has no caption, so that it is only an editor's wrapper. */
function isPlainFigure(element: Element): boolean {
  let isPlain = true;
  visitElements(element, (child) => {
    if (child.tagName === "figcaption") isPlain = false;
    return isPlain;
  });
  return isPlain;
}

/**
 * The link of a Ghost card with title, description and pictures, labelled with the title; null if
 * it is not a card.
 */
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

/** Whether a table has plain rows and columns, and single-line cells. */
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
