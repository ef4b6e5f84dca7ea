import { DAY_MS, dayOf, findEarliest } from "../../../days.ts";
import type { CommentState } from "../../comment-types.ts";
import type { RetentionReport } from "../../maintenance-types.ts";
import type { Retention } from "../../privacy-types.ts";
import { eraseComment } from "../comments/comment-changes.ts";
import { keepEventsFrom } from "../database/meta.ts";
import { countEvents, deletePacks, findFirstDay, packIds } from "../engagement/event-packs.ts";
import { eraseInquiry } from "../inquiry-store.ts";
import type { Connection, SqlValue, StoreContext } from "../store-context.ts";
import { UNCONFIRMED_MS } from "../subscription-store.ts";

/**
 * Maximum number of comments or inquiries erased by one write, because each takes several
 * statements.
 */
const ERASED_A_RECORD = 50;
/** Maximum number of rows changed by one statement. */
const CHUNK = 500;

/** Rows past their retention period. */
interface Over {
  readonly table: "comment" | "inquiry" | "reply_subscription";
  readonly where: string;
  readonly values: SqlValue[];
}

/** Counts from the last decision or edit. The first condition uses the index. */
function commentsOver(state: CommentState, days: number | null, now: number): Over | null {
  if (days === null) return null;
  const until = now - days * DAY_MS;
  return {
    table: "comment",
    where: "state = ? AND created_at <= ? AND max(coalesce(edited_at, 0), coalesce(decided_at, 0)) <= ?",
    values: [state, until, until],
  };
}

function inquiriesOver({ inquiries, spam }: Retention, now: number): Over[] {
  return [
    ...(inquiries === null ? [] : [{ table: "inquiry" as const, where: "created_at <= ?", values: [now - inquiries * DAY_MS] }]),
    ...(spam === null ? [] : [{ table: "inquiry" as const, where: "state = 'spam' AND created_at <= ?", values: [now - spam * DAY_MS] }]),
  ];
}

function emailsOver({ emails }: Retention, now: number): Over | null {
  return emails === null
    ? null
    : { table: "comment", where: "author_email IS NOT NULL AND created_at <= ?", values: [now - emails * DAY_MS] };
}

/** Unconfirmed subscriptions, and addresses past the retention of comments' addresses. */
function subscriptionsOver({ emails }: Retention, now: number): Over {
  return {
    table: "reply_subscription",
    where: "created_at <= ? OR (confirmed_at IS NULL AND created_at <= ?)",
    values: [emails === null ? -1 : now - emails * DAY_MS, now - UNCONFIRMED_MS],
  };
}

/** Packs of whole UTC days past the retention; null if all are kept. */
function packsOver({ events }: Retention, now: number): ReturnType<typeof packIds> | null {
  return events === null ? null : packIds(0, dayOf(now) - events - 1);
}

/** Deletes rows past the owner's retention, in short batches between other writes. */
export async function sweep(
  { connection, clock, write }: StoreContext,
  retention: Retention,
  isStopped: () => boolean,
): Promise<RetentionReport> {
  const now = clock();
  /** Repeats a batch until it finds fewer rows than its limit. */
  const repeat = async (most: number, batch: () => number): Promise<number> => {
    for (let total = 0; ; ) {
      if (isStopped()) return total;
      const done = await write(batch);
      total += done;
      if (done < most) return total;
    }
  };
  const eraseComments = async (over: Over | null): Promise<number> =>
    over === null
      ? 0
      : repeat(ERASED_A_RECORD, () => {
          const sql = `SELECT id, state FROM comment WHERE ${over.where} ORDER BY created_at, id LIMIT ${ERASED_A_RECORD}`;
          const rows = connection.all<{ id: number; state: CommentState }>(sql, ...over.values);
          for (const { id, state } of rows) eraseComment(connection, id, state, now);
          return rows.length;
        });
  const eraseInquiries = ({ where, values }: Over): Promise<number> =>
    repeat(ERASED_A_RECORD, () => {
      const sql = `SELECT public_id AS id FROM inquiry WHERE ${where} ORDER BY created_at, inquiry.id LIMIT ${ERASED_A_RECORD}`;
      const rows = connection.all<{ id: string }>(sql, ...values);
      for (const { id } of rows) eraseInquiry(connection, id);
      return rows.length;
    });
  const change = async (over: Over | null, verb: string): Promise<number> =>
    over === null ? 0 : repeat(CHUNK, () => connection.run(`${verb} WHERE (${over.where}) LIMIT ${CHUNK}`, ...over.values));

  const rejected = await eraseComments(commentsOver("rejected", retention.rejected, now));
  const spam = await eraseComments(commentsOver("spam", retention.spam, now));
  const emails = await change(emailsOver(retention, now), "UPDATE comment SET author_email = NULL");
  await change(subscriptionsOver(retention, now), "DELETE FROM reply_subscription");
  let inquiries = 0;
  for (const over of inquiriesOver(retention, now)) inquiries += await eraseInquiries(over);
  const { events: days } = retention;
  // Done first, so that figures of days with half their events deleted are never reported as wrong.
  if (days !== null && !isStopped()) await keepEventsFrom(connection, write, dayOf(now) - days);
  const events = await sweepEvents({ connection, write }, packsOver(retention, now), isStopped);
  return { comments: rejected + spam, emails, inquiries, events };
}

/** @returns how many events were deleted */
async function sweepEvents(
  { connection, write }: Pick<StoreContext, "connection" | "write">,
  range: ReturnType<typeof packIds> | null,
  isStopped: () => boolean,
): Promise<number> {
  let total = 0;
  while (range !== null && !isStopped()) {
    const { packs, events } = await write(() => deletePacks(connection, range, CHUNK));
    total += events;
    if (packs < CHUNK) break;
  }
  return total;
}

/** Number of rows that a sweep would delete now. */
export function countDue(connection: Connection, retention: Retention, now: number): RetentionReport {
  /** A row that meets several conditions is counted once. */
  const count = (...all: readonly (Over | null)[]): number => {
    const overs = all.filter((over) => over !== null);
    if (overs.length === 0) return 0;
    const ids = overs.map(({ table, where }) => `SELECT id FROM ${table} WHERE ${where}`).join(" UNION ");
    return connection.get<{ n: number }>(`SELECT count(*) AS n FROM (${ids})`, ...overs.flatMap(({ values }) => values))?.n ?? 0;
  };
  const packs = packsOver(retention, now);
  return {
    comments: count(commentsOver("rejected", retention.rejected, now), commentsOver("spam", retention.spam, now)),
    emails: count(emailsOver(retention, now)),
    inquiries: count(...inquiriesOver(retention, now)),
    events: packs === null ? 0 : countEvents(connection, packs),
  };
}

/** When the next row will be past the owner's retention, in ms since 1970; null if none will be. */
export function findNextSweep(connection: Connection, { rejected, spam, emails, inquiries, events }: Retention): number | null {
  const find = (sql: string, ...values: SqlValue[]): number | null =>
    connection.get<{ value: number | null }>(sql, ...values)?.value ?? null;
  const decided = "SELECT min(max(created_at, coalesce(edited_at, 0), coalesce(decided_at, 0))) AS value FROM comment WHERE state = ?";
  const afterDays = (days: number | null, sql: string, ...values: SqlValue[]): number[] => {
    const at = days === null ? null : find(sql, ...values);
    return at === null || days === null ? [] : [at + days * DAY_MS];
  };
  const firstDay = events === null ? null : findFirstDay(connection);
  const dues = [
    ...afterDays(rejected, decided, "rejected"),
    ...afterDays(spam, decided, "spam"),
    ...afterDays(emails, "SELECT min(created_at) AS value FROM comment WHERE author_email IS NOT NULL"),
    ...afterDays(emails, "SELECT min(created_at) AS value FROM reply_subscription"),
    ...afterDays(UNCONFIRMED_MS / DAY_MS, "SELECT min(created_at) AS value FROM reply_subscription WHERE confirmed_at IS NULL"),
    ...afterDays(inquiries, "SELECT min(created_at) AS value FROM inquiry"),
    ...afterDays(spam, "SELECT min(created_at) AS value FROM inquiry WHERE state = 'spam'"),
    ...(events === null || firstDay === null ? [] : [(firstDay + events + 1) * DAY_MS]),
  ];
  return findEarliest(...dues);
}
