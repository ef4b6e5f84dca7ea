import type { Element, ElementContent, Parents, Root, RootContent, Text } from "hast";
import { ALERT_KINDS, type AlertKind, type Phrases } from "./phrases.ts";

/** Classes of a box and its title. They are GitHub's names, for which style sheets exist. */
export const ALERT_BOX = "markdown-alert";
export const ALERT_TITLE = `${ALERT_BOX}-title`;

/** Matches `[!note]`, folded `[!note]-` and open `[!note]+`. */
const MARK = /^\[!([A-Za-z][\w-]*)\]([-+]?)(?:[ \t]+|(?=\n|$))/;

/**
 * Types of other tools' boxes that are styled like one of GitHub's. All others are styled like a
 * note.
 */
const LIKE: Readonly<Record<string, AlertKind>> = Object.fromEntries(
  Object.entries({ tip: "hint success check done", warning: "attention warn", caution: "danger error bug failure fail missing" }).flatMap(
    ([kind, names]) => names.split(" ").map((name) => [name, kind as AlertKind]),
  ),
);

/** Elements that may contain a quotation. */
const HOLDERS = new Set(["blockquote", "div", "details", "ul", "ol", "li"]);

/**
 * Turns GitHub's alerts and Obsidian's callouts into boxes. They are quotations that begin with
 * `[!NOTE]` or another word, and the rest of that line is the title.
 * @returns whether there were any
 */
export function markAlerts(parent: Parents, phrases: Phrases): boolean {
  let any = false;
  for (const child of parent.children) {
    if (child.type !== "element" || !HOLDERS.has(child.tagName)) continue;
    const mark = findMark(child);
    if (mark !== null) {
      any = true;
      makeBox(mark, phrases);
    }
    any = markAlerts(child, phrases) || any;
  }
  return any;
}

interface AlertMark {
  readonly box: Element;
  readonly paragraph: Element;
  readonly type: string;
  readonly fold: string;
  readonly title: readonly ElementContent[];
  /** The part of the paragraph below the line of the mark. */
  readonly rest: readonly ElementContent[];
}

function findMark(box: RootContent | Root): AlertMark | null {
  if (box.type !== "element" || box.tagName !== "blockquote") return null;
  const paragraph = box.children.find((child) => child.type === "element");
  const text = paragraph?.children[0];
  if (paragraph?.tagName !== "p" || text?.type !== "text") return null;
  const [mark, type = "", fold = ""] = MARK.exec(text.value) ?? [];
  // Text that follows directly, such as `**bold**`, is not a title.
  const isJoined = mark === text.value && !/\s$/.test(mark) && paragraph.children.length > 1 && !isBreak(paragraph.children[1]);
  if (mark === undefined || isJoined) return null;
  const { title, rest } = splitLine([{ ...text, value: text.value.slice(mark.length) }, ...paragraph.children.slice(1)]);
  // A mark with nothing after it stays a quotation.
  const isAlone = title.length === 0 && rest.length === 0;
  if (isAlone && box.children.every((child) => child === paragraph || child.type !== "element")) return null;
  return { box, paragraph, type: type.toLowerCase(), fold, title, rest };
}

/** Splits a paragraph's children at the end of its first line. */
function splitLine(children: readonly ElementContent[]): Pick<AlertMark, "title" | "rest"> {
  const at = children.findIndex((child) => isBreak(child) || (child.type === "text" && child.value.includes("\n")));
  const end = children[at];
  if (end === undefined) return { title: withoutEmpty(children), rest: [] };
  if (end.type !== "text") {
    const [next, ...others] = children.slice(at + 1);
    const rest = next?.type === "text" ? [{ ...next, value: next.value.replace(/^\n/, "") }, ...others] : children.slice(at + 1);
    return { title: withoutEmpty(children.slice(0, at)), rest: withoutEmpty(rest) };
  }
  const newline = end.value.indexOf("\n");
  const text = (value: string): Text => ({ ...end, value });
  return {
    title: withoutEmpty([...children.slice(0, at), text(end.value.slice(0, newline).trimEnd())]),
    rest: withoutEmpty([text(end.value.slice(newline + 1)), ...children.slice(at + 1)]),
  };
}

function withoutEmpty(children: readonly ElementContent[]): readonly ElementContent[] {
  return children.filter((child) => child.type !== "text" || child.value !== "");
}

function makeBox({ box, paragraph, type, fold, title, rest }: AlertMark, { alerts }: Phrases): void {
  const own = ALERT_KINDS.find((kind) => kind === type);
  const words = own === undefined ? type.charAt(0).toUpperCase() + type.slice(1) : alerts[own];
  const heading: Element = {
    type: "element",
    tagName: fold === "" ? "p" : "summary",
    properties: { className: [ALERT_TITLE] },
    children: title.length === 0 ? [{ type: "text", value: words }] : [...title],
  };
  box.tagName = fold === "" ? "div" : "details";
  box.properties = {
    className: [ALERT_BOX, `${ALERT_BOX}-${own ?? LIKE[type] ?? "note"}`],
    ...(own === undefined ? { dataCallout: type } : {}),
    ...(fold === "+" ? { open: true } : {}),
  };
  paragraph.children = [...rest];
  const children = rest.length === 0 ? box.children.filter((one) => one !== paragraph).slice(1) : box.children;
  box.children = [{ type: "text", value: "\n" }, heading, ...children];
}

function isBreak(node: ElementContent | undefined): boolean {
  return node?.type === "element" && node.tagName === "br";
}
