import { MERGE_HISTORY } from "../owner/access-history.ts";
import type { Connection } from "../store-context.ts";

/**
 * Tables whose rows a push leaves out: sessions and links of the desk, which would be open again
 * after they were ended.
 */
const LEFT_TABLES: readonly string[] = ["owner_session", "owner_link"];
/** Its requests are counted when a database is copied, except those in negative slots (inbox-table.ts). */
const INBOX = "engagement_inbox";

/** The fact with the id of the push that a database came with. */
export const ENDED_PUSH = "ended-push";

/** Facts of `meta` about the place where a database was. The site writes its own. */
const LEFT_FACTS: readonly string[] = [
  ...["first-key", "rows-today", "desk-attempts", "engagement-folded", ENDED_PUSH],
  ...["site", "desk", "retention", "troubles", "write-trial", "compaction-due", "salt"],
];

/** Facts of the site that a push does not end. The day's salt stays outside the database. */
const KEPT_FACTS: readonly string[] = ["first-key", "rows-today", "salt"];

/**
 * Tables in which rows of the site stay beside those of the file, and what an INSERT does with a row
 * whose key is there: the site's keys, because without a shell they are the only way in, and the
 * keys that must not come back.
 */
export const JOINED_TABLES: Readonly<Record<string, string>> = {
  access_history: MERGE_HISTORY,
  owner_key: "ON CONFLICT DO NOTHING",
  meta: "ON CONFLICT DO NOTHING",
};

/** Deletes what a push leaves out, from a copy of a database. */
export function dropLeftRows(connection: Connection): void {
  for (const table of LEFT_TABLES) connection.run(`DELETE FROM ${table}`);
  connection.run(`DELETE FROM ${INBOX} WHERE slot > 0`);
  connection.run(`DELETE FROM meta WHERE name IN (${LEFT_FACTS.map(() => "?").join(", ")})`, ...LEFT_FACTS);
}

/** Whether a row is one that a push leaves out. */
export function isLeftRow(table: string, key: string | null): boolean {
  if (table === INBOX) return key?.startsWith("-") !== true;
  return LEFT_TABLES.includes(table) || (table === "meta" && LEFT_FACTS.includes(key ?? ""));
}

/** Whether the site keeps its own row when a push begins. */
export function isKeptRow(table: string, key: string | null): boolean {
  return table === "meta" ? KEPT_FACTS.includes(key ?? "") : Object.hasOwn(JOINED_TABLES, table);
}
