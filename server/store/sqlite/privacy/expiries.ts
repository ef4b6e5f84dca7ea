import { DAY_MS, dayOf, findEarliest } from "../../../days.ts";
import { SELECTION_UNDO_DAYS } from "../../selection-types.ts";
import { DUPLICATE_MS } from "../comments/comment-store.ts";
import { IDEMPOTENCY_MS } from "../idempotency.ts";
import type { Connection } from "../store-context.ts";

/** How long the keys of a comment's author are kept for a ban, in ms. */
const AUTHOR_KEY_MS = 30 * DAY_MS;
/** How long notices are kept after they were sent, or while no channel is configured, in ms. */
const NOTICE_MS = 90 * DAY_MS;
/**
 * How long visitor keys outlive their UTC day, in ms. No key gets 48 hours old, even if an hourly
 * run is late.
 */
export const VISITOR_KEY_GRACE_MS = DAY_MS / 2;
/** How long engagement requests that cannot be counted are kept, in ms. */
const ASIDE_MS = 90 * DAY_MS;
/** How much later upkeep is due for expired rate states, in ms, because they do no harm. */
const RATE_STATE_MS = DAY_MS;

/** Rows that are kept for a fixed time. */
interface Expiry {
  readonly table: string;
  /** Ms since 1970, or the number of a UTC day. */
  readonly column: string;
  /** Selects some of the rows. Default: all. */
  readonly only?: string;
  /** Rows with smaller values have expired. */
  readonly before: (now: number) => number;
  /** When a row with that value expires. */
  readonly dueAt: (value: number) => number;
}

const keptFor = (ms: number): Pick<Expiry, "before" | "dueAt"> => ({ before: (now) => now - ms + 1, dueAt: (at) => at + ms });

/** Each fixed period, by its name in the report of a run. */
export const EXPIRIES = {
  idempotencyKeys: [{ table: "idempotency_key", column: "at", ...keptFor(IDEMPOTENCY_MS) }],
  duplicateMarks: [{ table: "duplicate_mark", column: "at", ...keptFor(DUPLICATE_MS) }],
  quotas: [{ table: "quota", column: "day", before: dayOf, dueAt: (day) => (day + 1) * DAY_MS }],
  bans: [{ table: "ban", column: "expires_at", ...keptFor(0) }],
  authorKeys: [{ table: "author_key", column: "at", ...keptFor(AUTHOR_KEY_MS) }],
  withdrawnLikes: [
    {
      ...{ table: "post_like", column: "at", only: "liked = 0" },
      before: (now) => dayOf(now) * DAY_MS,
      dueAt: (at) => (dayOf(at) + 1) * DAY_MS,
    },
  ],
  notices: [
    { table: "notice_event", column: "at", ...keptFor(NOTICE_MS) },
    { table: "outbox", column: "finished_at", ...keptFor(NOTICE_MS) },
  ],
  // Visitors' keys expire with the other keys of their day. A waiting request cannot lose its key,
  // and one that is set aside has none.
  countedRequests: [
    {
      ...{ table: "engagement_inbox", column: "at" },
      only: "slot > 0 AND sequence <= (SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'engagement-folded')",
      before: (now) => dayOf(now - VISITOR_KEY_GRACE_MS) * DAY_MS,
      dueAt: (at) => (dayOf(at) + 1) * DAY_MS + VISITOR_KEY_GRACE_MS,
    },
    { table: "engagement_inbox", column: "at", only: "slot < 0", ...keptFor(ASIDE_MS) },
  ],
  undoSteps: [{ table: "undo_step", column: "at", ...keptFor(SELECTION_UNDO_DAYS * DAY_MS) }],
  undoTotals: [{ table: "undo_total", column: "at", ...keptFor(SELECTION_UNDO_DAYS * DAY_MS) }],
  rateStates: [{ table: "rate_state", column: "tat", ...keptFor(0), dueAt: (tat) => tat + RATE_STATE_MS }],
} satisfies Readonly<Record<string, readonly Expiry[]>>;

export type ExpiryName = keyof typeof EXPIRIES;

/** The expired rows, as the end of a DELETE, and its value. */
export function toExpired({ table, column, only, before }: Expiry, now: number): readonly [from: string, value: number] {
  return [`${table} WHERE ${only === undefined ? "" : `${only} AND `}${column} < ?`, before(now)];
}

/** When the next row expires, in ms since 1970; null if none will. */
export function findNextExpiry(connection: Connection): number | null {
  const expiries: readonly Expiry[] = Object.values(EXPIRIES).flat();
  const dues = expiries.flatMap(({ table, column, only, dueAt }) => {
    const sql = `SELECT min(${column}) AS value FROM ${table}${only === undefined ? "" : ` WHERE ${only}`}`;
    const value = connection.get<{ value: number | null }>(sql)?.value ?? null;
    return value === null ? [] : [dueAt(value)];
  });
  return findEarliest(...dues);
}
