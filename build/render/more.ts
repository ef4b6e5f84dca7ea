import type { Comment, Root, RootContent } from "hast";
import type { Position } from "unist";
import { SKIP, visit } from "unist-util-visit";
import { advance } from "./places.ts";

const MARKER = /<!--\s*more\s*-->/i;

/** Cuts `<!-- more -->` out of raw HTML, so that each marker is a comment node of its own. */
export function markMore(root: Root): void {
  visit(root, "raw", (node, index, parent) => {
    const match = MARKER.exec(node.value);
    if (match === null || parent === undefined || index === undefined) return undefined;
    const start = match.index;
    const end = start + match[0].length;
    const before = node.value.slice(0, start);
    const after = node.value.slice(end);
    const pieces: RootContent[] = [];
    if (before !== "") pieces.push({ ...node, value: before });
    pieces.push({ type: "comment", value: " more " });
    if (after !== "") pieces.push({ ...node, value: after, ...moved(node.position, node.value.slice(0, end)) });
    (parent.children as RootContent[]).splice(index, 1, ...pieces);
    // What stands after the marker may hold another one.
    return [SKIP, index + pieces.length - (after === "" ? 0 : 1)];
  });
}

/** Whether a comment is the marker, in a tree that `markMore` has seen or in what became of it. */
export function isMoreMarker(comment: Comment): boolean {
  return /^\s*more\s*$/i.test(comment.value);
}

/** Takes the markers out, each with the line that it stood on. */
export function removeMore(root: Root): void {
  visit(root, "comment", (node, index, parent) => {
    if (parent === undefined || index === undefined || !isMoreMarker(node)) return undefined;
    const ownLine = parent.type === "root" || (parent.type === "element" && parent.tagName === "blockquote");
    const next = parent.children[index + 1];
    const previous = parent.children[index - 1];
    if (ownLine && next?.type === "text" && next.value === "\n") parent.children.splice(index, 2);
    else if (ownLine && next === undefined && previous?.type === "text" && previous.value === "\n") parent.children.splice(index - 1, 2);
    else parent.children.splice(index, 1);
    return [SKIP, index];
  });
}

function moved(position: Position | undefined, text: string): { position?: Position } {
  return position === undefined ? {} : { position: { start: advance(position.start, text), end: position.end } };
}
