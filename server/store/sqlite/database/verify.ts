import { existsSync } from "node:fs";
import type Database from "better-sqlite3";
import { COUNT_CHECKS } from "../../engine/stored-counts.ts";
import { type CheckedTable, queryUnfit, TABLE_SINCE, toUnfitSql, type UnfitRow, VALUE_CHECKS } from "../../engine/value-checks.ts";
import { StoreFileError } from "../../store-errors.ts";
import { requireOwnLog } from "./database-files.ts";
import { readSchemaVersion } from "./migrate.ts";
import { READ_ONLY, withDatabase } from "./open-database.ts";
import { checkSchema } from "./schema-check.ts";

export interface DatabaseReport {
  file: string;
  /** The schema's version. */
  version: number;
  /** Number of rows in each table. */
  rows: Record<string, number>;
  /** Problems, one line each; empty if the database is sound. */
  problems: string[];
}

/** Maximum number of lines of SQLite's own check to report. */
const PROBLEMS_MAX = 100;

/** The first schema version with everything that is counted. */
const COUNTS_VERSION = 2;

export interface VerifyOptions {
  /** A further check of a database whose schema is correct; returns the problems. */
  readonly check?: (database: Database.Database) => string[];
  /**
   * Which impossible values count as problems of the file. Default: those that harm readers.
   * `none`: the caller leaves such rows out one by one (`findUnfitRows`).
   */
  readonly values?: "all" | "harmful" | "none";
}

/**
 * Checks a database file: SQLite's integrity and foreign keys, the schema against the migrations,
 * and every stored count. Reads only. A server may be using the file.
 * @throws StoreFileError if it cannot be read at all or is not octavo's
 */
export function verifyDatabase(file: string, { check = () => [], values = "harmful" }: VerifyOptions = {}): DatabaseReport {
  if (!existsSync(file)) throw new StoreFileError(`${file} does not exist`, "name an existing database file");
  requireOwnLog(file);
  try {
    return withDatabase(file, READ_ONLY, (database) => {
      // Keeps SQLite from running code in a foreign schema.
      database.pragma("trusted_schema = OFF");
      const foreign = checkSchema(database, readSchemaVersion(database));
      if (foreign.length > 0) return { file: database.name, version: readSchemaVersion(database), rows: {}, problems: foreign };
      const report = inspectDatabase(database);
      // Version 0 is an empty file.
      if (report.version > 0) report.problems.push(...checkValues(database, report.version, values), ...check(database));
      return report;
    });
  } catch (error) {
    if (error instanceof StoreFileError) throw error;
    const said = error instanceof Error ? error.message : String(error);
    throw new StoreFileError(`${file} cannot be read as a database: ${said}`, "restore a backup with `octavo db restore`", {
      cause: error,
    });
  }
}

/** Like `verifyDatabase`, on an open handle, in one snapshot. */
export function inspectDatabase(database: Database.Database): DatabaseReport {
  const inspect = database.transaction((): DatabaseReport => {
    const version = readSchemaVersion(database);
    const problems = [...checkFile(database), ...(version >= COUNTS_VERSION ? checkCounts(database) : [])];
    return { file: database.name, version, rows: countRows(database), problems };
  });
  return inspect();
}

function checkValues(database: Database.Database, version: number, values: VerifyOptions["values"]): string[] {
  if (values === "none") return [];
  const query = (sql: string): UnfitRow[] => database.prepare<[], UnfitRow>(sql).all();
  return VALUE_CHECKS.filter(
    ({ table, since = TABLE_SINCE[table], isHarmless }) => since <= version && (values === "all" || isHarmless !== true),
  ).flatMap((check) => queryUnfit(check, query));
}

/** The problem of each row with values that no server writes, by its number in decimal digits. */
export function findUnfitRows(database: Database.Database, table: CheckedTable): Map<string, string> {
  const unfit = new Map<string, string>();
  for (const check of VALUE_CHECKS) {
    if (check.table !== table) continue;
    for (const { row, what } of database.prepare<[], UnfitRow>(toUnfitSql(check)).iterate()) if (!unfit.has(row)) unfit.set(row, what);
  }
  return unfit;
}

/** Row counts of octavo's tables, by name. */
function countRows(database: Database.Database): Record<string, number> {
  const tables = database
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_litestream_*' ORDER BY name",
    )
    .all();
  return Object.fromEntries(
    tables.map(({ name }) => [
      name,
      database.prepare<[], { n: number }>(`SELECT count(*) AS n FROM "${name.replaceAll('"', '""')}"`).get()?.n ?? 0,
    ]),
  );
}

function checkFile(database: Database.Database): string[] {
  const integrity = database.pragma(`integrity_check(${PROBLEMS_MAX})`) as { integrity_check: string }[];
  const keys = database.pragma("foreign_key_check") as { table: string; rowid: number | null; parent: string }[];
  return [
    ...integrity.map((row) => row.integrity_check).filter((line) => line !== "ok"),
    ...keys.slice(0, PROBLEMS_MAX).map((row) => `row ${row.rowid ?? "?"} of ${row.table} refers to a missing row of ${row.parent}`),
  ];
}

function checkCounts(database: Database.Database): string[] {
  return COUNT_CHECKS.flatMap((sql) =>
    database
      .prepare<[number], { what: string; stored: number; counted: number }>(`SELECT * FROM (${sql}) WHERE stored <> counted LIMIT ?`)
      .all(PROBLEMS_MAX)
      .map(({ what, stored, counted }) => `${what}: ${stored} stored, ${counted} counted`),
  );
}
