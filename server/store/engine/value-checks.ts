import {
  COMMENT_AUTHOR_NAME_MAX,
  COMMENT_AUTHOR_URL_MAX,
  COMMENT_BODY_MAX,
  EMAIL_MAX,
  INQUIRY_MESSAGE_MAX,
  INQUIRY_NAME_MAX,
} from "../../../contract/limits.ts";

/** Maximum number of rows to report per check. */
const ROWS_MAX = 100;
/** 0000-01-01 to 9999-12-31, in ms since 1970: RFC 3339 has no other years. */
const INSTANT_RANGE = "-62167219200000 AND 253402300799999";
/**
 * Browsers percent-encode each character of a URL as up to four bytes, with three characters per
 * byte.
 */
const STORED_URL_MAX = COMMENT_AUTHOR_URL_MAX * 12;

export interface ValueCheck {
  readonly table: CheckedTable;
  readonly what: string;
  /** The first schema version that has the checked tables and columns. Default: the table's. */
  readonly since?: number;
  /**
   * Whether the value does not harm readers, so that a backup that contains it can still be
   * restored.
   */
  readonly isHarmless?: true;
  /** Matches the invalid rows. */
  readonly where: string;
}

/** Tables whose values are checked. */
export type CheckedTable = "comment" | "inquiry";

/** The first schema version that has the table. */
export const TABLE_SINCE: Readonly<Record<CheckedTable, number>> = { comment: 1, inquiry: 2 };

/** Values that the server never writes and that harm readers of the API. */
export const VALUE_CHECKS: readonly ValueCheck[] = [
  {
    ...{ table: "comment", what: "has an address that is not an http(s) URL" },
    where: "author_url NOT LIKE 'http://%' AND author_url NOT LIKE 'https://%'",
  },
  ...(["comment", "inquiry"] as const).flatMap((table): ValueCheck[] => [
    { table, what: "has an impossible row number", where: `id NOT BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}` },
    { table, what: "has an invalid id", where: "public_id GLOB '*[^0-9A-Za-z_-]*'" },
  ]),
  ...["created_at", "edited_at", "decided_at"].map((column) => checkInstant("comment", column)),
  checkInstant("inquiry", "created_at"),
  {
    ...{ table: "inquiry", since: 9, what: "has a note with an impossible time" },
    where: `EXISTS (SELECT 1 FROM inquiry_note WHERE inquiry_id = inquiry.id AND at NOT BETWEEN ${INSTANT_RANGE})`,
  },
  { table: "comment", what: "has an impossible revision", where: `revision > ${Number.MAX_SAFE_INTEGER}` },
  // Comments from other systems are kept in full.
  {
    table: "comment",
    since: 10,
    what: "has a text that is too long",
    isHarmless: true,
    where: `import_key IS NULL AND length(body) > ${COMMENT_BODY_MAX}`,
  },
  { table: "inquiry", what: "has a text that is too long", isHarmless: true, where: `length(message) > ${INQUIRY_MESSAGE_MAX}` },
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
  return { table, what: `has an impossible time (${column})`, where: `${column} NOT BETWEEN ${INSTANT_RANGE}` };
}

function checkLength(table: CheckedTable, column: string, max: number): ValueCheck {
  return {
    table,
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
    isHarmless: true,
    what: `has control characters (${column})`,
    where: `${column} GLOB ${pattern} OR instr(${column}, char(0)) > 0`,
  };
}

export interface UnfitRow {
  readonly row: string;
  readonly what: string;
}

/** Does not print a public id with unexpected characters. */
export function toUnfitSql({ table, what, where }: ValueCheck): string {
  const name = "CASE WHEN public_id GLOB '*[^0-9A-Za-z_-]*' THEN 'in row ' || id ELSE public_id END";
  return `SELECT CAST(id AS TEXT) AS row, '${table} ' || ${name} || ' ${what}' AS what FROM ${table} WHERE ${where}`;
}

/** The first rows that a check finds. */
export function queryUnfit(check: ValueCheck, query: (sql: string) => readonly UnfitRow[]): string[] {
  return query(`${toUnfitSql(check)} LIMIT ${ROWS_MAX}`).map(({ what }) => what);
}

/** Finds values that harm readers in a database at the newest schema. */
export function checkHarmfulValues(query: (sql: string) => readonly UnfitRow[]): string[] {
  return VALUE_CHECKS.filter(({ isHarmless }) => isHarmless !== true).flatMap((check) => queryUnfit(check, query));
}
