import type { DayRowsState } from "../request-types.ts";
import type { Store } from "../store.ts";
import { StoreUnavailable, UNAVAILABLE_MESSAGES } from "../store-errors.ts";
import type { DayRows } from "./day-rows.ts";

/**
 * The share of a day's rows from which on strangers' writes are refused until midnight UTC, one kind
 * after the other. The rest is for the owner's operations, notices and upkeep.
 */
const BRAKES = {
  engagement: { from: 0.8, shown: "engagement is" },
  likes: { from: 0.9, shown: "likes are" },
  submissions: { from: 0.95, shown: "comments and inquiries are" },
  withdrawals: { from: 0.97, shown: "withdrawals of comments are" },
} as const;
export type BrakedKind = keyof typeof BRAKES;

/**
 * The share of a day's rows that all writes of a kind may take by default, and the rows of one.
 * `npm run bench -- --rows` measures 4.1, 24.3 and 11.2; a withdrawal with the like after it costs
 * 7.1.
 */
const TOTALS = {
  likes: { share: 0.25, rows: 8 },
  comments: { share: 0.5, rows: 25 },
  inquiries: { share: 0.12, rows: 12 },
} as const;

/** Daily totals over all clients that a plan's rows allow. */
export function totalsOfRows(rowsADay: number): Readonly<Record<keyof typeof TOTALS, number>> {
  const toTotal = ({ share, rows }: { readonly share: number; readonly rows: number }): number =>
    Math.max(1, Math.floor((rowsADay * share) / rows));
  return { likes: toTotal(TOTALS.likes), comments: toTotal(TOTALS.comments), inquiries: toTotal(TOTALS.inquiries) };
}

export interface RowBrakes {
  /** @throws StoreUnavailable until midnight UTC, if the day's rows are used up so far */
  admit(kind: BrakedKind): void;
  readonly state: DayRowsState;
}

/** @param rowsADay rows that the plan allows in a day; null: any number */
export function createRowBrakes(rows: DayRows, rowsADay: number | null): RowBrakes {
  const limitOf = (kind: BrakedKind): number => (rowsADay === null ? Number.POSITIVE_INFINITY : Math.floor(rowsADay * BRAKES[kind].from));
  return {
    admit: (kind) => {
      if (rows.used >= limitOf(kind))
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

/** Puts the brakes before strangers' writes. The owner's go by other methods. */
export function brakeStrangers(
  { likes, comments, inquiries }: Pick<Store, "likes" | "comments" | "inquiries">,
  { admit }: RowBrakes,
): Pick<Store, "likes" | "comments" | "inquiries"> {
  const braked = <Input, Answer>(kind: BrakedKind, write: (input: Input) => Promise<Answer>): ((input: Input) => Promise<Answer>) => {
    return async (input) => {
      admit(kind);
      return write(input);
    };
  };
  return {
    likes: { ...likes, like: braked("likes", likes.like), unlike: braked("likes", likes.unlike) },
    comments: {
      ...comments,
      submit: braked("submissions", comments.submit),
      edit: braked("submissions", comments.edit),
      withdraw: braked("withdrawals", comments.withdraw),
    },
    inquiries: { ...inquiries, submit: braked("submissions", inquiries.submit) },
  };
}
