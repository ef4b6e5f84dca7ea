import type { CommentStore, StoredComment } from "./comment-types.ts";
import type { EngagementStore } from "./engagement-types.ts";
import type { JoinStore } from "./join-types.ts";
import type { MaintenanceStore } from "./maintenance-types.ts";
import type { NoticeStore } from "./notice-types.ts";
import type { PrivacyStore } from "./privacy-types.ts";
import type { BanKey, DailyQuota, IdempotencyRequest, QuotaRefusal } from "./request-types.ts";
import type { UnavailableReason } from "./store-errors.ts";
import type { SubscriptionStore } from "./subscription-types.ts";
import type { CommentTransferStore } from "./transfer-types.ts";

/**
 * All that the write server keeps, by whatever engine: reads and writes alike are promises, as an engine across a network needs. Writes resolve after COMMIT has
 * returned. Both reject with `StoreUnavailable` when the database is locked, full, failing, overloaded or closed; nothing throws before it returns its promise.
 * Times are ms since 1970. Whatever depends on state is checked inside the transaction that writes.
 */
export interface Store {
  comments: CommentStore;
  commentTransfers: CommentTransferStore;
  likes: LikeStore;
  inquiries: InquiryStore;
  engagement: EngagementStore;
  counts: CountStore;
  posts: PostStore;
  bans: BanStore;
  spamWords: SpamWordStore;
  secrets: SecretsStore;
  site: SiteStore;
  notices: NoticeStore;
  totals: DailyTotalStore;
  maintenance: MaintenanceStore;
  privacy: PrivacyStore;
  subscriptions: SubscriptionStore;
  joins: JoinStore;
  /** For /readyz. Reads one row; says what is wrong. */
  health(): Promise<StoreHealth>;
  /** Whether the database still is the file that has its name: to be called at least once a second. If not, all it held goes to another file, and nothing is served from here on. */
  lookAtFiles(): Promise<void>;
  /** Refuses new writes, finishes those that wait, checkpoints, closes. Safe to call twice. */
  close(): Promise<void>;
}

/** `ok`: reads work. `writes` is why the last write failed, null after one that succeeded (or before the first). */
export interface StoreHealth {
  ok: boolean;
  writes: UnavailableReason | null;
  /** Writes that wait. */
  queued: number;
}

/** A quota over all clients that is used up today (UTC). */
export interface UsedUpTotal {
  /** `comments-all` */
  key: string;
  limit: number;
  /** Writes that were refused because of it. */
  refused: number;
}

export interface DailyTotalStore {
  /** Today's totals that are used up. A limit that was raised since is not used up. */
  usedUp(): Promise<UsedUpTotal[]>;
}

export interface LikeState {
  liked: boolean;
  likeCount: number;
}

/** `visitor` is the SHA-256 of the cookie's random part, 32 bytes; null: the request had no valid cookie. */
export interface LikeStore {
  get(query: { slug: string; visitor: Uint8Array | null }): Promise<LikeState>;
  /** `quotas` are used by a visitor who has not liked this post before today, and by nobody else. */
  like(like: { slug: string; visitor: Uint8Array; quotas: readonly DailyQuota[] }): Promise<({ kind: "ok" } & LikeState) | QuotaRefusal>;
  unlike(like: { slug: string; visitor: Uint8Array }): Promise<LikeState>;
}

export interface NewInquiry {
  email: string;
  message: string;
  name: string | null;
  telegram: string | null;
  serviceId: string | null;
  state: "received" | "spam";
  origin: string | null;
  idempotency: IdempotencyRequest | null;
  quotas: readonly DailyQuota[];
}

/** In the order that an inquiry goes through. What is received is new; the honeypot makes spam; the owner sets the others, and any of them. */
export const INQUIRY_STATES = ["new", "read", "replied", "closed", "spam"] as const;
export type InquiryState = (typeof INQUIRY_STATES)[number];

/** A note of the owner's, to themselves. */
export interface InquiryNote {
  at: number;
  text: string;
}

export interface StoredInquiry {
  id: string;
  state: InquiryState;
  email: string;
  message: string;
  name: string | null;
  telegram: string | null;
  serviceId: string | null;
  origin: string | null;
  createdAt: number;
  /** When it wants the owner's attention: a day of the site's time zone, YYYY-MM-DD; null: no day is set. */
  dueOn: string | null;
  /** Oldest first. */
  notes: InquiryNote[];
}

export type SubmitInquiryResult =
  | { kind: "accepted"; id: string; createdAt: number }
  | { kind: "replayed"; id: string; createdAt: number; status: number }
  | { kind: "key-reused" }
  | QuotaRefusal;

export interface InquiryStore {
  submit(inquiry: NewInquiry): Promise<SubmitInquiryResult>;
  get(id: string): Promise<StoredInquiry | null>;
  /** Ids that begin so, in their order. */
  findIds(prefix: string, limit: number): Promise<string[]>;
  /** Newest first by default; `after` is the id of the last one of the page before. Default `limit` 50. */
  list(query?: {
    states?: readonly InquiryState[];
    email?: string;
    /** Each stands somewhere in the inquiry or its notes, in any case. */
    words?: readonly string[];
    order?: "oldest" | "newest";
    after?: string;
    limit?: number;
  }): Promise<StoredInquiry[]>;
  /** False: no such inquiry. */
  mark(id: string, state: InquiryState): Promise<boolean>;
  /** null: no day any more. False: no such inquiry. */
  schedule(id: string, dueOn: string | null): Promise<boolean>;
  /** Neither closed nor spam, with a day until `lastDay` (YYYY-MM-DD): the one that has been due for longest first. Default `limit` 50. */
  due(query: { lastDay: string; limit?: number }): Promise<StoredInquiry[]>;
  /** False: no such inquiry. */
  addNote(id: string, text: string): Promise<boolean>;
  /** Erasure, of its notes too; false: no such inquiry. */
  delete(id: string): Promise<boolean>;
}

export interface PostTotals {
  likeCount: number;
  commentCount: number;
}

export interface CountStore {
  /** Posts with a like or a public comment, by slug (ascending by code unit). */
  all(): Promise<({ slug: string } & PostTotals)[]>;
  get(slug: string): Promise<PostTotals>;
}

/**
 * Comments and likes hang on a row for the post, which bears its slug. When the published content is read, `followAliases` moves what stands
 * under a former slug to the present one; everything else asks by present slug alone.
 */
export interface PostStore {
  /**
   * Returns the slugs that moved. Does nothing (and writes nothing) without any.
   * @param presentSlugOf of a slug, present or former, the present one; null: there is no such post
   */
  followAliases(presentSlugOf: (slug: string) => string | null): Promise<{ from: string; to: string }[]>;
}

export interface Ban {
  id: number;
  kind: BanKey["kind"];
  note: string | null;
  createdAt: number;
  expiresAt: number;
}

/** How long a ban holds unless the owner says otherwise, days. */
export const BAN_DAYS_USUAL = 30;

export interface AuthorBan {
  /** `[]`: no key is left, nobody was banned, and the comment stays as it is. */
  readonly bans: readonly Ban[];
  /** Ids of the bans that were not in force before. */
  readonly added: readonly number[];
  /** null: the comment was not pending or approved, or nobody was banned. */
  readonly decided: { readonly before: StoredComment; readonly comment: StoredComment } | null;
}

export interface BanStore {
  /** Default: BAN_DAYS_USUAL. A ban that exists is prolonged. */
  add(ban: BanKey & { note?: string | null; days?: number }): Promise<Ban>;
  /** Bans the author of a comment by the keys kept with it, and marks the comment as spam; both or neither. null: no such comment. */
  banAuthor(ban: { commentId: string; kinds?: readonly BanKey["kind"][]; note?: string | null; days?: number }): Promise<AuthorBan | null>;
  /** Bans in force, newest first. */
  list(): Promise<Ban[]>;
  revoke(id: number): Promise<boolean>;
}

export interface SpamWordStore {
  /** Sorted. Lower case, NFC. */
  list(): Promise<string[]>;
  add(words: readonly string[]): Promise<number>;
  remove(words: readonly string[]): Promise<number>;
}

/** Which secrets the hashes in the database were made with. */
export interface SecretsStore {
  /** null: nobody has said yet. */
  fingerprint(): Promise<string | null>;
  keep(fingerprint: string): Promise<void>;
  /** Goes over to new secrets: what can be hashed again is, and the rest of what was known by hashes goes. */
  rekey(rekeying: Rekeying): Promise<RekeyReport>;
}

export interface Rekeying {
  /** Fingerprint of the new secrets. */
  readonly fingerprint: string;
  /** By the new key, of an address as `toEmailKey` gives it. */
  readonly emailHash: (email: string) => Uint8Array;
}

export interface RekeyReport {
  /** Bans of network addresses, and of e-mail addresses that stand nowhere else. */
  readonly bansLost: number;
}

/** Facts about the site for the owner's tools, where no published content is at hand. */
export interface StoredSite {
  name: string;
  url: string;
  /** IANA. */
  timeZone: string;
  author: { name: string; url: string | null } | null;
}

export interface SiteStore {
  /** null: no server has read the published content yet. */
  get(): Promise<StoredSite | null>;
  /** Writes nothing where it is known already. */
  keep(site: StoredSite): Promise<void>;
}
