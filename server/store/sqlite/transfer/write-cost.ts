import type { Connection } from "../store-context.ts";
import { quoteName, type TableLayout } from "./table-layout.ts";
import { countRows } from "./table-rows.ts";

interface IndexRow {
  readonly name: string;
  /** `c`: CREATE INDEX; `u`: UNIQUE; `pk`: PRIMARY KEY. */
  readonly origin: string;
  readonly partial: number;
}

/**
 * Number of rows that a Durable Object writes to receive a table: its rows, and the entries of each
 * index. Plans limit this number.
 */
export function countWrites(connection: Connection, layout: TableLayout): number {
  const name = quoteName(layout.name);
  const rows = countRows(connection, layout);
  const isByKey = connection.all<{ wr: number }>(`PRAGMA table_list(${name})`)[0]?.wr === 1;
  const indexes = connection.all<IndexRow>(`PRAGMA index_list(${name})`).filter(({ origin }) => !(isByKey && origin === "pk"));
  const entries = indexes.map(({ name: index, partial }) => (partial === 0 ? rows : countPartial(connection, name, index)));
  return rows + entries.reduce((sum, count) => sum + count, 0);
}

function countPartial(connection: Connection, table: string, index: string): number {
  const sql = connection.get<{ sql: string }>("SELECT sql FROM sqlite_schema WHERE type = 'index' AND name = ?", index)?.sql ?? "";
  const where = /\sWHERE\s(.*)$/is.exec(sql)?.[1];
  if (where === undefined) throw new Error(`the index ${index} has no condition that can be read`);
  return connection.get<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${where}`)?.n ?? 0;
}
