import stringWidth from "string-width";

/**
 * Text of strangers, on a terminal. Control characters would move the cursor, hide what follows or type commands (ECMA-48); bidirectional
 * controls make text read other than it is; so all of them are shown as what they are.
 */

/** C0 but tab and newline, DEL, C1; line and paragraph separators; marks and isolates that turn the direction; tag characters. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]|\p{Cs}/gu;
const ELLIPSIS = "…";
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** One line: newlines become a sign, tabs a space. */
export function toSafeLine(text: string): string {
  return text
    .replaceAll("\t", " ")
    .replace(/\r\n?|\n/g, " ⏎ ")
    .replace(UNSAFE, showControl);
}

/** Lines, as many as there are. */
export function toSafeLines(text: string): string[] {
  return text.split(/\r\n?|\n/).map((line) => line.replaceAll("\t", "    ").replace(UNSAFE, showControl));
}

/** `␛` for ESC, `<U+202E>` for what has no picture. */
function showControl(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

/** Columns that a text takes on a terminal: two for wide characters, none for combining marks. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** Cut to a width, with `…` where something is missing. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  return `${takeWidth(text, width - 1)}${ELLIPSIS}`;
}

/** As much from the beginning as fits into the width; a wide character is not cut in two. */
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
  /** Gives up width where the terminal is too narrow. One a table. */
  readonly flexible?: boolean;
}

const GAP = "  ";
const FLEXIBLE_MIN = 12;

/**
 * A table for people. Cells are made safe; the flexible column is cut to what the width leaves.
 * @param width columns of the terminal; null: as wide as it needs
 */
export function renderTable(columns: readonly Column[], rows: readonly (readonly string[])[], width: number | null): string {
  const cells = rows.map((row) => row.map(toSafeLine));
  const widths = columns.map(({ title }, index) => Math.max(widthOf(title), ...cells.map((row) => widthOf(row[index] ?? ""))));
  const flexible = columns.findIndex((column) => column.flexible === true);
  if (width !== null && flexible >= 0) {
    const others = widths.reduce((sum, each, index) => (index === flexible ? sum : sum + each + GAP.length), 0);
    widths[flexible] = Math.min(widths[flexible] ?? 0, Math.max(FLEXIBLE_MIN, width - others));
  }
  const line = (row: readonly string[]): string =>
    columns
      .map(({ align }, index) => {
        const cell = cutTo(row[index] ?? "", widths[index] ?? 0);
        const space = " ".repeat(Math.max(0, (widths[index] ?? 0) - widthOf(cell)));
        return align === "right" ? space + cell : cell + space;
      })
      .join(GAP)
      .trimEnd();
  return `${[columns.map(({ title }) => title), ...cells].map(line).join("\n")}\n`;
}

/** Lines broken between words, and in words that are longer than a line. */
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
