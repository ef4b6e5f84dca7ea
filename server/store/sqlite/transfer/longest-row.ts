import type { Connection } from "../store-context.ts";
import { quoteName, type TableLayout } from "./table-layout.ts";

/**
 * Largest sizes of the parts of a row's header, in bytes: a value's type and length, and the
 * header's own length.
 */
const HEADER_BYTES = { value: 5, row: 10 };

export interface LongestRow {
  readonly table: string;
  /** An upper bound of the size that SQLite stores. */
  readonly bytes: number;
  /** Columns of the primary key, and the public id if there is one: `id 7, public_id abc`. */
  readonly place: string;
}

/** The longest row of some tables; null if all of them are empty. */
export function findLongestRow(connection: Connection, layouts: readonly TableLayout[]): LongestRow | null {
  return layouts
    .map((layout) => findLongest(connection, layout))
    .filter((row) => row !== null)
    .reduce<LongestRow | null>((longest, row) => (longest === null || row.bytes > longest.bytes ? row : longest), null);
}

function findLongest(connection: Connection, { name, columns, key }: TableLayout): LongestRow | null {
  const lengths = columns.map((column) => `coalesce(octet_length(${quoteName(column.name)}), 0)`).join(" + ");
  const shown = [...key, ...columns.filter((column) => column.name === "public_id")].map((column) => column.name);
  const place = shown.map((column) => `'${column} ' || quote(${quoteName(column)})`).join(" || ', ' || ");
  const header = HEADER_BYTES.row + HEADER_BYTES.value * columns.length;
  const sql = `SELECT ${lengths} AS bytes, ${place} AS place FROM ${quoteName(name)} ORDER BY 1 DESC LIMIT 1`;
  const row = connection.get<{ bytes: number; place: string }>(sql);
  return row === undefined ? null : { table: name, bytes: row.bytes + header, place: row.place.slice(0, 200) };
}
