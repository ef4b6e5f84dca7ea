import type { Diagnostics, Finding } from "../../shared/diagnostics.ts";
import type { TextRange } from "../data-document.ts";
import type { SourceText } from "../source-text.ts";

/** A value in a line, with its place, which includes the quotes. */
export interface CsvCell {
  readonly text: string;
  readonly range: TextRange;
}

/**
 * Reads the lines of a CSV file (RFC 4180): commas between values, quotes around values with
 * commas, quotes or line ends, and `""` for a quote. Empty lines are skipped.
 *
 * @returns null if a quote is misplaced (reported), so the rest cannot be parsed
 */
export function parseCsv(source: SourceText, diagnostics: Diagnostics): readonly (readonly CsvCell[])[] | null {
  const { text } = source;
  const lines: CsvCell[][] = [];
  let cells: CsvCell[] = [];
  let at = 0;
  while (at <= text.length) {
    const cell = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at);
    if ("finding" in cell) {
      diagnostics.error(source.locate(...cell.range), cell.finding);
      return null;
    }
    cells.push(cell);
    const end = cell.range[1];
    at = end + 1;
    if (text[end] === ",") continue;
    const isBlank = cells.length === 1 && cell.text === "" && cell.range[0] === end;
    if (!isBlank) lines.push(cells);
    cells = [];
  }
  return lines;
}

interface Misquoted {
  readonly finding: Finding;
  readonly range: TextRange;
}

function readPlain(text: string, start: number): CsvCell | Misquoted {
  const end = endOfPlain(text, start);
  const value = text.slice(start, end);
  const quote = value.indexOf('"');
  if (quote === -1) return { text: value, range: [start, end] };
  const hint = 'put the whole value in quotes, and double each quote in it: "a ""word"""';
  return { finding: { code: "csv", message: "a quote is inside an unquoted value", hint }, range: [start + quote, end] };
}

function readQuoted(text: string, start: number): CsvCell | Misquoted {
  let close = start + 1;
  for (;;) {
    close = text.indexOf('"', close);
    if (close === -1) {
      const finding = { code: "csv", message: "the quote that begins this value is never closed", hint: 'close it with "' };
      return { finding, range: [start, start + 1] };
    }
    if (text[close + 1] !== '"') break;
    close += 2;
  }
  const end = close + 1;
  const rest = text.slice(end, endOfPlain(text, end));
  if (rest === "") return { text: text.slice(start + 1, close).replaceAll('""', '"'), range: [start, end] };
  const hint = 'double a quote that belongs to the value: "a ""word"""';
  return { finding: { code: "csv", message: "text follows the quote that ends a value", hint }, range: [end, end + rest.length] };
}

function endOfPlain(text: string, start: number): number {
  let end = start;
  while (end < text.length && text[end] !== "," && text[end] !== "\n") end += 1;
  return end;
}
