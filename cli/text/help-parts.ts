import { wrap } from "./display.ts";

/** Columns of the terminal for help; null: texts stay as written. */
export type HelpWidth = number | null;

/** Maximum columns of running text for comfortable reading. */
const PARAGRAPH_WIDTH_MAX = 100;
/** Minimum columns for the right side of a table; with fewer, it goes below the left side. */
const RIGHT_WIDTH_MIN = 30;
const BELOW_INDENT = "      ";

/** Formats running text. */
export function toParagraph(text: string, width: HelpWidth): string {
  return width === null ? text : wrap(text.replaceAll("\n", " "), Math.min(width, PARAGRAPH_WIDTH_MAX)).join("\n");
}

/** Formats names with their descriptions. */
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
