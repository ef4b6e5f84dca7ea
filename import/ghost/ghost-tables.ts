import { isUtf8 } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { visit } from "jsonc-parser";
import { readHead } from "../../build/pictures/read-media.ts";
import { isMapping } from "../../build/sources/data-values.ts";
import type { ExportFile } from "../export-text.ts";
import { ImportError } from "../import-error.ts";
import { cutRows } from "./json-rows.ts";

/**
 * Maximum size in bytes. An export of 10,000 long posts is half as large. All its posts are in
 * memory.
 */
const EXPORT_MAX = 300_000_000;
const AGAIN = "export it again in Ghost (Settings → Advanced → Import/Export → Export content)";

export type GhostRow = Readonly<Record<string, unknown>>;

/** The tables of an export, by name. */
export interface GhostTables {
  rows(table: string): readonly GhostRow[];
}

/**
 * Reads an export of Ghost: `{ db: [{ meta, data: { posts: […] } }] }`, or an inner part without
 * `db`.
 * @throws ImportError with the place
 */
export async function readGhostTables({ path, shown }: ExportFile): Promise<GhostTables> {
  const { size } = await stat(path);
  if (size > EXPORT_MAX)
    throw new ImportError(
      `${shown} has ${Math.round(size / 1_000_000)} MB, more than the limit of ${EXPORT_MAX / 1_000_000} MB`,
      "export fewer posts at a time",
    );
  const { frame, toRow } = await cutRows(path, (await isDump(path)) ? 6 : 4, dropSources).catch(async (cause: unknown) => {
    throw cause instanceof SyntaxError ? toImportError(await readFile(path), shown, cause) : cause;
  });
  const [first] = isMapping(frame) && Array.isArray(frame.db) ? frame.db : [frame];
  const data: unknown = isMapping(first) && isMapping(first.data) ? first.data : first;
  if (!isMapping(data) || !Array.isArray(data.posts))
    throw new ImportError(`${shown}: not a Ghost export: it has no list data.posts`, AGAIN);
  for (const [index, row] of data.posts.entries())
    if (!isMapping(toRow(row))) throw new ImportError(`${shown}: data.posts[${index}] is not a post`, AGAIN);
  return {
    rows(table) {
      const rows: unknown = data[table];
      return Array.isArray(rows) ? rows.map(toRow).filter(isMapping) : [];
    },
  };
}

/** Whether it begins with `{ "db": [{ "data": { "posts": [{`. Rows are then two brackets deeper. */
async function isDump(path: string): Promise<boolean> {
  return /^(?:\xef\xbb\xbf)?\s*\{\s*"db"\s*:/.test((await readHead(path)).toString("latin1"));
}

/** Drops the source formats of Ghost's editors, because the HTML has the same content. */
function dropSources(row: unknown): unknown {
  if (!isMapping(row) || typeof row.html !== "string" || row.html === "") return row;
  const { lexical, mobiledoc, plaintext, ...rest } = row;
  return rest;
}

function toImportError(bytes: Buffer, shown: string, cause: SyntaxError): ImportError {
  if (!isUtf8(bytes)) return new ImportError(`${shown}: not UTF-8`, "save the export in UTF-8", { cause });
  const text = bytes.toString();
  const isCut = isCutOff(text);
  const { line, column } = isCut ? placeOfEnd(text) : findMistake(text);
  return new ImportError(`${shown}:${line}:${column}: ${isCut ? "the export ends in the middle" : "not JSON"}`, AGAIN, { cause });
}

function isCutOff(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return error instanceof SyntaxError && /end of JSON|Unterminated/i.test(error.message);
  }
}

interface Place {
  readonly line: number;
  readonly column: number;
}

function placeOfEnd(text: string): Place {
  const lines = text.split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** Finds the place of a mistake, which JSON.parse reports only sometimes. */
function findMistake(text: string): Place {
  const mistakes: Place[] = [];
  try {
    visit(text, { onError: (_code, _offset, _length, line, character) => mistakes.push({ line: line + 1, column: character + 1 }) });
  } catch (error) {
    // The parser is recursive, so it cannot find the place in deeply nested parts.
    if (!(error instanceof RangeError)) throw error;
  }
  return mistakes[0] ?? { line: 1, column: 1 };
}

/** A text of a row; "" if it is missing. */
export function textOf(row: GhostRow | undefined, column: string): string {
  const value = row?.[column];
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** Ghost writes true as true or 1; scripts that write exports use text. */
export function isOn(row: GhostRow | undefined, column: string): boolean {
  const value = row?.[column];
  return value === true || value === 1 || value === "1" || value === "true";
}
