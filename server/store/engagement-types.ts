import type { DailyQuota, QuotaRefusal } from "./request-types.ts";

/** As in CONTRACT.md. The order is the number in the database: append only. */
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

/** Why a record was not stored. Append only, the order is the number in the database. */
export const DROP_REASONS = ["bot", "prefetch", "empty-agent", "own-visit", "unknown-slug"] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Dimensions that are counted by day, apart from types. Append only: the order is the number in the database. */
export const DIMENSIONS = ["path", "slug", "referrer", "outbound", "share", "cta"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Stands for all values of a day and dimension for which there was no room (labels.ts). */
export const OTHER_VALUE = "(other)";

/** Validated, without query and fragment, time stamped by the server. */
export interface EngagementEvent {
  type: EngagementType;
  /** ms since 1970; the days and hours of the roll-ups are those of UTC. */
  at: number;
  /** The record's UUID, 16 bytes: the same one counts once within two days. */
  retryId: Uint8Array | null;
  /** The page it took place on: the record's path, or the canonical one of its slug where it sent none. */
  path: string | null;
  /** Whether the path is that of a published document. Slugs are of published ones in any case. */
  isPage: boolean;
  /** Kind and slug of a document_view: `talks/tides`. */
  slug: string | null;
  /** Host alone. */
  referrer: string | null;
  /** URL of an outbound_click, channel of a share, name of a cta_click. */
  target: string | null;
  /** percent of a read_progress, resultCount of a search. */
  value: number | null;
  activeMs: number | null;
  /** HMAC under the salt of the day, at least 8 bytes (8 are kept); null under GPC or DNT. */
  visitor: Uint8Array | null;
}

/** Views whose visitor had seen the same thing on that day (of UTC): reloads mostly. null: some are of before they were counted. */
export type Repeats = number | null;

export interface EngagementSummary {
  /** Records per day of the zone asked for, and type. */
  days: { day: string; type: EngagementType; count: number; repeats: Repeats }[];
  /** Unique visitors a day of that zone, over the whole site. They are told apart within a day of UTC: each counts in the hour of their first view. */
  visitors: { day: string; visitors: number; estimated: boolean }[];
  /** The most counted values of each dimension, at most `limit`. `visitors`: unique ones, summed over the days; 0 where none are counted. */
  top: Record<Dimension, (EngagementCount & { type: EngagementType })[]>;
  /** Per post: how many read_progress records ended in each tenth (index 10: 100 %), and the mean active time. */
  readThrough: { slug: string; tenths: number[]; count: number; meanActiveMs: number }[];
  /** Searches, and those of them that found nothing, a day of UTC. */
  searches: { day: string; count: number; empty: number }[];
  dropped: { reason: DropReason; count: number }[];
}

/** `visitors`: unique ones of a day, summed over the days; 0 where none are counted. */
export interface EngagementCount {
  value: string;
  count: number;
  visitors: number;
  repeats: Repeats;
  /** Whether `visitors` is an estimate: on a day with more than 131,072 keys, to within some 1.6 % over the site and 3.3 % for a post. */
  estimated: boolean;
}

/** Figures of one document, by day and type. */
export interface PostEngagement {
  days: { day: string; type: EngagementType; count: number; visitors: number; repeats: Repeats; estimated: boolean }[];
  /** As in `EngagementSummary.readThrough`. */
  reading: { tenths: number[]; count: number; meanActiveMs: number };
}

/** How much was deleted. */
export interface PurgedEngagement {
  events: number;
  /** Rows of daily and monthly figures. */
  figures: number;
  /** Paths, referrers and other texts that nothing names any more. */
  texts: number;
}

export interface EngagementDrift {
  /** Table and key, readable. */
  what: string;
  stored: number;
  recomputed: number;
}

export interface EngagementVerification {
  /** Raw events that were read. */
  events: number;
  /** First day that raw events vouch for, YYYY-MM-DD. */
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
  /** ms of the hour's start. */
  hour: number;
  type: EngagementType;
  count: number;
  visitors: number;
}

/** Days, both inclusive, `YYYY-MM-DD`. */
export interface EngagementPeriod {
  fromDay: string;
  toDay: string;
  /** Whose days they are. Known to this runtime; default UTC. */
  timeZone?: string;
}

export interface EngagementStore {
  /**
   * One request: its events and what was dropped of it. `repeated`: retry ids that had been seen. Each event that is stored uses `quota`; where it has no
   * room for all of them, nothing of the request is stored or counted.
   */
  record(batch: {
    events: readonly EngagementEvent[];
    dropped?: readonly DropReason[];
    quota?: DailyQuota | null;
  }): Promise<{ kind: "recorded"; stored: number; repeated: number } | QuotaRefusal>;
  /**
   * Days inclusive, YYYY-MM-DD. Default `limit` 20; 0: without the values of dimensions. `days` and `visitors` are of days of `timeZone` (default: UTC), cut at full hours
   * of UTC; all else counts days of UTC, and where the last day is today's of that zone, those until now.
   */
  summary(query: EngagementPeriod & { limit?: number }): Promise<EngagementSummary>;
  /** The most counted values of one dimension in records of these types (default: all), over all of them. Default `limit` 20. */
  top(
    query: {
      dimension: Dimension;
      types?: readonly EngagementType[];
      limit?: number;
    } & EngagementPeriod,
  ): Promise<EngagementCount[]>;
  /** By the present slug. */
  post(query: { slug: string } & EngagementPeriod): Promise<PostEngagement>;
  /** `post_view` records of each post since the first, by the slug it had then (ascending by code unit). */
  views(): Promise<{ slug: string; viewCount: number }[]>;
  /** Raw events and all figures of these days, for good; other writes come between. Days that are over alone: a server goes on counting today's. */
  purge(query: { fromDay: string; toDay: string }): Promise<PurgedEngagement>;
  /** Site by hour, ms of the hour's start inclusive. `visitors`: those whose first view of the day fell into the hour. */
  hours(query: { from: number; to: number }): Promise<HourRow[]>;
  /** Recomputes the roll-ups of all days that raw events are kept for, and compares. */
  verify(): Promise<EngagementVerification>;
  /** Raw events, oldest first, read in chunks so that writes go on. */
  events(query?: { from?: number; to?: number }): AsyncIterableIterator<EngagementExportRow>;
}
