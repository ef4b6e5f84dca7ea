import { MERGE_HISTORY } from "../owner/access-history.ts";
import type { Connection } from "../store-context.ts";
import type { RowText } from "./table-rows.ts";

/**
 * Tables whose rows a push leaves out: sessions and links of the desk, which would otherwise become
 * valid again.
 */
const LEFT_TABLES: readonly string[] = ["owner_session", "owner_link"];
/**
 * Requests in this table are counted when a database is copied, except those in negative slots
 * (inbox-table.ts).
 */
const INBOX = "engagement_inbox";

/** The fact in `meta` that holds the id of the push that created the database. */
export const ENDED_PUSH = "ended-push";

/** Facts in `meta` about the server that the database came from. The site writes its own. */
const LEFT_FACTS: readonly string[] = [
  ...["first-key", "rows-today", "desk-attempts", "engagement-folded", ENDED_PUSH],
  ...["site", "desk", "retention", "incidents", "write-trial", "compaction-due", "salt", "repeated-list"],
];

/** Facts about the site that a push does not replace. The day's salt stays outside the database. */
const KEPT_FACTS: readonly string[] = ["first-key", "rows-today", "salt"];

/**
 * Tables in which the site's rows stay: its keys, which are the only access without a shell, and
 * the ids of keys that must not become valid again.
 */
export const KEPT_TABLES: readonly string[] = ["access_history", "owner_key", "meta"];

/**
 * Kept tables to which rows of the file are added as they arrive, with the conflict clause of the
 * INSERT. Keys from the file are added at the end of the push (arrived-keys.ts).
 */
export const JOINED_TABLES: Readonly<Record<string, string>> = {
  access_history: MERGE_HISTORY,
  meta: "ON CONFLICT DO NOTHING",
};

/** Deletes the rows that a push leaves out from a copy of a database. */
export function dropLeftRows(connection: Connection): void {
  for (const table of LEFT_TABLES) connection.run(`DELETE FROM ${table}`);
  connection.run(`DELETE FROM ${INBOX} WHERE slot > 0`);
  connection.run(`DELETE FROM meta WHERE name IN (${LEFT_FACTS.map(() => "?").join(", ")})`, ...LEFT_FACTS);
}

/** Whether a push leaves out a row. */
export function isLeftRow(table: string, key: string | null): boolean {
  if (table === INBOX) return key?.startsWith("-") !== true;
  return LEFT_TABLES.includes(table) || (table === "meta" && LEFT_FACTS.includes(key ?? ""));
}

/** Whether the site keeps its own row when a push begins. */
export function isKeptRow(table: string, key: string | null): boolean {
  return table === "meta" ? KEPT_FACTS.includes(key ?? "") : KEPT_TABLES.includes(table);
}

/**
 * Compares a joined table after the rows of a file have arrived.
 * @returns keys of rows that did not arrive unchanged, or that belong neither to the file nor to
 * the site
 */
export function findUnlikeRows(table: string, ofFile: readonly RowText[], there: readonly RowText[]): string[] {
  const values = new Map(there.map(([key = null, value = null]) => [key, value]));
  const keys = new Set(ofFile.map(([key = null]) => key));
  const isAs = (value: string | null, found: string | null | undefined): boolean =>
    // An id that was revoked in either database is revoked.
    table === "access_history" ? found !== undefined && (value === null || found !== null) : found === value;
  return [
    ...ofFile.filter(([key = null, value = null]) => !isAs(value, values.get(key))),
    ...there.filter(([key = null]) => !keys.has(key) && !isKeptRow(table, key)),
  ].map(([key]) => key ?? "");
}
