import { KIND_RECORDS } from "../../kinds/engagement-kinds.ts";
import { DAY_MS, dayOf, fromDayText, toDayText } from "../days.ts";
import type { DropReason, EngagementCount, EngagementSummary, EngagementType } from "../store/engagement-types.ts";
import type { Store } from "../store/store.ts";

/** Reading figures for a period, without data about individual visitors. */
export interface ReportModel {
  readonly siteName: string;
  /**
   * The time zone of `days`, whose days are cut at full UTC hours. Searches and all lists count UTC
   * days.
   */
  readonly timeZone: string;
  /** `YYYY-MM-DD`, both inclusive. */
  readonly fromDay: string;
  readonly toDay: string;
  /** Each day of the period, oldest first. */
  readonly days: readonly ReportDay[];
  readonly totals: ReportTotals;
  /** The totals of the preceding period of the same length. */
  readonly before: ReportTotals;
  readonly posts: readonly PostReading[];
  /** Pages by path, including those of posts. */
  readonly pages: readonly EngagementCount[];
  /** Documents other than posts, by slug. */
  readonly others: readonly TitledCount[];
  readonly referrers: readonly EngagementCount[];
  /** Views without a referrer, or from pages of the site itself. */
  readonly direct: number;
  readonly links: readonly EngagementCount[];
  readonly shares: readonly EngagementCount[];
  readonly calls: readonly EngagementCount[];
  /** Views by `source / medium / name`, if the site's owner collects them. */
  readonly campaigns: readonly EngagementCount[];
  /** How many readings of all posts ended in each tenth (index 10: 100%). */
  readonly tenths: readonly number[];
  readonly dropped: readonly { readonly reason: DropReason; readonly count: number }[];
}

export interface ReportDay {
  readonly day: string;
  readonly views: number;
  /** Number of visitors, distinguished within a UTC day. */
  readonly visitors: number;
  readonly estimated: boolean;
  readonly searches: number;
  readonly emptySearches: number;
}

export interface ReportTotals {
  readonly views: number;
  /**
   * Views by visitors who had already seen the same page that day, mostly reloads. Null if some
   * views were recorded before this count existed.
   */
  readonly repeats: number | null;
  /** The sum of the daily numbers: someone who comes on two days counts twice. */
  readonly visitors: number;
  readonly estimated: boolean;
  readonly readings: number;
  /** Readings that reached the end. */
  readonly readToEnd: number;
  readonly meanActiveMs: number;
  readonly links: number;
  readonly shares: number;
  readonly searches: number;
  readonly emptySearches: number;
  /** Records of all types: counted ones, and dropped ones. */
  readonly recorded: number;
  readonly dropped: number;
}

export interface PostReading {
  readonly slug: string;
  /**
   * null if nothing is published under the slug any more, or the published content is not known
   * here.
   */
  readonly title: string | null;
  readonly views: number;
  readonly repeats: number | null;
  readonly visitors: number;
  readonly estimated: boolean;
  readonly readings: number;
  readonly readToEnd: number;
  readonly meanActiveMs: number;
}

export interface ReportQuery {
  readonly fromDay: string;
  readonly toDay: string;
  /** Maximum number of entries in each list. */
  readonly limit: number;
  /** Known to this runtime. */
  readonly timeZone: string;
  /** Default: no titles are known. */
  readonly findTitle?: FindTitle;
}

/**
 * The title of a post, or of another document (`talks/tides` if the site defines the kind); null if
 * nothing is published under the slug.
 */
export type FindTitle = (slug: string, of: "posts" | "others") => Promise<string | null>;

/** A count, with its title if something is published under the slug. */
export interface TitledCount extends EngagementCount {
  readonly title: string | null;
}

/** Describes which days are counted, for readers of the report. */
export function describeDays(timeZone: string): string {
  return timeZone === "UTC" ? "UTC days" : `days of ${timeZone} for the whole site, UTC days in lists and searches`;
}

/** Records that are views of a page. */
export const VIEW_TYPES: readonly EngagementType[] = ["post_view", "page_view"];
export const OTHER_TYPES: readonly EngagementType[] = [...KIND_RECORDS, "document_view"];
/** From this tenth on, a text counts as read to its end. */
const END_TENTH = 9;
const TENTHS = 11;

export async function readReport(
  { engagement, site }: Pick<Store, "engagement" | "site">,
  { fromDay, toDay, limit, timeZone, findTitle = async () => null }: ReportQuery,
  siteName?: string,
): Promise<ReportModel> {
  const period = { fromDay, toDay, timeZone, limit };
  const viewTypes = [...VIEW_TYPES, ...OTHER_TYPES];
  const [before, direct] = await Promise.all([
    engagement.summary({ ...periodBefore({ fromDay, toDay }), timeZone, limit: 0 }),
    engagement.direct({ types: viewTypes, ...period }),
  ]);
  const [summary, posts, pages, others, referrers, links, shares, calls, campaigns, storedSite] = await Promise.all([
    engagement.summary({ ...period, limit: 0 }),
    engagement.top({ dimension: "slug", types: ["post_view"], ...period }),
    engagement.top({ dimension: "path", types: VIEW_TYPES, ...period }),
    engagement.top({ dimension: "slug", types: OTHER_TYPES, ...period }),
    engagement.top({ dimension: "referrer", types: viewTypes, ...period }),
    engagement.top({ dimension: "outbound", ...period }),
    engagement.top({ dimension: "share", ...period }),
    engagement.top({ dimension: "cta", ...period }),
    engagement.top({ dimension: "campaign", ...period }),
    siteName === undefined ? site.get() : null,
  ]);
  const titles = await Promise.all(posts.map(({ value }) => findTitle(value, "posts")));
  const otherTitles = await Promise.all(others.map(({ value }) => findTitle(value, "others")));
  const reading = new Map(summary.readThrough.map((post) => [post.slug, post]));
  return {
    siteName: siteName ?? storedSite?.name ?? "your site",
    timeZone,
    fromDay,
    toDay,
    days: toDays(summary, fromDay, toDay),
    totals: toTotals(summary),
    before: toTotals(before),
    posts: posts.map(({ value, count, ...figures }, at) => ({
      slug: value,
      title: titles[at] ?? null,
      views: count,
      ...figures,
      ...toReading(reading.get(value)),
    })),
    others: others.map((other, at) => ({ ...other, title: otherTitles[at] ?? null })),
    ...{ pages, referrers, direct, links, shares, calls, campaigns },
    tenths: Array.from({ length: TENTHS }, (_, tenth) => sum(summary.readThrough.map(({ tenths }) => tenths[tenth] ?? 0))),
    dropped: summary.dropped,
  };
}

type Reading = Pick<PostReading, "readings" | "readToEnd" | "meanActiveMs">;

/** The reading figures of one post. */
export function toReading(of: { tenths: readonly number[]; count: number; meanActiveMs: number } | undefined): Reading {
  if (of === undefined) return { readings: 0, readToEnd: 0, meanActiveMs: 0 };
  return { readings: of.count, readToEnd: sum(of.tenths.slice(END_TENTH)), meanActiveMs: of.meanActiveMs };
}

function toDays({ days, visitors, searches }: EngagementSummary, fromDay: string, toDay: string): ReportDay[] {
  const views = new Map<string, number>();
  for (const { day, type, count } of days) if (VIEW_TYPES.includes(type)) views.set(day, (views.get(day) ?? 0) + count);
  const unique = new Map(visitors.map((row) => [row.day, row]));
  const searched = new Map(searches.map((row) => [row.day, row]));
  const first = fromDayText(fromDay);
  return Array.from({ length: fromDayText(toDay) - first + 1 }, (_, at) => {
    const day = toDayText(first + at);
    return {
      day,
      views: views.get(day) ?? 0,
      visitors: unique.get(day)?.visitors ?? 0,
      estimated: unique.get(day)?.estimated ?? false,
      searches: searched.get(day)?.count ?? 0,
      emptySearches: searched.get(day)?.empty ?? 0,
    };
  });
}

function toTotals({ days, visitors, readThrough, searches, dropped }: EngagementSummary): ReportTotals {
  const of = (types: readonly EngagementType[]): number => sum(days.flatMap(({ type, count }) => (types.includes(type) ? [count] : [])));
  const readings = sum(readThrough.map(({ count }) => count));
  return {
    views: of(VIEW_TYPES),
    repeats: sumRepeats(days.filter(({ type }) => VIEW_TYPES.includes(type))),
    visitors: sum(visitors.map((day) => day.visitors)),
    estimated: visitors.some(({ estimated }) => estimated),
    readings,
    readToEnd: sum(readThrough.map((post) => toReading(post).readToEnd)),
    meanActiveMs: readings === 0 ? 0 : Math.round(sum(readThrough.map(({ count, meanActiveMs }) => count * meanActiveMs)) / readings),
    links: of(["outbound_click"]),
    shares: of(["share"]),
    searches: sum(searches.map(({ count }) => count)),
    emptySearches: sum(searches.map(({ empty }) => empty)),
    recorded: sum(days.map(({ count }) => count)),
    dropped: sum(dropped.map(({ count }) => count)),
  };
}

/** The sum of the rows' repeats; null if any of them is unknown. */
export function sumRepeats(rows: readonly { readonly repeats: number | null }[]): number | null {
  const counted = rows.flatMap(({ repeats }) => repeats ?? []);
  return counted.length === rows.length ? sum(counted) : null;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** The first day of a period that ends on `toDay`. */
export function firstDayOfPeriod(toDay: string, days: number): string {
  return toDayText(dayOf(Date.parse(toDay) - (days - 1) * DAY_MS));
}

/** The preceding period of the same length. */
export function periodBefore({ fromDay, toDay }: { readonly fromDay: string; readonly toDay: string }): { fromDay: string; toDay: string } {
  const [first, last] = [fromDayText(fromDay), fromDayText(toDay)];
  return { fromDay: toDayText(first - (last - first + 1)), toDay: toDayText(first - 1) };
}
