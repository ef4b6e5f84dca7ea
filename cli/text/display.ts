import stringWidth from "string-width";
import { toSafeLine, toSafeLines } from "../../contract/text/safe-text.ts";

const ELLIPSIS = "…";
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Columns of a text on a terminal: two for wide characters, none for combining marks. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** Cuts a text to a width, with `…` in place of the rest. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  return `${takeWidth(text, width - 1)}${ELLIPSIS}`;
}

/** Takes as much from the start as fits the width, without splitting a wide character. */
function takeWidth(text: string, width: number): string {
  let taken = "";
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += widthOf(segment);
    if (used > width) break;
    taken += segment;
  }
  return taken;
}

export interface Column {
  readonly title: string;
  readonly align?: "left" | "right";
  /**
   * Shrinks first if the terminal is too narrow. Each table has at most one; as the last column, it
   * moves to its own line if too little space would be left.
   */
  readonly flexible?: boolean;
  /** Shrinks if narrowing the flexible column is not enough. */
  readonly shrinks?: boolean;
}

const GAP = "  ";
const INDENT = "    ";
const FLEXIBLE_MIN = 12;
/** Minimum readable width in columns; a narrower text moves to its own line. */
const READABLE_MIN = 32;
const SHRUNK_MIN = 8;

/**
 * Renders a table for people. Cells are made safe and cut so that lines fit the terminal, as long
 * as the fixed columns do.
 * @param width columns of the terminal; null for unlimited
 */
export function renderTable(columns: readonly Column[], rows: readonly (readonly string[])[], width: number | null): string {
  const cells = [columns.map(({ title }) => title), ...rows.map((row) => row.map(toSafeLine))];
  const needed = columns.map((_, index) => Math.max(...cells.map((row) => widthOf(row[index] ?? ""))));
  if (width === null) return renderRows(columns, cells, needed);
  const flexible = columns.findIndex((column) => column.flexible === true);
  if (flexible < 0) return renderRows(columns, cells, shrink(columns, needed, width));
  const wanted = needed[flexible] ?? 0;
  const room = width - sum(needed.map((each) => each + GAP.length)) + wanted + GAP.length;
  const below = width - INDENT.length;
  const isLast = flexible === columns.length - 1;
  if (!isLast || room >= Math.min(wanted, READABLE_MIN) || below < 2 * room)
    return renderRows(columns, cells, shrink(columns, needed.with(flexible, Math.min(wanted, Math.max(FLEXIBLE_MIN, room))), width));
  const above = columns.slice(0, -1);
  const lines = renderRows(above, cells, shrink(above, needed.slice(0, -1), width)).split("\n");
  return cells
    .map((row, index) => `${lines[index]}\n${INDENT}${cutTo(row[flexible] ?? "", below)}`.trimEnd())
    .join("\n")
    .concat("\n");
}

/** A column of a table whose rows are items. */
export interface ItemColumn<Item> extends Column {
  cell(item: Item): string;
}

/** Renders one row for each item. */
export function tabulate<Item>(columns: readonly ItemColumn<Item>[], items: readonly Item[], width: number | null): string {
  return renderTable(
    columns,
    items.map((item) => columns.map((column) => column.cell(item))),
    width,
  );
}

function renderRows(columns: readonly Column[], rows: readonly (readonly string[])[], widths: readonly number[]): string {
  const line = (row: readonly string[]): string =>
    columns
      .map(({ align }, index) => {
        const cell = cutTo(row[index] ?? "", widths[index] ?? 0);
        const space = " ".repeat(Math.max(0, (widths[index] ?? 0) - widthOf(cell)));
        return align === "right" ? space + cell : cell + space;
      })
      .join(GAP)
      .trimEnd();
  return `${rows.map(line).join("\n")}\n`;
}

/**
 * Narrows the widest shrinkable column, one step at a time, until everything fits or nothing can
 * shrink further.
 */
function shrink(columns: readonly Column[], widths: readonly number[], width: number): number[] {
  const remaining = [...widths];
  for (let over = sum(remaining) + GAP.length * (remaining.length - 1) - width; over > 0; over -= 1) {
    const widest = columns.reduce((best, { shrinks }, index) => {
      const isWider = shrinks === true && (remaining[index] ?? 0) > Math.max(SHRUNK_MIN, remaining[best] ?? 0);
      return isWider ? index : best;
    }, -1);
    if (widest < 0) break;
    remaining[widest] = (remaining[widest] ?? 0) - 1;
  }
  return remaining;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

const TEXT_WIDTH_MAX = 100;

/**
 * Indents a text, broken into lines of a readable width.
 * @param width columns of the terminal; null if unknown
 */
export function indentText(text: string, width: number | null): string[] {
  return wrap(text, Math.min(TEXT_WIDTH_MAX, width ?? TEXT_WIDTH_MAX) - 2).map((line) => `  ${line}`.trimEnd());
}

/** Breaks a text between words, and inside words longer than a line. */
export function wrap(text: string, width: number): string[] {
  return toSafeLines(text).flatMap((line) => wrapLine(line, Math.max(1, width)));
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/(?<= )/)) {
    if (current !== "" && widthOf((current + word).trimEnd()) > width) {
      lines.push(current.trimEnd());
      current = "";
    }
    current += word;
    while (widthOf(current.trimEnd()) > width) {
      const [first = ""] = [...graphemes.segment(current)].map(({ segment }) => segment);
      const taken = takeWidth(current, width) || first;
      lines.push(taken);
      current = current.slice(taken.length);
    }
  }
  return [...lines, current.trimEnd()];
}
