import type { Element, ElementContent, Root } from "hast";
import { readHtmlTree } from "../../build/markdown-text/html-tree.ts";
import { type MarkdownForms, toMarkdownParagraph, toMarkdownText } from "../../build/markdown-text/to-markdown-text.ts";
import { makeParagraphs } from "../body/body-paragraphs.ts";
import { cleanTree } from "../body/clean-tree.ts";
import { toPlainText } from "../body/html-text.ts";
import type { CommentBody } from "./comment-export.ts";

/**
 * Elements that comments may have (contract: paragraphs, emphasis, links, code, quotes, lists).
 * Others are replaced with their content.
 */
const KEPT: ReadonlySet<string> = new Set("a b blockquote br cite code dfn em i li ol p pre strong tt ul var".split(" "));
/** Elements that are removed but still end a paragraph. */
const BLOCKS: ReadonlySet<string> = new Set(
  "address article aside caption center dd details div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hr main nav section summary table tbody tfoot thead tr video audio iframe".split(
    " ",
  ),
);
/** Replaced with their address. */
const LOADED: ReadonlySet<string> = new Set(["img", "iframe", "video", "audio", "source"]);

/**
 * A line break in a comment stays a line break. Comments have no pictures, so an alternative text
 * is plain text.
 */
const FORMS: MarkdownForms = { handlers: {}, extensions: [{ handlers: { break: () => "\n" } }] };

/**
 * Plain text as Disqus wraps it: `<br>` and addresses are nearly the only markup in its comments.
 */
const PARAGRAPHS = /^(?:<p>(?:(?!<\/?p>)[\s\S])*<\/p>\s*)+$/;
/** An address that was turned into a link with the same text. */
const BARE_LINK = /<a [^<>]*?\bhref="(https?:\/\/[^"&\s<>@]+)"[^<>]*>\1<\/a>/;
const ENTITY = /&(?:#(\d{1,6})|([a-z]{2,4}));/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** A comment's text in the Markdown of comments. `report` is called for everything removed. */
export function toCommentMarkdown(body: CommentBody, report: (what: string) => void): string {
  if ("markdown" in body) return body.markdown;
  const html = body.html.replace(/\r\n?/g, "\n");
  return toPlainMarkdown(html, body.hasBareLines) ?? convert(html, body.hasBareLines, report);
}

/**
 * Converts simple comments without a parser, which takes twenty times as long; null if the comment
 * needs the parser.
 */
function toPlainMarkdown(html: string, hasBareLines: boolean): string | null {
  let paragraphs: string[];
  if (hasBareLines) paragraphs = html.split(/\n[^\S\n]*\n\s*/);
  else {
    if (!PARAGRAPHS.test(html)) return null;
    paragraphs = html
      .split("</p>")
      .slice(0, -1)
      .map((paragraph) =>
        paragraph
          .replace(/\s+/g, " ")
          .replace(/^ ?<p>/, "")
          .replace(/<br ?\/?>/g, "\n"),
      );
  }
  const written: string[] = [];
  for (const paragraph of paragraphs) {
    const lines: string[] = [];
    for (const line of paragraph.split("\n")) {
      const markdown = toPlainLine(line.replace(/\s+/g, " ").trim());
      if (markdown === null) return null;
      // An empty line would end the paragraph.
      if (markdown !== "") lines.push(markdown);
    }
    if (lines.length > 0) written.push(lines.join("\n"));
  }
  return written.join("\n\n");
}

/**
 * Converts a line of text and addresses to equivalent Markdown; null if it contains other elements,
 * or rare entities.
 */
function toPlainLine(html: string): string | null {
  if (!/[<&]/.test(html)) return escapeLine(html);
  const parts = html.split(BARE_LINK);
  const texts: string[] = [];
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 1) texts.push(`<${part}>`);
    else if (part.includes("<")) return null;
    else {
      const text = decodeEntities(part);
      if (text === null) return null;
      texts.push(index === 0 ? escapeLine(text) : escapeInline(text));
    }
  }
  return texts.join("");
}

function decodeEntities(text: string): string | null {
  if (!text.includes("&")) return text;
  let isKnown = true;
  const decoded = text.replace(ENTITY, (entity, digits: string | undefined, name: string | undefined) => {
    const character = name === undefined ? toCharacter(Number(digits)) : ENTITIES[name];
    if (character === undefined) isKnown = false;
    return character ?? entity;
  });
  return isKnown && !/&[#\w]+;/.test(text.replace(ENTITY, "")) ? decoded : null;
}

/** The character of a numeric reference, unless HTML defines a different one for it. */
function toCharacter(code: number): string | undefined {
  const isPlain = (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code < 0xd800);
  return isPlain ? String.fromCodePoint(code) : undefined;
}

/** Escapes characters that have a meaning at the start of a line. */
function escapeLine(text: string): string {
  const escaped = escapeInline(text);
  return escaped.replace(/^[-+>~=#]/, "\\$&").replace(/^(\d{1,9})([.)])/, "$1\\$2");
}

/**
 * Escapes characters that have a meaning within a line. Comments have no reference links, so
 * brackets by themselves have no meaning, and neither does `_` within a word.
 */
function escapeInline(text: string): string {
  if (!/[\\`*_<&\]]/.test(text)) return text;
  const escaped = text.replace(/[\\`*<]|&(?=[#A-Za-z])|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, "\\$&");
  return escaped.includes("](") ? escaped.replace(/[[\]]/g, "\\$&") : escaped;
}

function convert(html: string, hasBareLines: boolean, report: (what: string) => void): string {
  const tree = readHtmlTree(html);
  if (tree === null) {
    report("HTML that is too deeply nested: only its text was imported");
    return toMarkdownParagraph(toPlainText(html.replace(/<[^>]*>/g, " ")));
  }
  cleanTree(tree, (what) => (what.endsWith("kept as HTML") ? undefined : report(what)));
  if (hasBareLines) makeParagraphs(tree);
  reduceChildren(tree);
  return toMarkdownText(tree, () => undefined, FORMS).trim();
}

/** Removes everything that comments cannot have. */
function reduceChildren(parent: Root | Element): void {
  parent.children = (parent.children as ElementContent[]).flatMap(reduce) as typeof parent.children;
}

function reduce(node: ElementContent): ElementContent[] {
  if (node.type === "comment") return [];
  if (node.type !== "element") return [node];
  if (LOADED.has(node.tagName)) {
    const link = toLink(String(node.properties.src ?? ""), String(node.properties.alt ?? ""));
    if (node.tagName === "img" || node.tagName === "source") return link;
    reduceChildren(node);
    return [paragraph([...link, ...node.children])];
  }
  reduceChildren(node);
  if (node.tagName === "a") return isWebAddress(String(node.properties.href ?? "")) ? [withOnly(node, "href")] : node.children;
  if (KEPT.has(node.tagName)) return [withOnly(node, node.tagName === "ol" ? "start" : "className")];
  if (node.tagName === "td" || node.tagName === "th") return [...node.children, { type: "text", value: " " }];
  if (!BLOCKS.has(node.tagName)) return node.children;
  // A block may contain blocks; text beside them becomes paragraphs.
  return [{ type: "element", tagName: "div", properties: {}, children: node.children }];
}

function withOnly(element: Element, name: string): Element {
  const value = element.properties[name];
  const isKept = value !== undefined && (name !== "className" || element.tagName === "code");
  element.properties = isKept ? { [name]: value } : {};
  return element;
}

function toLink(address: string, text: string): ElementContent[] {
  if (!isWebAddress(address)) return text === "" ? [] : [{ type: "text", value: text }];
  return [{ type: "element", tagName: "a", properties: { href: address }, children: [{ type: "text", value: text.trim() || address }] }];
}

function paragraph(children: ElementContent[]): Element {
  return { type: "element", tagName: "div", properties: {}, children };
}

/** Whether it is a complete address. A path would point to another place here. */
function isWebAddress(address: string): boolean {
  if (!/^\s*(?:https?:\/\/|mailto:)/i.test(address)) return false;
  const url = URL.parse(address.trim());
  return url !== null && url.username === "" && url.password === "";
}
