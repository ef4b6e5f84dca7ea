import type Database from "better-sqlite3";
import { MIGRATIONS } from "../../engine/migrations.ts";
import { migrate } from "./migrate.ts";
import { withDatabase } from "./open-database.ts";

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

/**
 * Tables that an owner's tools create and octavo never reads: the tables of `ANALYZE`, and two
 * numeric tables of Litestream.
 */
const OF_TOOLS = /^CREATE TABLE (?:sqlite_stat[134]\(|_litestream_(?:seq ?\(id INTEGER PRIMARY KEY, seq INTEGER|lock ?\(id INTEGER)\)$)/;

/**
 * Compares the schema with the one that the migrations produce. Anything else in a file could run
 * with every write (a trigger), or replace something that the program reads (a view, a generated
 * column).
 * @returns the differences, one line each
 */
export function checkSchema(database: Database.Database, version: number): string[] {
  const found = readSchema(database).filter(({ type, sql }) => !(type === "table" && OF_TOOLS.test(sql ?? "")));
  const wanted = new Map(expectedSchema(version).map((row) => [toKey(row), row.sql]));
  const seen = new Set(found.map(toKey));
  const foreign = found.flatMap((row) => {
    const sql = wanted.get(toKey(row));
    if (sql === undefined) return [`${row.type} ${row.name} is not part of octavo's schema`];
    return sql === row.sql ? [] : [`${row.type} ${row.name} differs from octavo's schema`];
  });
  const missing = [...wanted.keys()].filter((key) => !seen.has(key)).map((key) => `${key} is missing`);
  return [...foreign, ...missing];
}

function toKey({ type, name }: SchemaRow): string {
  return `${type} ${name}`;
}

function expectedSchema(version: number): SchemaRow[] {
  return withDatabase(":memory:", {}, (database) => {
    migrate(database, MIGRATIONS.slice(0, version));
    return readSchema(database);
  });
}

function readSchema(database: Database.Database): SchemaRow[] {
  return database.prepare<[], SchemaRow>("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").all();
}
