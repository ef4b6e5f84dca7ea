import { wrap } from "./display.ts";

/** How help is laid out, in columns: of the terminal; null: as the texts are written. */
export type HelpWidth = number | null;

/** Columns of running text that are pleasant to read. */
const PARAGRAPH_WIDTH_MAX = 100;
/** Columns that the right side of a table has at least; else each right side stands below its left one. */
const RIGHT_WIDTH_MIN = 30;
const BELOW_INDENT = "      ";

/** Running text. */
export function toParagraph(text: string, width: HelpWidth): string {
  return width === null ? text : wrap(text.replaceAll("\n", " "), Math.min(width, PARAGRAPH_WIDTH_MAX)).join("\n");
}

/** Names, and what they are. */
export function toHelpTable(rows: readonly (readonly [string, string])[], width: HelpWidth): string {
  const left = Math.max(...rows.map(([name]) => name.length));
  const indent = " ".repeat(left + 4);
  if (width === null) return rows.map(([name, text]) => `  ${name.padEnd(left)}  ${text}`).join("\n");
  const isBeside = width - indent.length >= RIGHT_WIDTH_MIN;
  return rows
    .map(([name, text]) => {
      if (isBeside) return `  ${name.padEnd(left)}  ${wrap(text, width - indent.length).join(`\n${indent}`)}`;
      return [`  ${name}`, ...wrap(text, width - BELOW_INDENT.length).map((line) => BELOW_INDENT + line)].join("\n");
    })
    .join("\n");
}
