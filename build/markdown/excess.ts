import type { Position } from "unist";
import type { Finding } from "../shared/diagnostics.ts";

/**
 * Finds texts that nobody would write and that would cost a parser or a tree walk hours, gigabytes
 * or its stack. Each is an error at its place.
 */

/**
 * Maximum levels of a document's tree. Browsers flatten everything that is nested deeper than 512
 * levels.
 */
const DEPTH_MAX = 500;
/**
 * Maximum cells of a table. The parser fills in missing cells, so a table may be much larger than
 * its text.
 */
const TABLE_CELLS_MAX = 100_000;

export interface Excess extends Finding {
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
}

export function tooDeep(): Finding {
  return {
    code: "too-deep",
    message: `quotations, lists, emphasis or HTML elements are nested more than ${DEPTH_MAX} levels deep here`,
    hint: "close unclosed elements, or remove levels: browsers do not show deeper levels either",
  };
}

const MARKER = String.raw`(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))`;
const DEEP_LINE = new RegExp(String.raw`^(?:[ \t]*${MARKER}){${DEPTH_MAX + 1}}`, "m");
/** Matches the delimiter row of a table with ten columns or more. */
const DELIMITERS = /^(?=([ \t>]*))\1\|?(?:[ \t]*:?-+:?[ \t]*\|){9,}.*$/gm;

/** Finds text that is too large or too deeply nested to be parsed. */
export function findExcess(markdown: string): Excess | null {
  const deep = DEEP_LINE.exec(markdown);
  if (deep !== null) return { ...tooDeep(), start: deep.index, end: deep.index + deep[0].length };
  return markdown.includes("-|") || markdown.includes("- |") || markdown.includes(":|") ? findLargeTable(markdown) : null;
}

function findLargeTable(markdown: string): Excess | null {
  for (const { index, 0: row } of markdown.matchAll(DELIMITERS)) {
    const columns = row.split("|").length;
    const blank = markdown.indexOf("\n\n", index);
    const text = markdown.slice(index, blank === -1 ? undefined : blank);
    const cells = columns * text.split("\n").length;
    if (cells <= Math.max(TABLE_CELLS_MAX, text.length)) continue;
    const message = `a table of ${cells.toLocaleString("en")} cells, most of them empty`;
    return { code: "table-too-large", message, hint: "write a blank line where the table ends", start: index, end: index + row.length };
  }
  return null;
}

/** A node of hast or mdast. */
interface TreeNode {
  readonly position?: Position | undefined;
  readonly children?: readonly TreeNode[];
}

/**
 * Finds the first node that is nested too deeply, with the position of a node near it if possible;
 * null if there is none. The search stops there, to protect the stack.
 */
export function findDeepNode({ position, children }: TreeNode, depth = 0): { readonly position: Position | undefined } | null {
  if (depth > DEPTH_MAX) return { position };
  let found: ReturnType<typeof findDeepNode> = null;
  if (children === undefined) return found;
  for (const child of children) {
    const deep = findDeepNode(child, depth + 1);
    if (deep?.position !== undefined) return deep;
    found ??= deep;
  }
  return found;
}

/** Whether an error is V8's error for an exhausted stack. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message);
}
