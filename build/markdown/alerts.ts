import type { Element, Root, RootContent, Text } from "hast";
import { ALERT_KINDS, type AlertKind, type Phrases } from "./phrases.ts";

/** Classes of a box, its type and its title: GitHub's names, for which style sheets exist. */
export const ALERT_BOX = "markdown-alert";
export const ALERT_TITLE = `${ALERT_BOX}-title`;

const MARK = /^\[!(\w+)\][ \t]*(?:\n|$)/;

/**
 * Turns GitHub's alerts into boxes: quotations at the top level that begin with `[!NOTE]`, or
 * another of ALERT_KINDS, on its own line.
 * @returns whether there were any
 */
export function markAlerts(root: Root, { alerts }: Phrases): boolean {
  let any = false;
  for (const child of root.children) {
    const found = findMark(child);
    if (found === null) continue;
    any = true;
    const { box, paragraph, mark, kind } = found;
    mark.value = mark.value.replace(MARK, "");
    if (mark.value === "") dropMark(paragraph);
    box.tagName = "div";
    box.properties = { className: [ALERT_BOX, `${ALERT_BOX}-${kind}`] };
    const title: Element = {
      type: "element",
      tagName: "p",
      properties: { className: [ALERT_TITLE] },
      children: [{ type: "text", value: alerts[kind] }],
    };
    const rest = paragraph.children.length === 0 ? box.children.filter((one) => one !== paragraph).slice(1) : box.children;
    box.children = [{ type: "text", value: "\n" }, title, ...rest];
  }
  return any;
}

interface AlertMark {
  readonly box: Element;
  readonly paragraph: Element;
  readonly mark: Text;
  readonly kind: AlertKind;
}

function findMark(box: RootContent): AlertMark | null {
  if (box.type !== "element" || box.tagName !== "blockquote") return null;
  const paragraph = box.children.find((child) => child.type === "element");
  const mark = paragraph?.children[0];
  if (paragraph?.tagName !== "p" || mark?.type !== "text") return null;
  const kind = ALERT_KINDS.find((one) => one === MARK.exec(mark.value)?.[1]?.toLowerCase());
  // A mark without text stays a quotation.
  const isAlone = mark.value.replace(MARK, "") === "" && paragraph.children.length === 1;
  if (kind === undefined || (isAlone && box.children.every((child) => child === paragraph || child.type !== "element"))) return null;
  // If text such as `**bold**` follows directly, the mark is not on its own line.
  if (!mark.value.includes("\n") && paragraph.children.length > 1 && !isBreak(paragraph.children[1])) return null;
  return { box, paragraph, mark, kind };
}

/** Removes an empty text and the line break after it. */
function dropMark(paragraph: Element): void {
  paragraph.children.shift();
  if (!isBreak(paragraph.children[0])) return;
  paragraph.children.shift();
  const [next] = paragraph.children;
  if (next?.type === "text") next.value = next.value.replace(/^\n/, "");
}

function isBreak(node: RootContent | undefined): boolean {
  return node?.type === "element" && node.tagName === "br";
}
