import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { StoreFileError } from "../../store-errors.ts";
import { requireOwnLog } from "./database-files.ts";
import { readSchemaVersion } from "./migrate.ts";
import { checkSchema } from "./schema-check.ts";

export interface DatabaseReport {
  file: string;
  /** Of the schema. */
  version: number;
  /** Rows of each table. */
  rows: Record<string, number>;
  /** What is wrong, one line each; empty: sound. */
  problems: string[];
}

/** Lines of SQLite's own check that are reported. */
const PROBLEMS_MAX = 100;

/** Of the schema that has all that is counted. */
const COUNTS_VERSION = 2;

/** Counts that are kept beside what they count. Each query gives the rows that are wrong: `what`, `stored`, `counted`. */
const COUNT_CHECKS: readonly string[] = [
  `SELECT 'comments of ' || slug AS what, comment_count AS stored,
     (SELECT count(*) FROM comment WHERE post_id = post.id AND state = 'approved') AS counted FROM post`,
  `SELECT 'threads of ' || slug AS what, thread_count AS stored,
     (SELECT count(*) FROM comment WHERE post_id = post.id AND depth = 0 AND visible = 1) AS counted FROM post`,
  `SELECT 'likes of ' || slug AS what, like_count AS stored,
     (SELECT count(*) FROM post_like WHERE post_id = post.id AND liked = 1) AS counted FROM post`,
  `SELECT 'replies to ' || public_id AS what, reply_count AS stored,
     (SELECT coalesce(sum(reply.reply_count + (reply.state = 'approved')), 0) FROM comment AS reply WHERE reply.parent_id = comment.id) AS counted
   FROM comment`,
  `SELECT 'visible replies to ' || public_id AS what, visible_count AS stored,
     (SELECT coalesce(sum(reply.visible_count + reply.visible), 0) FROM comment AS reply WHERE reply.parent_id = comment.id) AS counted
   FROM comment`,
  `SELECT 'replies listed below ' || public_id AS what, visible_count AS stored,
     (SELECT count(*) FROM thread_member WHERE ancestor_id = comment.id) AS counted FROM comment WHERE depth < 5`,
];

/** What no write of the server leaves in a table, and readers of the API would be harmed by. Each query gives `what` is wrong. */
const VALUE_CHECKS: readonly string[] = [
  "SELECT 'comment ' || public_id || ' has an address that is no http(s) URL' AS what FROM comment WHERE author_url NOT LIKE 'http://%' AND author_url NOT LIKE 'https://%'",
  "SELECT 'comment ' || public_id || ' has the row ' || id AS what FROM comment WHERE id < 1",
];

export interface VerifyOptions {
  /** A further check of a database whose schema is as it should be; returns what is wrong. */
  readonly check?: (database: Database.Database) => string[];
}

/**
 * Checks a database file: SQLite's integrity and foreign keys, the schema against the migrations, and that every count is what it counts.
 * Reads only; a server may be running on it.
 *
 * @throws StoreFileError when it cannot be read at all or is not octavo's.
 */
export function verifyDatabase(file: string, { check = () => [] }: VerifyOptions = {}): DatabaseReport {
  if (!existsSync(file)) throw new StoreFileError(`there is no ${file}`, "name an existing database file");
  requireOwnLog(file);
  let database: Database.Database | null = null;
  try {
    database = new Database(file, { readonly: true, fileMustExist: true });
    // Nothing that a foreign schema brings along is run.
    database.pragma("trusted_schema = OFF");
    const foreign = checkSchema(database, readSchemaVersion(database));
    if (foreign.length > 0) return { file: database.name, version: readSchemaVersion(database), rows: {}, problems: foreign };
    const report = inspectDatabase(database);
    // A version 0 is an empty file.
    if (report.version > 0) report.problems.push(...checkValues(database), ...check(database));
    return report;
  } catch (error) {
    if (error instanceof StoreFileError) throw error;
    const said = error instanceof Error ? error.message : String(error);
    throw new StoreFileError(`${file} cannot be read as a database: ${said}`, "restore a backup with `octavo db restore`", {
      cause: error,
    });
  } finally {
    database?.close();
  }
}

/** As `verifyDatabase`, on an open handle, in one snapshot. */
export function inspectDatabase(database: Database.Database): DatabaseReport {
  const inspect = database.transaction((): DatabaseReport => {
    const version = readSchemaVersion(database);
    const problems = [...checkFile(database), ...(version >= COUNTS_VERSION ? checkCounts(database) : [])];
    return { file: database.name, version, rows: countRows(database), problems };
  });
  return inspect();
}

function checkValues(database: Database.Database): string[] {
  return VALUE_CHECKS.flatMap((sql) => database.prepare<[number], string>(`${sql} LIMIT ?`).pluck().all(PROBLEMS_MAX) as string[]);
}

/** Rows of each table, by its name. */
function countRows(database: Database.Database): Record<string, number> {
  const tables = database
    .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
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
    ...keys.slice(0, PROBLEMS_MAX).map((row) => `row ${row.rowid ?? "?"} of ${row.table} names a row of ${row.parent} that does not exist`),
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
