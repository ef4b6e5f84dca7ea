import { existsSync } from "node:fs";
import type { z } from "zod";
import { erasureList } from "../../server/owner/database/backup-database.ts";
import type { databaseTarget } from "../../server/owner/database/fill-tables.ts";
import { parseKey } from "../../server/owner/keys/key-text.ts";
import type { Owner } from "../../server/owner/owner-operation.ts";
import { BACKUP_ERASURES_SUFFIX, readErasures } from "../../server/privacy/erasure-file.ts";
import { type Erasure, mergeErasures, StoredErasures } from "../../server/privacy/erasure-record.ts";
import { describeForeign, FOREIGN_REMEDY, findForeignErasures } from "../../server/privacy/foreign-erasures.ts";
import { SCHEMA_VERSION } from "../../server/store/engine/migrations.ts";
import { holdsAnythingUntil, readAppliedErasures } from "../../server/store/sqlite/privacy/applied-erasures.ts";
import { findLongestRow } from "../../server/store/sqlite/transfer/longest-row.ts";
import { countWrites } from "../../server/store/sqlite/transfer/write-cost.ts";
import { SANITIZER_VERSION } from "../../server/text/sanitizer-version.ts";
import { CliError } from "../io.ts";
import { erasuresFileOf } from "../privacy/listed-erasures.ts";
import type { PushedCopy } from "./pushed-copy.ts";

/** Checks everything that can be known before a push empties the site's database. */

/** The site's description of itself. */
export type PushTarget = z.output<(typeof databaseTarget)["output"]>;

/** @throws CliError with the steps that the owner must take first */
export function requireTarget(target: PushTarget, secrets: string, force: boolean): void {
  if (target.version !== SCHEMA_VERSION)
    throw new CliError(`the site has version ${target.version} of the schema, but this program has version ${SCHEMA_VERSION}`, {
      hint: sameVersion(target.version < SCHEMA_VERSION),
    });
  if (target.sanitizer !== SANITIZER_VERSION)
    throw new CliError(
      `the site renders comments with sanitizer version ${target.sanitizer}, but this program uses version ${SANITIZER_VERSION}`,
      {
        hint: sameVersion(target.sanitizer < SANITIZER_VERSION),
      },
    );
  if (target.secrets !== secrets)
    throw new CliError(`the database uses the secrets ${secrets}, but the site uses ${target.secrets}`, {
      hint: "first give the site the database's secrets.json: octavo secrets export",
    });
  if (target.occupied.length === 0 || force) return;
  const found = target.occupied.map(({ name, rows }) => `${name} (${rows})`).join(", ");
  throw new CliError(`the site's database is not empty: ${found}`, {
    hint: "copy it with octavo db pull; with --force, a push empties it first",
  });
}

function sameVersion(isSiteOlder: boolean): string {
  return isSiteOlder ? "deploy this version of octavo first" : "update this command";
}

/**
 * @returns the size of the longest row, in bytes
 * @throws CliError for a row or a table that the site cannot accept
 */
export function requireFit({ connection, layouts }: PushedCopy, { tables, rowMaxBytes }: PushTarget): number {
  const unknown = layouts.map(({ name }) => name).filter((name) => !tables.includes(name));
  if (unknown.length > 0)
    throw new CliError(`the site has no table ${unknown.join(", ")}`, { hint: "use the same version of octavo on both sides" });
  const longest = findLongestRow(connection, layouts);
  if (longest === null || longest.bytes <= rowMaxBytes) return longest?.bytes ?? 0;
  throw new CliError(
    `a row of ${longest.table} (${longest.place}) has ${longest.bytes} bytes, but the site accepts rows of at most ${rowMaxBytes}`,
    { hint: "shorten its text in a copy of the file, or keep using the file on a server of your own" },
  );
}

/**
 * @param rowsADay rows per day in the plan, as given by the owner; null to use the number that the
 * site reports
 * @param leavesEvents whether raw events are already left out
 * @throws CliError if the site's plan has too few rows left today
 */
export function requireAffordable(
  { connection, layouts }: PushedCopy,
  target: PushTarget,
  cost: number,
  rowsADay: number | null,
  leavesEvents: boolean,
): void {
  const most = rowsADay ?? target.rowsADay ?? Number.POSITIVE_INFINITY;
  if (cost + target.rowsToday <= most) return;
  const largest = layouts
    .map((layout) => ({ name: layout.name, rows: countWrites(connection, layout) }))
    .sort((a, b) => b.rows - a.rows)
    .slice(0, 3);
  const tables = largest.map(({ name, rows }) => `${name} ${rows}`).join(", ");
  const used = cost <= most ? `, of which it has written ${target.rowsToday} today` : "";
  throw new CliError(`the site would write ${cost} rows, but its plan allows ${most} per day${used} (largest tables: ${tables})`, {
    hint:
      cost <= most
        ? "push after midnight UTC; if you have another plan, use --rows-a-day 1000000"
        : leavesEvents
          ? "leave out more events, or state how many rows a day the plan allows: --rows-a-day 1000000"
          : "leave out raw events with --without-events, or keep only recent ones with --days 7; if you have another plan, use --rows-a-day 1000000",
  });
}

/**
 * @param key this command's key
 * @throws CliError if the file lists this key as revoked, because the push would make it invalid
 */
export function requireLiveKey({ connection }: PushedCopy, key: string): void {
  const sql = "SELECT 1 FROM access_history WHERE id = ? AND revoked_at IS NOT NULL";
  if (connection.get(sql, parseKey(key)?.id ?? "") === undefined) return;
  throw new CliError("the file lists this command's key as revoked, and the push would revoke it", {
    hint: "push with another key; octavo secrets export creates one",
  });
}

/**
 * Reads the list of erasures next to the file and the list in its folder.
 * @returns null if there is none
 * @throws CliError if the site could not repeat one of these erasures, or one on its own list
 */
export async function requireErasures(
  owner: Owner,
  { connection }: PushedCopy,
  source: string,
  { erasureSecrets }: PushTarget,
): Promise<readonly Erasure[] | null> {
  const lists = [erasuresFileOf(source), `${source}${BACKUP_ERASURES_SUFFIX}`].filter((file) => existsSync(file));
  const erasures = mergeErasures(...lists.map((file) => readErasures(file) ?? []));
  const { text } = await owner(erasureList, {});
  const listed = text === null ? [] : StoredErasures.parse(JSON.parse(text)).erasures;
  const privacy = {
    appliedErasures: async () => readAppliedErasures(connection),
    holdsAnythingUntil: async (until: number) => holdsAnythingUntil(connection, until),
  };
  const foreign = await findForeignErasures(privacy, mergeErasures(erasures, listed), erasureSecrets);
  if (foreign.length > 0) throw new CliError(describeForeign(foreign), { hint: FOREIGN_REMEDY });
  return lists.length === 0 ? null : erasures;
}
