import { createHash } from "node:crypto";
import type { Connection, SqlValue } from "../store-context.ts";
import { type CopiedColumn, quoteName, type TableLayout } from "./table-layout.ts";

/**
 * A value as text: digits of an INTEGER, because JavaScript's numbers are exact only to 2^53, and
 * base64 of a BLOB.
 */
export type CellText = string | null;
export type RowText = readonly CellText[];
/** The primary key of a row. Later rows have greater keys. */
export type RowKey = readonly string[];

export interface TablePage {
  readonly rows: readonly RowText[];
  /** The key of the last row; null if there are no more rows. */
  readonly next: RowKey | null;
}

export interface TableSum {
  readonly rows: number;
  /** SHA-256 of these rows, in base64. */
  readonly digest: string;
  readonly next: RowKey | null;
}

/** Maximum size of a page's rows as JSON, in bytes. A single row may be longer, up to 2 MB. */
export const PAGE_MAX_BYTES = 1_000_000;
/** Number of characters, as JSON, after which the part of a table for one digest ends. */
const SUM_LENGTH = 16_000_000;
const INTEGER = /^-?\d{1,19}$/;

/** @param after the key of the last row read; null to begin at the first row */
export function readTablePage(connection: Connection, layout: TableLayout, after: RowKey | null): TablePage {
  const rows: RowText[] = [];
  let bytes = 0;
  for (const row of iterateRows(connection, layout, after)) {
    const size = Buffer.byteLength(JSON.stringify(row)) + 1;
    if (rows.length > 0 && bytes + size > PAGE_MAX_BYTES) return { rows, next: toKey(layout, rows) };
    rows.push(row);
    bytes += size;
  }
  return { rows, next: null };
}

/** Reads a whole table into memory; only for small ones. */
export function readAllRows(connection: Connection, layout: TableLayout): RowText[] {
  return [...iterateRows(connection, layout, null)];
}

/**
 * Computes the digest of a part of a table. Both sides of a copy use the same parts, which end
 * after some megabytes, because a lease must outlive the time that a digest takes.
 * @param limit largest number of rows
 */
export function sumRows(connection: Connection, layout: TableLayout, after: RowKey | null, limit: number): TableSum {
  const hash = createHash("sha256");
  let rows = 0;
  let length = 0;
  let last: RowText | null = null;
  for (const row of iterateRows(connection, layout, after)) {
    if (last !== null && (rows === limit || length >= SUM_LENGTH))
      return { rows, digest: hash.digest("base64"), next: toKey(layout, [last]) };
    const line = `${JSON.stringify(row)}\n`;
    hash.update(line);
    length += line.length;
    rows += 1;
    last = row;
  }
  return { rows, digest: hash.digest("base64"), next: null };
}

/**
 * Adds rows in one transaction.
 * @param onConflict SQL for rows whose key already exists. Default: the insertion fails
 */
export function writeRows(connection: Connection, layout: TableLayout, rows: readonly RowText[], onConflict = ""): void {
  const { name, columns } = layout;
  const names = columns.map((column) => quoteName(column.name)).join(", ");
  const sql = `INSERT INTO ${quoteName(name)} (${names}) VALUES (${columns.map(toPlaceholder).join(", ")}) ${onConflict}`;
  connection.transaction(() => {
    // A row may precede the row of its own table that it refers to.
    connection.run("PRAGMA defer_foreign_keys = ON");
    for (const row of rows) {
      if (row.length !== columns.length) throw new Error(`a row of ${name} has ${row.length} values: want ${columns.length}`);
      connection.run(sql, ...columns.map((column, at) => toValue(column, row[at] ?? null)));
    }
  });
}

/** The last row's key; null if the table is empty. */
export function readLastKey(connection: Connection, layout: TableLayout): RowKey | null {
  const keys = layout.key.map((column) => quoteName(column.name));
  const sql = `SELECT ${toColumns(layout)} FROM ${quoteName(layout.name)} ORDER BY ${keys.map((key) => `${key} DESC`).join(", ")} LIMIT 1`;
  for (const row of connection.rows<SqlValue>(sql)) return toKey(layout, [row.map(toCell)]);
  return null;
}

export function countRows(connection: Connection, { name }: TableLayout): number {
  return connection.get<{ n: number }>(`SELECT count(*) AS n FROM ${quoteName(name)}`)?.n ?? 0;
}

function* iterateRows(connection: Connection, layout: TableLayout, after: RowKey | null): Generator<RowText> {
  const keys = layout.key.map((column) => quoteName(column.name)).join(", ");
  const from = after === null ? "" : ` WHERE (${keys}) > (${layout.key.map(toPlaceholder).join(", ")})`;
  const values = after === null ? [] : layout.key.map((column, at) => toValue(column, after[at] ?? null));
  const sql = `SELECT ${toColumns(layout)} FROM ${quoteName(layout.name)}${from} ORDER BY ${keys}`;
  for (const row of connection.rows<SqlValue>(sql, ...values)) yield row.map(toCell);
}

function toColumns({ columns }: TableLayout): string {
  return columns.map(({ name, type }) => (type === "INTEGER" ? `CAST(${quoteName(name)} AS TEXT)` : quoteName(name))).join(", ");
}

function toPlaceholder({ type }: CopiedColumn): string {
  return type === "INTEGER" ? "CAST(? AS INTEGER)" : "?";
}

function toCell(value: SqlValue): CellText {
  if (value === null || typeof value === "string") return value;
  return typeof value === "number" ? String(value) : Buffer.from(value).toString("base64");
}

/** @throws Error for a text that is not a value of the column's type */
function toValue({ name, type }: CopiedColumn, text: CellText): SqlValue {
  if (text === null || type === "TEXT") return text;
  if (type === "BLOB") return Buffer.from(text, "base64");
  if (type === "INTEGER" && INTEGER.test(text)) return text;
  const number = Number(text);
  if (type === "REAL" && text.trim() !== "" && !Number.isNaN(number)) return number;
  throw new Error(`the column ${name} cannot hold "${text.slice(0, 40)}": want ${type}`);
}

function toKey({ columns, key }: TableLayout, rows: readonly RowText[]): RowKey {
  const last = rows.at(-1) ?? [];
  return key.map(({ name }) => last[columns.findIndex((column) => column.name === name)] ?? "");
}
