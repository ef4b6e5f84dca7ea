import { DAY_MS, dayOf, findEarliest, HOUR_MS } from "../../../days.ts";
import { MAIL_CHANNEL, type NoticeStore } from "../../notice-types.ts";
import type { Connection, SqlValue, StoreContext } from "../store-context.ts";

/** From the first pending comment to its notice, in ms, because a second one often follows soon. */
export const COMMENTS_DELAY_MS = 60_000;
/** Shortest time between two notices of pending comments, in ms. */
export const COMMENTS_INTERVAL_MS = HOUR_MS;
/** Maximum number of individual notices of inquiries per hour. */
export const INQUIRIES_AN_HOUR = 20;

export function createNoticeDues({ connection, read }: StoreContext): Pick<NoticeStore, "nextDue"> {
  return {
    nextDue: (channels, { withoutComments = false } = {}) =>
      read((now) => {
        if (channels.length === 0) return null;
        return findEarliest(
          findMessage(connection, channels),
          withoutComments ? null : findComments(connection),
          findInquiries(connection, now),
          channels.includes(MAIL_CHANNEL) ? findSubscription(connection, now) : null,
        );
      }),
  };
}

function findAt(connection: Connection, sql: string, ...values: SqlValue[]): number | null {
  return connection.get<{ at: number | null }>(sql, ...values)?.at ?? null;
}

function findMessage(connection: Connection, channels: readonly string[]): number | null {
  const sql = `SELECT min(max(due_at, coalesce(lease_until, 0))) AS at FROM outbox
    WHERE state = 'waiting' AND channel IN (SELECT value FROM json_each(?))`;
  return findAt(connection, sql, JSON.stringify(channels));
}

function findComments(connection: Connection): number | null {
  const first = findAt(
    connection,
    `SELECT min(notice_event.at) AS at FROM notice_event JOIN comment ON comment.public_id = notice_event.subject
     WHERE kind = 'comment' AND comment.state = 'pending'`,
  );
  if (first === null) return null;
  const last = findAt(connection, "SELECT max(created_at) AS at FROM outbox WHERE kind = 'comments'");
  return Math.max(first + COMMENTS_DELAY_MS, last === null ? 0 : last + COMMENTS_INTERVAL_MS);
}

function findInquiries(connection: Connection, now: number): number | null {
  const first = findAt(connection, "SELECT min(at) AS at FROM notice_event WHERE kind = 'inquiry'");
  if (first === null) return null;
  const sent = connection.get<{ n: number; at: number | null }>(
    "SELECT count(DISTINCT public_id) AS n, min(created_at) AS at FROM outbox WHERE kind = 'inquiries' AND created_at > ?",
    now - HOUR_MS,
  );
  return sent?.at == null || sent.n < INQUIRIES_AN_HOUR ? first : sent.at + HOUR_MS;
}

/** Selects in the same way as `planSubscriptions`. */
function findSubscription(connection: Connection, now: number): number | null {
  const tomorrow = dayOf(now) + 1;
  return findAt(
    connection,
    `SELECT min(max(coalesce(told_at + ${DAY_MS}, 0), CASE WHEN confirmed_at IS NULL
       AND EXISTS (SELECT 1 FROM quota WHERE day = ? AND key = 'confirmation:' || hex(address_hash)) THEN ? ELSE 0 END)) AS at
     FROM reply_subscription WHERE due = 1`,
    tomorrow - 1,
    tomorrow * DAY_MS,
  );
}
