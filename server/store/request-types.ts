import type { NewSubscription } from "./subscription-types.ts";

/**
 * `scope` is the request path. Kept for 24 hours. `bodyHash` distinguishes a repeat from a reused
 * key.
 */
export interface IdempotencyRequest {
  scope: string;
  key: string;
  bodyHash: Uint8Array;
  /** Status of the accepted answer (202, 201). */
  status: number;
}

/**
 * A daily quota (UTC) of which each accepted write uses one. Either all quotas of a list have room,
 * or none is used.
 */
export interface DailyQuota {
  /**
   * `comments:<keyed hash of the address prefix>`: what is counted and for whom, without the
   * address.
   */
  key: string;
  limit: number;
  /**
   * Whether it covers all clients. Once it is used up, no writes are accepted, so the owner is
   * notified. Default false.
   */
  isTotal?: boolean;
}

export interface QuotaRefusal {
  kind: "quota";
  /** The exhausted quota. */
  key: string;
  limit: number;
  /** Time until the end of the day. */
  retryAfterMs: number;
}

/** Keyed hash (HMAC) of an email address or an address prefix. */
export interface BanKey {
  kind: "email" | "address";
  hash: Uint8Array;
}

/**
 * States of rate limits (http/rates/gcra.ts) by keyed hashes, for engines whose memory is lost
 * between two requests. Each change is written immediately, as one row. Times are milliseconds
 * since 1970; upkeep deletes past ones.
 */
export interface StoredRates {
  get(hash: Uint8Array): number | undefined;
  set(hash: Uint8Array, tat: number): void;
}

/** Number of rows that an engine has written today (UTC), if a plan limits it. */
export interface DayRowsState {
  readonly used: number;
  /** null if there is no limit. */
  readonly rowsADay: number | null;
  /** Visitors' writes that are refused until midnight UTC; `shown`: "likes are". */
  readonly refused: readonly { readonly name: string; readonly shown: string }[];
}

/** The verdict of the text analysis. A ban or a filled honeypot also results in `spam`. */
export type Verdict = { state: "pending" } | { state: "spam"; reason: string };

/** The caller has validated, normalized and rendered it. */
export interface NewComment {
  /** The post's current slug. The caller resolves aliases. */
  slug: string;
  parentId: string | null;
  authorName: string;
  authorEmail: string | null;
  authorUrl: string | null;
  body: string;
  bodyHtml: string;
  /** Version of the sanitizer that produced `bodyHtml`. */
  sanitizerVersion: number;
  verdict: Verdict;
  /** The `Origin` header, shown to the owner. */
  origin: string | null;
  /**
   * Keyed hashes of the author's email and address prefix. They are checked against the bans, and
   * kept for 30 days so that the owner can ban the author.
   */
  banKeys: readonly BanKey[];
  /** Keyed hash of slug, client address and text, to find duplicates within 24 hours. */
  duplicateKey: Uint8Array;
  idempotency: IdempotencyRequest | null;
  quotas: readonly DailyQuota[];
  /** Set if the author wants emails about replies. Default: none. */
  subscription?: NewSubscription | null;
}

/** The text of a replay is the text of the repeated request. */
export type SubmitCommentResult =
  | { kind: "accepted"; id: string; createdAt: number; state: "pending" | "spam" }
  | { kind: "replayed"; id: string; createdAt: number; status: number }
  /** The owner has closed the post's comments. */
  | { kind: "closed" }
  | { kind: "duplicate" }
  | { kind: "unknown-parent" }
  | { kind: "key-reused" }
  | QuotaRefusal;
