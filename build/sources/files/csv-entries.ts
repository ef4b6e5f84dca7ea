import type { Diagnostics } from "../../shared/diagnostics.ts";
import { DataPlaces, type FindRange, type FoundRange, type ParsedBlock } from "../data-document.ts";
import { createMapping, Numeral } from "../data-values.ts";
import type { SourceText } from "../source-text.ts";
import { type CsvCell, parseCsv } from "./csv-lines.ts";

/** How to read a cell. A cell that is neither is text. */
export interface CellType {
  /** Several values, split at `|`. */
  readonly isList: boolean;
  readonly isNumber: boolean;
}

const NUMBER = /^[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/**
 * Reads a CSV file as a list of mappings, with the names from its first line. An empty cell is an
 * absent value.
 * @param typeOf returns the type of a field
 */
export function parseCsvEntries(source: SourceText, typeOf: (name: string) => CellType, diagnostics: Diagnostics): ParsedBlock {
  const [header, ...lines] = parseCsv(source, diagnostics) ?? [];
  if (header === undefined) return { value: source.text.trim() === "" ? null : undefined, places: DataPlaces.atStart(source) };
  const isHeaderRight = checkHeader(header, source, diagnostics);
  const right = lines.filter((cells) => checkLine(cells, header, source, diagnostics));
  const places = new DataPlaces(source, () => createFinder(header, right));
  if (!isHeaderRight) return { value: undefined, places };
  const entries = right.map((cells) =>
    createMapping(
      header.flatMap(({ text: name }, column) => {
        const text = cells[column]?.text.trim() ?? "";
        return text === "" ? [] : [[name.trim(), readCell(text, typeOf(name.trim()))] as const];
      }),
    ),
  );
  return { value: entries, places };
}

function readCell(text: string, { isList, isNumber }: CellType): unknown {
  const read = (value: string): unknown => (isNumber && NUMBER.test(value) ? new Numeral(Number(value), value) : value);
  if (!isList) return read(text);
  return text
    .split("|")
    .map((value) => value.trim())
    .filter((value) => value !== "")
    .map(read);
}

function checkHeader(header: readonly CsvCell[], source: SourceText, diagnostics: Diagnostics): boolean {
  const names = header.map(({ text }) => text.trim());
  const [only = "", ...others] = names;
  const separator = others.length === 0 ? /[;\t]/.exec(only)?.[0] : undefined;
  if (separator !== undefined) {
    const message = `the names in the first line are separated by ${separator === ";" ? "semicolons" : "tabs"}`;
    diagnostics.error(source.locate(0), { code: "csv", message, hint: "save the file with commas" });
    return false;
  }
  let isRight = true;
  for (const [column, name] of names.entries()) {
    const isFirst = names.indexOf(name) === column;
    if (name !== "" && isFirst) continue;
    const message = name === "" ? `column ${column + 1} has no name` : `two columns are called ${name}`;
    const hint = name === "" ? "the first line has the names of fields: add a name, or remove the column" : "keep one of the two";
    diagnostics.error(source.locate(...(header[column]?.range ?? [0, 0])), { code: "csv", message, hint });
    isRight = false;
  }
  return isRight;
}

function checkLine(cells: readonly CsvCell[], header: readonly CsvCell[], source: SourceText, diagnostics: Diagnostics): boolean {
  if (cells.length === header.length) return true;
  const at = cells[header.length] ?? cells[0];
  const message = `the line has ${cells.length} values, but the first line has ${header.length} names`;
  const hint = cells.length > header.length ? "put a value with a comma in quotes" : "write a comma for each missing value";
  diagnostics.error(source.locate(...(at?.range ?? [0, 0])), { code: "csv", message, hint });
  return false;
}

/** Mistakes of a whole column, such as a missing or wrong name, are placed in the first line. */
function createFinder(header: readonly CsvCell[], lines: readonly (readonly CsvCell[])[]): FindRange {
  const first = header[0]?.range ?? [0, 0];
  const names = new Map(header.map(({ text }, column) => [text.trim(), column]));
  return ([line, name, ...rest]): FoundRange => {
    const cells = lines[Number(line)];
    if (cells === undefined) return { depth: 0, key: first, value: first };
    const start = cells[0]?.range ?? first;
    if (name === undefined) return { depth: 1, key: start, value: start };
    const column = names.get(String(name));
    if (column === undefined) return { depth: 1, key: first, value: first };
    const cell = cells[column];
    if (cell === undefined) return { depth: 1, key: start, value: start };
    return { depth: 2 + rest.length, key: header[column]?.range ?? first, value: cell.range };
  };
}
