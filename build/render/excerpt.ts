import type { Element, Nodes, Root } from "hast";
import { ALERT_TITLE } from "../markdown/alerts.ts";
import type { Survey } from "../markdown/walk.ts";
import { plainText, textBeforeMore } from "./text.ts";

/**
 * The plain text before `<!-- more -->`, otherwise that of the first paragraph with words,
 * otherwise "".
 */
export function excerptOf(root: Root, { hasComments }: Pick<Survey, "hasComments">): string {
  const before = hasComments ? collapse(textBeforeMore(root) ?? "") : "";
  return before === "" ? firstParagraph(root) : before;
}

/**
 * Paragraphs at the top level of the document take precedence over those in quotations, lists and
 * boxes. Notes and footnotes never count.
 */
function firstParagraph(root: Root): string {
  return (
    firstText(root.children.filter((node): node is Element => node.type === "element" && node.tagName === "p")) ||
    firstText(paragraphsIn(root))
  );
}

function firstText(paragraphs: readonly Element[]): string {
  for (const paragraph of paragraphs) {
    if (isAlertTitle(paragraph)) continue;
    const text = collapse(plainText(paragraph));
    if (text !== "") return text;
  }
  return "";
}

function paragraphsIn(node: Nodes): Element[] {
  if (node.type === "element" && node.tagName === "p") return [node];
  if (node.type !== "root" && node.type !== "element") return [];
  if (node.type === "element" && node.properties.dataFootnotes !== undefined) return [];
  return node.children.flatMap((child) => (child.type === "element" ? paragraphsIn(child) : []));
}

function isAlertTitle({ properties: { className } }: Element): boolean {
  return Array.isArray(className) && className.includes(ALERT_TITLE);
}

/** Collapses white space to single spaces and trims it. */
function collapse(text: string): string {
  // Most texts need no change, which this check finds out quickly.
  return /\s{2}|[^\S ]|^\s|\s$/.test(text) ? collapseSpaces(text) : text;
}

function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
