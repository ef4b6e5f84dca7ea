import type { Root as HtmlRoot, Nodes } from "hast";
import type { Root } from "mdast";
import { gfmAutolinkLiteralFromMarkdown } from "mdast-util-gfm-autolink-literal";
import rehypeStringify from "rehype-stringify";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { isTooIntricate } from "./comment-limits.ts";
import { toCommentSubset, toPlainTree } from "./comment-subset.ts";
import { createSanitizer } from "./sanitize-schema.ts";

export interface RenderedComment {
  /** Safe to insert into a page: only what sanitize-schema.ts lists. */
  readonly html: string;
  /** The text that a reader sees, without entities and markup, for filters. */
  readonly text: string;
  /** Links, plus URLs in the text outside code that are not links. */
  readonly linkCount: number;
}

/**
 * Syntax that comments do not support, so it stays text. Above all, no HTML tag is ever recognized.
 * Without definitions, references cannot turn 5,000 characters into megabytes.
 */
const NOT_IN_COMMENTS = ["codeIndented", "definition", "headingAtx", "htmlFlow", "htmlText", "setextUnderline"];

const parser = unified()
  .use(remarkParse)
  .data({
    micromarkExtensions: [{ disable: { null: NOT_IN_COMMENTS } }],
    fromMarkdownExtensions: [gfmAutolinkLiteralFromMarkdown()],
  })
  .freeze();
const toHtmlTree = unified().use(remarkRehype).freeze();
const writer = unified().use(rehypeStringify).freeze();
const sanitize = createSanitizer();

/**
 * Renders a visitor's Markdown as HTML: paragraphs, emphasis, links (http, https and mailto, and
 * bare URLs), inline and fenced code, quotes, lists and line breaks. Everything else is shown as
 * typed; nothing is lost. Never throws. Time is bounded for a text of bounded length
 * (comment-limits.ts).
 */
export function renderComment(markdown: string): RenderedComment {
  const source = markdown.toWellFormed();
  const tree: Root = isTooIntricate(source) ? toPlainTree(source) : toCommentSubset(parser.parse(source), source);
  const safe = sanitize(toHtmlTree.runSync(tree));
  return { html: writer.stringify(safe), text: toText(safe), linkCount: countLinks(safe) };
}

const BARE_ADDRESS = /\bhttps?:\/\/|\bwww\.(?=[\p{L}\p{N}])/giu;

function countLinks(node: Nodes): number {
  if (node.type === "text") return [...node.value.matchAll(BARE_ADDRESS)].length;
  if (node.type === "element" && node.tagName === "a") return 1;
  if (node.type === "element" && node.tagName === "code") return 0;
  return "children" in node ? node.children.reduce((sum, child) => sum + countLinks(child), 0) : 0;
}

function toText(root: HtmlRoot): string {
  return readText(root)
    .replace(/\n{2,}/gu, "\n")
    .trim();
}

function readText(node: Nodes): string {
  if (node.type === "text") return node.value;
  if (node.type === "element" && node.tagName === "br") return "\n";
  if (!("children" in node)) return "";
  const text = node.children.map(readText).join("");
  return node.type === "element" && ["blockquote", "li", "p", "pre"].includes(node.tagName) ? `${text}\n` : text;
}
