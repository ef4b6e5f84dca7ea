import type { z } from "zod";
import { KIND_RECORDS } from "../../kinds/engagement-kinds.ts";
import { DAY_MS, dayOf, fromDayText, toDayText } from "../days.ts";
import type { FiguresReport } from "../owner/figures/figure-schemas.ts";
import type { EngagementSummary, EngagementType } from "../store/engagement-types.ts";
import type { Store } from "../store/store.ts";

/** Reading figures for a period, without data about individual visitors. */
export type ReportModel = z.infer<typeof FiguresReport>;
export type ReportDay = ReportModel["days"][number];
type ReportTotals = ReportModel["totals"];
export type PostReading = ReportModel["posts"][number];

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
