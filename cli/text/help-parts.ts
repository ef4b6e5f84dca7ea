import { wrap } from "./display.ts";

/** Maximum columns of running text for comfortable reading. */
const PARAGRAPH_WIDTH_MAX = 100;
/**
 * Minimum columns for the right side of a table; if there are fewer, it goes below the left side.
 */
const RIGHT_WIDTH_MIN = 30;
const BELOW_INDENT = "      ";

/** Formats running text. @param width columns of the terminal */
export function toParagraph(text: string, width: number): string {
  return wrap(text.replaceAll("\n", " "), Math.min(width, PARAGRAPH_WIDTH_MAX)).join("\n");
}

/** Formats names with their descriptions. @param width columns of the terminal */
export function toHelpTable(rows: readonly (readonly [string, string])[], width: number): string {
  const left = Math.max(...rows.map(([name]) => name.length));
  const indent = " ".repeat(left + 4);
  const isBeside = width - indent.length >= RIGHT_WIDTH_MIN;
  return rows
    .map(([name, text]) => {
      if (isBeside) return `  ${name.padEnd(left)}  ${wrap(text, width - indent.length).join(`\n${indent}`)}`;
      return [`  ${name}`, ...wrap(text, width - BELOW_INDENT.length).map((line) => BELOW_INDENT + line)].join("\n");
    })
    .join("\n");
}
