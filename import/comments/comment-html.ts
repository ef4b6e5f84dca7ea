import type { Element, ElementContent, Root } from "hast";
import { readHtmlTree } from "../../build/markdown-text/html-tree.ts";
import { type MarkdownForms, toMarkdownParagraph, toMarkdownText } from "../../build/markdown-text/to-markdown-text.ts";
import { makeParagraphs } from "../body/body-paragraphs.ts";
import { cleanTree } from "../body/clean-tree.ts";
import { toPlainText } from "../body/html-text.ts";
import type { CommentBody } from "./comment-export.ts";

/** What comments are written in (contract: paragraphs, emphasis, links, code, quotes, lists). All else gives way to what is in it. */
const KEPT: ReadonlySet<string> = new Set("a b blockquote br cite code dfn em i li ol p pre strong tt ul var".split(" "));
/** Ends a paragraph although it gives way. */
const BLOCKS: ReadonlySet<string> = new Set(
  "address article aside caption center dd details div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hr main nav section summary table tbody tfoot thead tr video audio iframe".split(
    " ",
  ),
);
/** Shown by an address alone. */
const LOADED: ReadonlySet<string> = new Set(["img", "iframe", "video", "audio", "source"]);

/** A line break in a comment is a line break; a comment knows no HTML, so that an alt text of a picture is text. */
const FORMS: MarkdownForms = { handlers: {}, extensions: [{ handlers: { break: () => "\n" } }] };

/** Text that is the same in Markdown, a line at a time: no character that could mean something, at the start of a line above all. */
const PLAIN = /^(?![-+>~]|\d{1,9}[.)](?:\s|$))[^\\`*_<>&[\]]*$/;
/** What Disqus writes around plain text, and `<br>` in it. */
const PARAGRAPHS = /^(?:<p>(?:[^<]|<br ?\/?>)*<\/p>\s*)+$/;
const ENTITIES: Readonly<Record<string, string>> = { "&quot;": '"', "&#39;": "'", "&#x27;": "'", "&#039;": "'", "&nbsp;": " " };

/** A comment's text in the Markdown of comments. `report` hears of what is gone. */
export function toCommentMarkdown(body: CommentBody, report: (what: string) => void): string {
  if ("markdown" in body) return body.markdown;
  const html = body.html.replace(/\r\n?/g, "\n");
  return toPlainMarkdown(html, body.hasBareLines) ?? convert(html, body.hasBareLines, report);
}

/** What most comments are, without a parser, which takes twenty times as long; null: there is more in it. */
function toPlainMarkdown(html: string, hasBareLines: boolean): string | null {
  let paragraphs: string[];
  if (hasBareLines) {
    if (html.includes("<")) return null;
    paragraphs = html.split(/\n[^\S\n]*\n\s*/);
  } else {
    if (!PARAGRAPHS.test(html)) return null;
    paragraphs = html
      .split("</p>")
      .slice(0, -1)
      .map((paragraph) =>
        paragraph
          .replace(/\s+/g, " ")
          .replace(/^ ?<p>/, "")
          .replace(/ ?<br ?\/?> ?/g, "\n"),
      );
  }
  const lines = paragraphs.map((paragraph) =>
    paragraph
      .trim()
      .split("\n")
      .map((line) =>
        decodeEntities(line)
          .replace(/[^\S\n]+/g, " ")
          .trim(),
      ),
  );
  if (!lines.flat().every((line) => PLAIN.test(line))) return null;
  // An empty line would end the paragraph.
  return lines
    .map((paragraph) => paragraph.filter((line) => line !== "").join("\n"))
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}

function decodeEntities(text: string): string {
  return text.includes("&") ? text.replace(/&(?:quot|nbsp|#39|#x27|#039);/g, (entity) => ENTITIES[entity] ?? entity) : text;
}

function convert(html: string, hasBareLines: boolean, report: (what: string) => void): string {
  const tree = readHtmlTree(html);
  if (tree === null) {
    report("HTML that lies in itself too deep: its text alone was taken");
    return toMarkdownParagraph(toPlainText(html.replace(/<[^>]*>/g, " ")));
  }
  cleanTree(tree, (what) => (what.endsWith("kept as HTML") ? undefined : report(what)));
  if (hasBareLines) makeParagraphs(tree);
  reduceChildren(tree);
  return toMarkdownText(tree, () => undefined, FORMS).trim();
}

/** Leaves nothing but what comments have. */
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
  // A block may hold blocks; text beside them makes paragraphs of its own.
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

/** Written out: a path would lead to another place here. */
function isWebAddress(address: string): boolean {
  if (!/^\s*(?:https?:\/\/|mailto:)/i.test(address)) return false;
  const url = URL.parse(address.trim());
  return url !== null && url.username === "" && url.password === "";
}
