import type { DayRowsState } from "../request-types.ts";
import type { StoreContext } from "../sqlite/store-context.ts";
import { StoreUnavailable, UNAVAILABLE_MESSAGES } from "../store-errors.ts";
import type { DayRows } from "./day-rows.ts";

/**
 * The share of a day's rows after which visitors' writes are refused until midnight UTC, one kind
 * after the other. The rest is reserved for the owner's operations, notices and upkeep.
 */
const BRAKES = {
  engagement: { from: 0.8, shown: "engagement is" },
  likes: { from: 0.9, shown: "likes are" },
  submissions: { from: 0.95, shown: "comments and inquiries are" },
  withdrawals: { from: 0.97, shown: "withdrawals of comments are" },
  // A correct answer is never refused. Wrong ones are then only counted in memory.
  signIns: { from: 0.97, shown: "requests from new browsers for a sign-in link by email are" },
} as const;
export type BrakedKind = keyof typeof BRAKES;

/**
 * The share of a day's rows that all writes of a kind may use by default, and the rows of one
 * write. `npm run bench -- --rows` measures 5 for a like, 25 for a comment and 12 for an inquiry.
 * Withdrawing a like and liking again costs 8, and changing a comment costs 7.
 */
const TOTALS = {
  likes: { share: 0.25, rows: 8 },
  comments: { share: 0.5, rows: 25 },
  "comment-edits": { share: 0.08, rows: 8 },
  inquiries: { share: 0.12, rows: 12 },
} as const;

/** Daily totals over all clients that a plan's rows allow. */
export function totalsOfRows(rowsADay: number): Readonly<Record<keyof typeof TOTALS, number>> {
  const toTotal = ({ share, rows }: { readonly share: number; readonly rows: number }): number =>
    Math.max(1, Math.floor((rowsADay * share) / rows));
  return {
    likes: toTotal(TOTALS.likes),
    comments: toTotal(TOTALS.comments),
    "comment-edits": toTotal(TOTALS["comment-edits"]),
    inquiries: toTotal(TOTALS.inquiries),
  };
}

export interface RowBrakes {
  isUsedUp(kind: BrakedKind): boolean;
  /**
   * Adds a check before the function, and another one in the transaction, because writes that
   * arrive together share a transaction. The result rejects until midnight UTC if too many of the
   * day's rows are used.
   */
  brake(kind: BrakedKind, write: StoreContext["write"]): StoreContext["write"];
  readonly state: DayRowsState;
}

const USED_UP: unique symbol = Symbol("used up");

/** @param rowsADay number of rows that the plan allows per day; null if there is no limit */
export function createRowBrakes(rows: DayRows, rowsADay: number | null): RowBrakes {
  const limitOf = (kind: BrakedKind): number => (rowsADay === null ? Number.POSITIVE_INFINITY : Math.floor(rowsADay * BRAKES[kind].from));
  const isUsedUp = (kind: BrakedKind): boolean => rows.used >= limitOf(kind);
  return {
    isUsedUp,
    brake:
      (kind, write) =>
      async <T>(work: (now: number) => T): Promise<T> => {
        // An error in the transaction would abort it for other writes.
        const done = isUsedUp(kind) ? USED_UP : await write((now) => (isUsedUp(kind) ? USED_UP : work(now)));
        if (done !== USED_UP) return done;
        throw new StoreUnavailable("rows-used-up", UNAVAILABLE_MESSAGES["rows-used-up"], { retryAfterMs: rows.msLeft });
      },
    get state() {
      const { used } = rows;
      const kinds = Object.keys(BRAKES) as BrakedKind[];
      return {
        used,
        rowsADay,
        refused: kinds.filter((kind) => used >= limitOf(kind)).map((kind) => ({ name: kind, shown: BRAKES[kind].shown })),
      };
    },
  };
}
