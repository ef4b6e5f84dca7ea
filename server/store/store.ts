import type { AccessStore } from "./access-types.ts";
import type { CommentStore, StoredComment } from "./comment-types.ts";
import type { EngagementStore } from "./engagement-types.ts";
import type { InquiryStore } from "./inquiry-types.ts";
import type { MaintenanceStore } from "./maintenance-types.ts";
import type { NoticeStore } from "./notice-types.ts";
import type { OwnerKeyStore } from "./owner-types.ts";
import type { PrivacyStore } from "./privacy-types.ts";
import type { BanKey, DailyQuota, DayRowsState, QuotaRefusal, StoredRates } from "./request-types.ts";
import type { SelectionStore } from "./selection-types.ts";
import type { UnavailableReason } from "./store-errors.ts";
import type { SubscriptionStore } from "./subscription-types.ts";
import type { ThreadStore } from "./thread-types.ts";
import type { CommentTransferStore, JoinStore } from "./transfer-types.ts";

/**
 * Everything that the write server stores, independent of the engine. Every call returns a promise;
 * writes resolve after COMMIT. Calls reject with `StoreUnavailable` if the database is locked,
 * full, failing, overloaded or closed. Times are ms since 1970. State is checked inside the
 * transaction that writes.
 */
export interface Store {
  comments: CommentStore;
  commentTransfers: CommentTransferStore;
  selections: SelectionStore;
  threads: ThreadStore;
  likes: LikeStore;
  inquiries: InquiryStore;
  engagement: EngagementStore;
  counts: CountStore;
  posts: PostStore;
  bans: BanStore;
  spamWords: SpamWordStore;
  ownerKeys: OwnerKeyStore;
  access: AccessStore;
  secrets: SecretsStore;
  site: SiteStore;
  incidents: IncidentsStore;
  saltMark: SaltMarkStore;
  notices: NoticeStore;
  totals: DailyTotalStore;
  rates: StoredRates;
  maintenance: MaintenanceStore;
  privacy: PrivacyStore;
  subscriptions: SubscriptionStore;
  joins: JoinStore;
  /** For /readyz. Reads one row and reports problems. */
  health(): Promise<StoreHealth>;
  /** Counts since the store was opened. */
  counters(): WriteCounters;
  /** null if the engine's rows are not limited. */
  dayRows(): DayRowsState | null;
  /**
   * Writes a small row, to learn whether writes succeed again. Health reports the result. Never
   * rejects.
   */
  tryWrite(): Promise<void>;
  /**
   * Checks that the database file still has its name; call it at least once a second. If the file
   * was deleted or replaced, its content is copied to another file if possible, and nothing is
   * served from then on.
   */
  lookAtFiles(): Promise<void>;
  /** Refuses new writes, finishes the waiting ones, checkpoints and closes. Safe to call twice. */
  close(): Promise<void>;
}

/** `ok`: reads work. `writes`: why the last write failed; null if none failed. */
export interface StoreHealth {
  ok: boolean;
  writes: UnavailableReason | null;
  /** Number of waiting writes. */
  queued: number;
}

export interface WriteCounters {
  /** Number of transactions. */
  readonly commits: number;
  /** Number of writes in these transactions. */
  readonly records: number;
  /** Number of writes refused because of a lock, the disk or too many waiting writes. */
  readonly refused: number;
}

/** A quota over all clients that is used up today (UTC). */
export interface UsedUpTotal {
  /** `comments-all` */
  key: string;
  limit: number;
  /** Number of writes refused because of it. */
  refused: number;
}

export interface DailyTotalStore {
  /** Today's exhausted totals. A total whose limit has since been raised is not included. */
  usedUp(): Promise<UsedUpTotal[]>;
  /** How much of each total is used today; 0 for a total without a row. */
  used(keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

export interface LikeState {
  liked: boolean;
  likeCount: number;
}

/** `visitor` is the SHA-256 of the cookie's random part; null without a valid cookie. */
export interface LikeStore {
  get(query: { slug: string; visitor: Uint8Array | null }): Promise<LikeState>;
  /** Each like that changes something is charged to `quotas`, even after an unlike. */
  like(like: { slug: string; visitor: Uint8Array; quotas: readonly DailyQuota[] }): Promise<({ kind: "ok" } & LikeState) | QuotaRefusal>;
  unlike(like: { slug: string; visitor: Uint8Array }): Promise<LikeState>;
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
 * Comments and likes belong to a row for the post. `followAliases` moves rows from a former slug to
 * the current one; everything else uses the current slug only.
 */
export interface PostStore {
  /**
   * Returns the slugs that moved.
   * @param presentSlugOf null if there is no such post
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

/** How long a ban lasts by default, in days. */
export const BAN_DAYS_USUAL = 30;

export interface AuthorBan {
  /** `[]` if no key is left: nobody was banned, and the comment is unchanged. */
  readonly bans: readonly Ban[];
  /** Ids of the bans that were not in force before. */
  readonly added: readonly number[];
  /** null if the comment was not pending or approved, or nobody was banned. */
  readonly decided: { readonly before: StoredComment; readonly comment: StoredComment } | null;
}

export interface BanStore {
  /** The default duration is BAN_DAYS_USUAL. An existing ban is extended. */
  add(ban: BanKey & { note?: string | null; days?: number }): Promise<Ban>;
  /**
   * Bans a comment's author and marks the comment as spam, or does neither. Null if the comment
   * does not exist.
   */
  banAuthor(ban: { commentId: string; note?: string | null; days?: number }): Promise<AuthorBan | null>;
  /** Bans in force, newest first. */
  list(): Promise<Ban[]>;
  revoke(id: number): Promise<boolean>;
}

export interface SpamWordStore {
  /** Sorted, lower case, NFC. */
  list(): Promise<string[]>;
  add(words: readonly string[]): Promise<number>;
  remove(words: readonly string[]): Promise<number>;
}

/** Identifies the secrets that made the hashes in the database. */
export interface SecretsStore {
  /** null if not stored yet. */
  fingerprint(): Promise<string | null>;
  keep(fingerprint: string): Promise<void>;
  /** Moves to new secrets: recomputes hashes if possible and deletes the rest. */
  rekey(rekeying: Rekeying): Promise<RekeyReport>;
}

export interface Rekeying {
  /** Fingerprint of the new secrets. */
  readonly fingerprint: string;
  /** Hashes an address from `toEmailKey` with the new key. */
  readonly emailHash: (email: string) => Uint8Array;
}

export interface RekeyReport {
  /** Bans of network addresses, and of email addresses that are stored nowhere else. */
  readonly bansLost: number;
}

/** Facts about the site that the owner's tools use when no published content is available. */
export interface StoredSite {
  name: string;
  url: string;
  /** IANA name. */
  timeZone: string;
  author: { name: string; url: string | null } | null;
}

/** The record of incidents of an engine without files, as JSON. */
export interface IncidentsStore {
  get(): Promise<string | null>;
  keep(text: string): Promise<void>;
}

/** The last creation of a salt for visitors' keys, on an engine that stores salts elsewhere. */
export interface SaltMark {
  /** A UTC day since 1970. */
  readonly day: number;
  readonly at: number;
}

export interface SaltMarkStore {
  get(): Promise<SaltMark | null>;
  keep(mark: SaltMark): Promise<void>;
}

export interface SiteStore {
  /** null if no server has read the published content yet. */
  get(): Promise<StoredSite | null>;
  /** Writes nothing if it is unchanged. */
  keep(site: StoredSite): Promise<void>;
}
