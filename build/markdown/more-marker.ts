import type { Comment, Nodes, Parents, Root, RootContent } from "hast";
import { advance } from "./source-places.ts";
import { replaceNodes } from "./walk.ts";

/** @param marks words in the comments: `more` for `<!-- more -->` */
export function createMorePattern(marks: readonly string[]): RegExp {
  const words = marks.map((mark) =>
    mark
      .trim()
      .replace(/[^\w\s]/g, "\\$&")
      .replace(/\s+/g, "\\s+"),
  );
  return new RegExp(`<!--\\s*(?:${words.join("|")})\\s*-->`, "i");
}

type Raw = Extract<RootContent, { type: "raw" }>;

/**
 * Splits raw HTML at the comments that end the excerpt, so that each marker is a comment node `<!--
 * more -->`.
 */
export function markMore(root: Root, mark: RegExp): void {
  replaceNodes(root, (node) => (node.type === "raw" && mark.test(node.value) ? cut(node, mark) : null));
}

function cut(node: Raw, mark: RegExp): RootContent[] {
  const match = mark.exec(node.value);
  if (match === null) return node.value === "" ? [] : [node];
  const end = match.index + match[0].length;
  const after: Raw = { ...node, value: node.value.slice(end) };
  if (node.position !== undefined) {
    after.position = { start: advance(node.position.start, node.value.slice(0, end)), end: node.position.end };
  }
  const before: Raw = { ...node, value: node.value.slice(0, match.index) };
  return [...cut(before, mark), { type: "comment", value: " more " }, ...cut(after, mark)];
}

/** Whether a node is the marker. The tree must have passed through `markMore`. */
export function isMoreMarker(node: Nodes): node is Comment {
  return node.type === "comment" && /^\s*more\s*$/i.test(node.value);
}

/** Removes the markers, each with its line. */
export function removeMore(parent: Parents): void {
  const ownLine = parent.type === "root" || (parent.type === "element" && parent.tagName === "blockquote");
  for (let index = parent.children.length - 1; index >= 0; index -= 1) {
    const child = parent.children[index];
    if (child === undefined) continue;
    if ("children" in child) removeMore(child);
    if (!isMoreMarker(child)) continue;
    if (ownLine && isNewline(parent.children[index + 1])) parent.children.splice(index, 2);
    else if (ownLine && index === parent.children.length - 1 && isNewline(parent.children[index - 1])) parent.children.splice(index - 1, 2);
    else parent.children.splice(index, 1);
  }
}

function isNewline(node: RootContent | undefined): boolean {
  return node?.type === "text" && node.value === "\n";
}
