import type { BlockContent, Break, ListItem, Paragraph, PhrasingContent, Root, RootContent, Text } from "mdast";
import { isLinkable, toLinkTarget } from "./sanitize-schema.ts";

/**
 * The Markdown that comments may use: paragraphs, emphasis, links, inline and fenced code, quotes,
 * lists. Anything else a parser finds (pictures, rules, deep nesting) is shown as typed.
 */

/**
 * The depth of nested quotes, lists, items and emphasis. A nested list takes two levels. Deeper
 * nesting is shown as typed, which bounds recursion.
 */
const DEPTH_MAX = 16;

type Phrasing = PhrasingContent;
type Flow = BlockContent;

/** @param source the parsed text; the tree's offsets point into it */
export function toCommentSubset(tree: Root, source: string): Root {
  return { type: "root", children: tree.children.flatMap((node) => toFlow(node, source, 1)) };
}

/** The text as paragraphs with their line breaks, without interpreting Markdown. */
export function toPlainTree(source: string): Root {
  const blocks = source.split(/\n(?:[ \t]*\n)+/u).filter((block) => block.trim() !== "");
  return { type: "root", children: blocks.map((block) => paragraph(breakLines(block))) };
}

function toFlow(node: RootContent | ListItem, source: string, depth: number): Flow[] {
  switch (node.type) {
    case "paragraph":
      return [paragraph(node.children.flatMap((child) => toPhrasing(child, source, depth + 1)))];
    case "code":
      return [{ type: "code", value: node.value, lang: node.lang ?? null }];
    case "blockquote":
      if (depth >= DEPTH_MAX) break;
      return [{ type: "blockquote", children: node.children.flatMap((child) => toFlow(child, source, depth + 1)) }];
    case "list": {
      if (depth >= DEPTH_MAX - 1) break;
      const children = node.children.map((item): ListItem => {
        return { ...item, children: item.children.flatMap((child) => toFlow(child, source, depth + 2)) };
      });
      return [{ ...node, children }];
    }
    default:
  }
  return [paragraph(asTyped(node, source))];
}

function toPhrasing(node: Phrasing, source: string, depth: number): Phrasing[] {
  switch (node.type) {
    case "text":
      return breakLines(node.value);
    case "inlineCode":
    case "break":
      return [node];
    case "emphasis":
    case "strong": {
      if (depth >= DEPTH_MAX) break;
      return [{ type: node.type, children: node.children.flatMap((child) => toPhrasing(child, source, depth + 1)) }];
    }
    case "link": {
      const url = isLinkable(node.url) ? toLinkTarget(node.url) : null;
      if (depth >= DEPTH_MAX || url === null) break;
      const children = node.children.flatMap((child) => toPhrasing(child, source, depth + 1));
      // Touch screens and many readers never show a title attribute, so it is shown as text.
      const title = node.title ? breakLines(` (${node.title})`) : [];
      return [{ type: "link", url, children }, ...title];
    }
    default:
  }
  return asTyped(node, source);
}

/** A line break in a comment stays a line break, as in the text box. */
function breakLines(text: string): (Text | Break)[] {
  return text.split("\n").flatMap((line, index) => {
    const value: Text = { type: "text", value: line };
    return index === 0 ? [value] : [{ type: "break" }, value];
  });
}

function asTyped(node: RootContent, source: string): (Text | Break)[] {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  return breakLines(start === undefined || end === undefined ? textOf(node) : source.slice(start, end));
}

/** For nodes that the parser added (links found in text). They contain only text. */
function textOf(node: RootContent): string {
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map(textOf).join("") : "";
}

function paragraph(children: Phrasing[]): Paragraph {
  return { type: "paragraph", children };
}
