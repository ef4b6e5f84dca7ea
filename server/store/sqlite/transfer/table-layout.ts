import type { Connection } from "../store-context.ts";

/** The column types that the STRICT tables use. */
export const COLUMN_TYPES = ["INTEGER", "REAL", "TEXT", "BLOB"] as const;

export interface CopiedColumn {
  readonly name: string;
  readonly type: (typeof COLUMN_TYPES)[number];
}

export interface TableLayout {
  readonly name: string;
  /** In the table's order, without generated columns. */
  readonly columns: readonly CopiedColumn[];
  /** The columns of the primary key, in its order. */
  readonly key: readonly CopiedColumn[];
}

/**
 * Tables of SQLite, of the platform and of Litestream begin with `sqlite_` or `_`. Tables that only
 * an object has begin with `octavo_` (object-schema.ts, arrived-keys.ts).
 */
const NAMES_SQL = `SELECT name FROM sqlite_schema
  WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_*' AND name NOT GLOB 'octavo_*' ORDER BY name`;

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  /** Place in the primary key, counted from 1; 0 if the column is not in it. */
  readonly pk: number;
}

/**
 * The tables of a database, each after the tables that its rows refer to. A Durable Object always
 * checks references, so rows are inserted in this order.
 * @throws Error for a table without a primary key or with a column of another type
 */
export function readLayouts(connection: Connection): readonly TableLayout[] {
  const waiting = new Map(connection.all<{ name: string }>(NAMES_SQL).map(({ name }) => [name, readParents(connection, name)]));
  const ordered: string[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting].filter(([, parents]) => parents.every((parent) => !waiting.has(parent))).map(([name]) => name);
    if (ready.length === 0) throw new Error(`these tables refer to each other in a circle: ${[...waiting.keys()].join(", ")}`);
    for (const name of ready) waiting.delete(name);
    ordered.push(...ready);
  }
  return ordered.map((name) => readLayout(connection, name));
}

/** Other tables that the rows refer to. */
function readParents(connection: Connection, name: string): string[] {
  const parents = connection.all<{ table: string }>(`PRAGMA foreign_key_list(${quoteName(name)})`);
  return parents.map(({ table }) => table).filter((table) => table !== name);
}

function readLayout(connection: Connection, name: string): TableLayout {
  const rows = connection.all<ColumnRow>(`PRAGMA table_info(${quoteName(name)})`);
  const columns = rows.map(({ name: column, type }) => ({ name: column, type: toType(type, `${name}.${column}`) }));
  const inKey = rows.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  if (inKey.length === 0) throw new Error(`the table ${name} has no primary key`);
  return { name, columns, key: inKey.map((row) => ({ name: row.name, type: toType(row.type, row.name) })) };
}

function toType(text: string, what: string): CopiedColumn["type"] {
  const found = COLUMN_TYPES.find((type) => type === text);
  if (found === undefined) throw new Error(`the column ${what} has the type ${text}: want ${COLUMN_TYPES.join(", ")}`);
  return found;
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
