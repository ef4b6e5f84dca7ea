import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import {
  COMMENT_AUTHOR_NAME_MAX,
  COMMENT_AUTHOR_URL_MAX,
  COMMENT_BODY_MAX,
  EMAIL_MAX,
  INQUIRY_MESSAGE_MAX,
  INQUIRY_NAME_MAX,
} from "../../../../contract/limits.ts";
import { COUNT_CHECKS } from "../../engine/stored-counts.ts";
import { StoreFileError } from "../../store-errors.ts";
import { requireOwnLog } from "./database-files.ts";
import { readSchemaVersion } from "./migrate.ts";
import { checkSchema } from "./schema-check.ts";

export interface DatabaseReport {
  file: string;
  /** The schema's version. */
  version: number;
  /** Rows of each table. */
  rows: Record<string, number>;
  /** Problems, one line each; empty if the database is sound. */
  problems: string[];
}

/** Most lines of SQLite's own check to report. */
const PROBLEMS_MAX = 100;

/** The first schema version with everything that is counted. */
const COUNTS_VERSION = 2;

/** 0000-01-01 to 9999-12-31, ms since 1970: RFC 3339 has no other years. */
const INSTANT_RANGE = "-62167219200000 AND 253402300799999";
/** Browsers percent-encode each character of a URL as up to four bytes of three characters. */
const STORED_URL_MAX = COMMENT_AUTHOR_URL_MAX * 12;

interface ValueCheck {
  readonly table: CheckedTable;
  readonly what: string;
  /** The first schema version that has the checked tables. */
  readonly since: number;
  /** The value does not harm readers: a backup that contains it can still be restored. */
  readonly isHarmless?: true;
  /** Matches the wrong rows. */
  readonly where: string;
}

/** Tables whose values are checked. */
type CheckedTable = "comment" | "inquiry";

const TABLE_SINCE: Readonly<Record<CheckedTable, number>> = { comment: 1, inquiry: 2 };

/** Values that the server never writes and that harm readers of the API. */
const VALUE_CHECKS: readonly ValueCheck[] = [
  {
    ...{ table: "comment", since: 1, what: "has an address that is no http(s) URL" },
    where: "author_url NOT LIKE 'http://%' AND author_url NOT LIKE 'https://%'",
  },
  ...(["comment", "inquiry"] as const).flatMap((table): ValueCheck[] => [
    { table, since: TABLE_SINCE[table], what: "has an impossible row number", where: `id NOT BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}` },
    { table, since: TABLE_SINCE[table], what: "has an invalid id", where: "public_id GLOB '*[^0-9A-Za-z_-]*'" },
  ]),
  ...["created_at", "edited_at", "decided_at"].map((column) => checkInstant("comment", column)),
  checkInstant("inquiry", "created_at"),
  {
    ...{ table: "inquiry", since: 9, what: "has a note with an impossible time" },
    where: `EXISTS (SELECT 1 FROM inquiry_note WHERE inquiry_id = inquiry.id AND at NOT BETWEEN ${INSTANT_RANGE})`,
  },
  { table: "comment", since: 1, what: "has an impossible revision", where: `revision > ${Number.MAX_SAFE_INTEGER}` },
  // Comments from other systems are kept whole.
  {
    table: "comment",
    since: 10,
    what: "has a text that is too long",
    isHarmless: true,
    where: `import_key IS NULL AND length(body) > ${COMMENT_BODY_MAX}`,
  },
  { table: "inquiry", since: 2, what: "has a text that is too long", isHarmless: true, where: `length(message) > ${INQUIRY_MESSAGE_MAX}` },
  checkLength("comment", "author_name", COMMENT_AUTHOR_NAME_MAX),
  checkLength("comment", "author_url", STORED_URL_MAX),
  checkLength("comment", "author_email", EMAIL_MAX),
  checkLength("inquiry", "name", INQUIRY_NAME_MAX),
  checkLength("inquiry", "email", EMAIL_MAX),
  ...["author_name", "author_url", "author_email"].map((column) => checkControls("comment", column)),
  ...["name", "email"].map((column) => checkControls("inquiry", column)),
  checkControls("comment", "body", { linesAllowed: true }),
  checkControls("inquiry", "message", { linesAllowed: true }),
];

function checkInstant(table: CheckedTable, column: string): ValueCheck {
  return { table, since: TABLE_SINCE[table], what: `has an impossible time (${column})`, where: `${column} NOT BETWEEN ${INSTANT_RANGE}` };
}

function checkLength(table: CheckedTable, column: string, max: number): ValueCheck {
  return {
    table,
    since: TABLE_SINCE[table],
    isHarmless: true,
    what: `has a value that is too long (${column})`,
    where: `length(${column}) > ${max}`,
  };
}

function checkControls(table: CheckedTable, column: string, { linesAllowed = false } = {}): ValueCheck {
  const low = linesAllowed ? "char(1) || '-' || char(8) || char(11) || '-' || char(31)" : "char(1) || '-' || char(31)";
  const pattern = `'*[' || ${low} || char(127) || '-' || char(159) || ']*'`;
  // In SQLite, patterns and lengths end at a NUL.
  return {
    table,
    since: TABLE_SINCE[table],
    isHarmless: true,
    what: `has control characters (${column})`,
    where: `${column} GLOB ${pattern} OR instr(${column}, char(0)) > 0`,
  };
}

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
  let database: Database.Database | null = null;
  try {
    database = new Database(file, { readonly: true, fileMustExist: true });
    // Runs no code of a foreign schema.
    database.pragma("trusted_schema = OFF");
    const foreign = checkSchema(database, readSchemaVersion(database));
    if (foreign.length > 0) return { file: database.name, version: readSchemaVersion(database), rows: {}, problems: foreign };
    const report = inspectDatabase(database);
    // Version 0 is an empty file.
    if (report.version > 0) report.problems.push(...checkValues(database, report.version, values), ...check(database));
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
  return VALUE_CHECKS.filter(({ since, isHarmless }) => since <= version && (values === "all" || isHarmless !== true))
    .flatMap((check) => database.prepare<[number], UnfitRow>(`${toSql(check)} LIMIT ?`).all(PROBLEMS_MAX))
    .map(({ what }) => what);
}

interface UnfitRow {
  readonly row: string;
  readonly what: string;
}

/** The problem of each row with values that no server writes, by its number in decimal digits. */
export function findUnfitRows(database: Database.Database, table: CheckedTable): Map<string, string> {
  const unfit = new Map<string, string>();
  for (const check of VALUE_CHECKS) {
    if (check.table !== table) continue;
    for (const { row, what } of database.prepare<[], UnfitRow>(toSql(check)).iterate()) if (!unfit.has(row)) unfit.set(row, what);
  }
  return unfit;
}

/** A public id with other characters is not printed. */
function toSql({ table, what, where }: ValueCheck): string {
  const name = "CASE WHEN public_id GLOB '*[^0-9A-Za-z_-]*' THEN 'in row ' || id ELSE public_id END";
  return `SELECT CAST(id AS TEXT) AS row, '${table} ' || ${name} || ' ${what}' AS what FROM ${table} WHERE ${where}`;
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
