import type { BanKey, DailyQuota, IdempotencyRequest, QuotaRefusal } from "./request-types.ts";
import type { NewSubscription } from "./subscription-types.ts";

/** The verdict of the text analysis. A ban or a filled honeypot also results in `spam`. */
export type Verdict = { state: "pending" } | { state: "spam"; reason: string };

/** The caller has validated, normalised and rendered it. */
export interface NewComment {
  /** The post's present slug. The caller resolves aliases. */
  slug: string;
  parentId: string | null;
  authorName: string;
  authorEmail: string | null;
  authorUrl: string | null;
  body: string;
  bodyHtml: string;
  /** Version of the sanitiser that produced `bodyHtml`. */
  sanitizerVersion: number;
  verdict: Verdict;
  /** The `Origin` header, shown to the owner. */
  origin: string | null;
  /**
   * Keyed hashes of the author's e-mail and address prefix. They are checked against the bans, and
   * kept for 30 days so that the owner can ban the author.
   */
  banKeys: readonly BanKey[];
  /** Keyed hash of slug, client address and text, to find duplicates within 24 hours. */
  duplicateKey: Uint8Array;
  idempotency: IdempotencyRequest | null;
  quotas: readonly DailyQuota[];
  /** Set if the author wants mails about replies. Default: none. */
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
