import type { DailyQuota, QuotaRefusal } from "./request-types.ts";

/** The types of the API's records. The database stores the index, so only append. */
export const ENGAGEMENT_TYPES = [
  "post_view",
  "page_view",
  "outbound_click",
  "read_progress",
  "share",
  "project_click",
  "book_click",
  "photo_view",
  "service_view",
  "search",
  "cta_click",
  "document_view",
] as const;
export type EngagementType = (typeof ENGAGEMENT_TYPES)[number];

/** Why a record was not stored. The database stores the index, so only append. */
export const DROP_REASONS = ["bot", "prefetch", "empty-agent", "own-visit", "unknown-slug"] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Dimensions counted by day and type. The database stores the index, so only append. */
export const DIMENSIONS = ["path", "slug", "referrer", "outbound", "share", "cta", "campaign"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Replaces all values beyond the limit per day and dimension (labels.ts). */
export const OTHER_VALUE = "(other)";

/** A validated record, without query and fragment, with the server's time. */
export interface EngagementEvent {
  type: EngagementType;
  /** Milliseconds since 1970. Roll-ups use UTC days and hours. */
  at: number;
  /** The record's UUID, 16 bytes. The same id counts once within two days. */
  retryId: Uint8Array | null;
  /** The page where it happened, from `normalizePath`; null if the record has no path. */
  path: string | null;
  /** Whether the path belongs to a published document. Slugs always do. */
  isPage: boolean;
  /** Kind and slug of a document_view: `talks/tides`. */
  slug: string | null;
  /** Only the host. */
  referrer: string | null;
  /**
   * The URL of an outbound_click, the channel of a share or the name of a cta_click; the campaign
   * of a view, `newsletter / email / spring`.
   */
  target: string | null;
  /** `percent` of a read_progress, `resultCount` of a search. */
  value: number | null;
  activeMs: number | null;
  /** An HMAC under the day's salt, at least 8 bytes (8 are stored); null under GPC or DNT. */
  visitor: Uint8Array | null;
}

/**
 * Views by a visitor who had already seen the same thing that UTC day, mostly reloads. Null if some
 * views were recorded before this count existed.
 */
export type Repeats = number | null;

export interface EngagementSummary {
  /** Number of records by type and day, in the requested time zone. */
  days: { day: string; type: EngagementType; count: number; repeats: Repeats }[];
  /**
   * Unique visitors per day of that zone, over the whole site. They are distinguished within a UTC
   * day, and each counts in the hour of their first view.
   */
  visitors: { day: string; visitors: number; estimated: boolean }[];
  /**
   * The most frequent values of each dimension, at most `limit`. `visitors` sums each day's unique
   * visitors; 0 if none are counted.
   */
  top: Record<Dimension, (EngagementCount & { type: EngagementType })[]>;
  /**
   * Per post: how many read_progress records ended in each tenth (index 10: 100%), and the mean
   * active time.
   */
  readThrough: { slug: string; tenths: number[]; count: number; meanActiveMs: number }[];
  /** Searches per UTC day, and how many of them found nothing. */
  searches: { day: string; count: number; empty: number }[];
  dropped: { reason: DropReason; count: number }[];
}

/** `visitors` sums each day's unique visitors; 0 if none are counted. */
export interface EngagementCount {
  value: string;
  count: number;
  visitors: number;
  repeats: Repeats;
  /**
   * Whether `visitors` is an estimate. On days with more than 131,072 keys it is accurate to about
   * 1.6% for the site and 3.3% for a post.
   */
  estimated: boolean;
}

/** Figures of one document, by day and type. */
export interface PostEngagement {
  days: { day: string; type: EngagementType; count: number; visitors: number; repeats: Repeats; estimated: boolean }[];
  /** As in `EngagementSummary.readThrough`. */
  reading: { tenths: number[]; count: number; meanActiveMs: number };
}

/** Views of one document by referring host. */
export interface PostReferrers {
  /** Most frequent first. */
  referrers: { value: string; count: number }[];
  /** Views without a referrer, and from pages of the site itself. */
  direct: number;
  /**
   * The first UTC day that is counted completely; raw events are kept only for a limited time.
   */
  fromDay: string;
}

/** How much was deleted. */
export interface PurgedEngagement {
  events: number;
  /** Rows of daily and monthly figures. */
  figures: number;
  /** Paths, referrers and other texts that are no longer used. */
  texts: number;
}

export interface EngagementDrift {
  /** Table and key, in readable form. */
  what: string;
  stored: number;
  recomputed: number;
}

export interface EngagementVerification {
  /** Raw events read. */
  events: number;
  /** The first day whose raw events are complete, YYYY-MM-DD. */
  fromDay: string;
  drift: EngagementDrift[];
}

export interface EngagementExportRow {
  at: number;
  type: EngagementType;
  path: string | null;
  slug: string | null;
  referrer: string | null;
  target: string | null;
  value: number | null;
  activeMs: number | null;
}

export interface HourRow {
  /** The hour's start in milliseconds. */
  hour: number;
  type: EngagementType;
  count: number;
  visitors: number;
}

/** Days, both inclusive, `YYYY-MM-DD`. */
export interface EngagementPeriod {
  fromDay: string;
  toDay: string;
  /** The time zone of the days, known to this runtime. Default UTC. */
  timeZone?: string;
}

/** One request: its events and the reasons for dropped records. */
export interface RecordedRequest {
  events: readonly EngagementEvent[];
  dropped?: readonly DropReason[];
  /** Charged for each stored event. */
  quota?: DailyQuota | null;
}

export interface EngagementRecorded {
  kind: "recorded";
  stored: number;
  /** Number of retry ids seen before. An engine with an inbox finds them later and has 0 here. */
  repeated: number;
}

/** Requests that an engine counts in groups, because each row that it writes is billed. */
export interface EngagementInboxState {
  /** When the oldest waiting request arrived; null if none is waiting. */
  readonly oldest: number | null;
  /** Why pending requests could not be counted the last time; null if they could. */
  readonly failure: string | null;
  /**
   * Number of requests that cannot be counted although others can. They are kept and tried again
   * later.
   */
  readonly aside: number;
}

export interface EngagementStore {
  /**
   * Stores one request. If its quota has no room for all events, nothing of the request is stored
   * or counted.
   */
  record(batch: RecordedRequest): Promise<EngagementRecorded | QuotaRefusal>;
  /**
   * Counts requests that wait in an inbox. The figures below include them even without this call.
   * An engine without an inbox has nothing to do.
   */
  fold(): Promise<void>;
  /** null if the engine counts requests immediately. */
  inbox(): EngagementInboxState | null;
  /**
   * Inclusive days, YYYY-MM-DD. Default `limit` 20; 0 omits the values of dimensions. `days` and
   * `visitors` use days of `timeZone` (default UTC), cut at full UTC hours. Everything else counts
   * UTC days. If the last day is today in that zone, the figures run until now.
   */
  summary(query: EngagementPeriod & { limit?: number }): Promise<EngagementSummary>;
  /**
   * The most frequent values of one dimension in records of these types (default: all). Default
   * `limit` 20.
   */
  top(query: EngagementPeriod & { dimension: Dimension; types?: readonly EngagementType[]; limit?: number }): Promise<EngagementCount[]>;
  /** Expects the current slug. */
  post(query: { slug: string } & EngagementPeriod): Promise<PostEngagement>;
  /** Expects the current slug; `talks/tides` for documents of other kinds. Default `limit` 20. */
  postReferrers(query: { slug: string; limit?: number } & EngagementPeriod): Promise<PostReferrers>;
  /** How many records of these types have no referrer, or one of the site's own pages. */
  direct(query: { types: readonly EngagementType[] } & EngagementPeriod): Promise<number>;
  /**
   * All `post_view` records of each post, by the slug under which they were recorded (ascending by
   * code unit).
   */
  views(): Promise<{ slug: string; viewCount: number }[]>;
  /**
   * Deletes raw events and all figures of these days for good, with other writes in between. Only
   * past days are allowed, because a server is still counting today's.
   */
  purge(query: { fromDay: string; toDay: string }): Promise<PurgedEngagement>;
  /**
   * Site figures by hour; `from` and `to` are inclusive starts of hours in milliseconds. `visitors`
   * counts visitors whose first view of the day was in that hour.
   */
  hours(query: { from: number; to: number }): Promise<HourRow[]>;
  /** Recomputes the roll-ups of all days with raw events, and compares. */
  verify(): Promise<EngagementVerification>;
  /** Raw events, oldest first, read in chunks so that writes continue. */
  events(query?: { from?: number; to?: number }): AsyncIterableIterator<EngagementExportRow>;
}
