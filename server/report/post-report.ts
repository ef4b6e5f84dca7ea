import { escapeHtml } from "../../contract/text/escape-html.ts";
import { fromDayText, toDayText } from "../days.ts";
import type { PostEngagement, PostReferrers } from "../store/engagement-types.ts";
import type { Store } from "../store/store.ts";
import { longDay } from "./chart-scales.ts";
import { formatNumber, formatShare, formatTime } from "./chart-text.ts";
import { OTHER_TYPES, periodBefore, type ReportDay, toReading } from "./report-model.ts";
import {
  compareBefore,
  formatVisitorCount,
  none,
  renderCountList,
  renderReadThrough,
  renderTableLinks,
  renderViews,
  section,
  withDirect,
} from "./report-sections.ts";
import type { TableFormat } from "./report-tables.ts";
import { POST_TABLE_NAMES, type PostTableName } from "./table-files.ts";

export interface PostReportQuery {
  readonly slug: string;
  /** UTC days, `YYYY-MM-DD`, both inclusive. */
  readonly fromDay: string;
  readonly toDay: string;
  /** Referrers to list. */
  readonly limit: number;
}

/** Figures of one post, or of another document, with nothing about any individual visitor. */
export interface PostReport extends Omit<PostReportQuery, "limit"> {
  /** Each day of the period, oldest first. */
  readonly days: readonly ReportDay[];
  readonly views: number;
  readonly visitors: number;
  readonly estimated: boolean;
  /** The same of as many days before. */
  readonly before: { readonly views: number; readonly visitors: number; readonly reading: PostEngagement["reading"] };
  readonly reading: PostEngagement["reading"];
  readonly referrers: PostReferrers;
}

const VIEWS = ["post_view", ...OTHER_TYPES];

export async function readPostReport({ engagement }: Pick<Store, "engagement">, query: PostReportQuery): Promise<PostReport> {
  const { slug, fromDay, toDay, limit } = query;
  const [post, before, referrers] = await Promise.all([
    engagement.post({ slug, fromDay, toDay }),
    engagement.post({ slug, ...periodBefore(query) }),
    engagement.postReferrers({ slug, fromDay, toDay, limit }),
  ]);
  const days = toPostDays(post, query);
  return {
    ...{ slug, fromDay, toDay, days, referrers },
    ...sumViews(days),
    estimated: days.some(({ estimated }) => estimated),
    before: { ...sumViews(toPostDays(before, periodBefore(query))), reading: before.reading },
    reading: post.reading,
  };
}

function sumViews(days: readonly ReportDay[]): { readonly views: number; readonly visitors: number } {
  return days.reduce((sum, day) => ({ views: sum.views + day.views, visitors: sum.visitors + day.visitors }), { views: 0, visitors: 0 });
}

function toPostDays({ days }: PostEngagement, { fromDay, toDay }: Pick<PostReportQuery, "fromDay" | "toDay">): ReportDay[] {
  const byDay = Map.groupBy(
    days.filter(({ type }) => VIEWS.includes(type)),
    ({ day }) => day,
  );
  const first = fromDayText(fromDay);
  return Array.from({ length: fromDayText(toDay) - first + 1 }, (_, at) => {
    const day = toDayText(first + at);
    const rows = byDay.get(day) ?? [];
    return {
      ...{ day, searches: 0, emptySearches: 0 },
      views: rows.reduce((sum, { count }) => sum + count, 0),
      visitors: rows.reduce((sum, { visitors }) => sum + visitors, 0),
      estimated: rows.some(({ estimated }) => estimated),
    };
  });
}

/**
 * HTML like that of `renderReportBody`, below a heading with the post's title.
 * @param tableHref a table as a file. Default: there are none
 */
export function renderPostReport(report: PostReport, tableHref?: (table: PostTableName, format: TableFormat) => string): string {
  const { fromDay, toDay, days, views, visitors, estimated, before, reading, referrers } = report;
  const period = `<p class="period">${longDay(fromDayText(fromDay))} to ${longDay(fromDayText(toDay))}, UTC days.</p>`;
  if (views === 0 && reading.count === 0)
    return `<div class="report">${period}<p class="nothing">Nobody viewed it in this period.</p></div>\n`;
  const figures = [
    ["Views", formatNumber(views), compareBefore(views, before.views)],
    ["Visitors", formatVisitorCount({ visitors, estimated }), compareBefore(visitors, before.visitors)],
    ["Read to the end", shareOf(reading), `of ${formatNumber(reading.count)} readings`, `${shareOf(before.reading)} before`],
    ["Reading time", timeOf(reading), "on average", `${timeOf(before.reading)} before`],
  ].map(([name, value, ...more]) => `<div><dt>${name}</dt><dd>${value}${more.map((line) => `<small>${line}</small>`).join("")}</dd></div>`);
  const since =
    referrers.fromDay > fromDay
      ? none(`Referrers are counted from ${escapeHtml(referrers.fromDay)} on: raw events are kept for a time only.`)
      : "";
  const parts = [
    period,
    `<dl class="figures">${figures.join("")}</dl>`,
    section("Views and visitors", renderViews(days, fromDay, toDay)),
    `${renderCountList("Came from", "Site", "Views", withDirect(referrers.direct, referrers.referrers), "No view is known.")}${since}`,
    section("How far it is read", renderReadThrough(reading.tenths)),
    ...(tableHref === undefined ? [] : [renderTableLinks(POST_TABLE_NAMES, tableHref)]),
  ];
  return `<div class="report">${parts.join("\n")}</div>\n`;
}

function shareOf(reading: PostEngagement["reading"]): string {
  return formatShare(toReading(reading).readToEnd, reading.count);
}

function timeOf({ count, meanActiveMs }: PostEngagement["reading"]): string {
  return count === 0 ? "–" : formatTime(meanActiveMs);
}
