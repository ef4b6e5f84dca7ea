import { dayOf, fromDayText, HOURS_A_DAY } from "../../../days.ts";
import type { EngagementStore, PurgedEngagement } from "../../engagement-types.ts";
import type { SqlValue, StoreContext } from "../store-context.ts";
import { deletePacks, packIds } from "./event-packs.ts";
import { OTHER_ID } from "./labels.ts";
import { monthOf, reopenMonths } from "./month-rollups.ts";

/** Maximum number of rows deleted by one write, so that other writes can run in between. */
const CHUNK = 500;
/** Maximum number of texts overwritten by one write. */
const TEXT_CHUNK = 1_000;
/**
 * How long, in ms, a day still gets records after its end, because a record may be old (`ageMs`).
 * This is twice the contract's limit.
 */
const LATE_MS = 600_000;
/** Replaces a deleted text. Texts are unique. */
const EMPTY_TEXT = "'(purged ' || id || ')'";

/** The number of the last day that gets no more records. */
function lastClosedDay(now: number): number {
  return dayOf(now - LATE_MS) - 1;
}

/** @throws RangeError for a day that may still get records, because a server caches its counts */
export async function purgeEngagement(
  context: StoreContext,
  { fromDay, toDay }: Parameters<EngagementStore["purge"]>[0],
): Promise<PurgedEngagement> {
  const { connection, clock, write } = context;
  const [from, to] = [fromDayText(fromDay), fromDayText(toDay)];
  if (to > lastClosedDay(clock())) throw new RangeError(`${toDay} has not ended: its records are still being counted`);
  const deleteAll = async (sql: string, ...values: SqlValue[]): Promise<number> => {
    for (let total = 0; ; ) {
      const deleted = await write(() => connection.run(`DELETE FROM ${sql} LIMIT ${CHUNK}`, ...values));
      total += deleted;
      if (deleted < CHUNK) return total;
    }
  };
  const [firstMonth, lastMonth] = [monthOf(from), monthOf(to)];
  // From now on, the remaining days are counted individually.
  await write(() => reopenMonths(connection, firstMonth, lastMonth));
  const events = await deleteEvents(context, from, to);
  let figures = await deleteAll("rollup_hour WHERE hour BETWEEN ? AND ?", from * HOURS_A_DAY, to * HOURS_A_DAY + HOURS_A_DAY - 1);
  for (const table of ["rollup_day", "rollup_read", "site_day", "dropped_day", "dimension_day", "empty_search_day", "estimate_day"])
    figures += await deleteAll(`${table} WHERE day BETWEEN ? AND ?`, from, to);
  for (const table of ["rollup_month", "read_month"])
    figures += await deleteAll(`${table} WHERE month BETWEEN ? AND ?`, firstMonth, lastMonth);
  const texts = await overwriteUnusedTexts(context);
  // Deleted rows are zeroed in the database, but remain in the log until a checkpoint empties it.
  context.emptyLog();
  return { events, figures, texts };
}

async function deleteEvents({ connection, write }: StoreContext, from: number, to: number): Promise<number> {
  for (let total = 0; ; ) {
    const { packs, events } = await write(() => deletePacks(connection, packIds(from, to), CHUNK));
    total += events;
    if (packs < CHUNK) return total;
  }
}

/**
 * Overwrites unused texts. Rows of `label` stay, because deleting one makes SQLite search every
 * table that could refer to it.
 */
async function overwriteUnusedTexts({ connection, clock, read, write }: StoreContext): Promise<number> {
  const unused = await read(() =>
    connection.all<{ id: number }>(
      `SELECT id FROM label WHERE id <> ${OTHER_ID} AND text <> ${EMPTY_TEXT}
       AND id NOT IN (SELECT label_id FROM rollup_day UNION SELECT label_id FROM rollup_month)`,
    ),
  );
  let texts = 0;
  for (let at = 0; at < unused.length; at += TEXT_CHUNK) {
    const ids = JSON.stringify(unused.slice(at, at + TEXT_CHUNK).map(({ id }) => id));
    texts += await write(() =>
      connection.run(
        // A text that has been counted in the meantime is in use again.
        `UPDATE label SET text = ${EMPTY_TEXT} WHERE id IN (SELECT value FROM json_each(?))
         AND id NOT IN (SELECT label_id FROM rollup_day WHERE day >= ?)`,
        ids,
        dayOf(clock() - LATE_MS),
      ),
    );
  }
  return texts;
}
