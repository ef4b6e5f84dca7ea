import { toDayIn } from "../days.ts";
import { reportFigures, reportPost } from "../owner/figures/report-figures.ts";
import { nameReport } from "../report/name-report.ts";
import { renderPostReport } from "../report/post-report.ts";
import { type ReportLinks, renderReportBody } from "../report/report-body.ts";
import { firstDayOfPeriod, type ReportModel } from "../report/report-model.ts";
import { REPORT_STYLE } from "../report/report-style.ts";
import type { TableFormat } from "../report/report-tables.ts";
import { POST_TABLE_NAMES, type PostTableName, renderPostTableFile, renderTableFile } from "../report/table-files.ts";
import { REPORT_TABLE_NAMES } from "../report/table-names.ts";
import type { DeskContext } from "./desk-context.ts";
import { type DeskPage, renderTabs } from "./desk-html.ts";

/** A file for the owner's browser to save. */
export interface DeskDownload {
  readonly download: string;
  readonly type: string;
  readonly name: string;
}

/** Number of days, including today. */
const PERIODS = [7, 30, 90, 365] as const;
const PERIOD_USUAL = 30;
/** Entries of each list. */
const LIST_LIMIT = 15;
/** Entries of a list in a downloaded file. */
const TABLE_LIMIT = 10_000;

/** `/reading`: the report of `octavo engagement report`, about the last days. */
export async function composeReading(context: DeskContext, query: URLSearchParams): Promise<DeskPage> {
  const { period, days } = readDays(context, query);
  const report = await readSiteReport(context, period);
  const tabs = PERIODS.map((each) => ({ href: `/reading?days=${each}`, name: `${each} days`, isCurrent: each === days }));
  const links: ReportLinks = {
    postHref: (slug) => `/reading?days=${days}&post=${encodeURIComponent(slug)}`,
    tableHref: (table, format) => `/reading?days=${days}&table=${table}&format=${format}`,
  };
  const body = `${renderTabs("Period", tabs)}${renderReportBody(report, links)}`;
  return { section: "/reading", title: "What is read", body, style: REPORT_STYLE };
}

/** `/reading?post=tides`: one post, or `talks/tides`. Its figures are by UTC day. */
export async function composePostReading({ owner, now, findTitle }: DeskContext, query: URLSearchParams): Promise<DeskPage> {
  const slug = query.get("post") ?? "";
  const { period, days } = readDays({ now, timeZone: "UTC" }, query);
  const report = await owner(reportPost, { slug, ...period, limit: LIST_LIMIT });
  const title = (await findTitle(slug, "posts")) ?? (await findTitle(slug, "others")) ?? slug;
  const link = (each: number): string => `/reading?days=${each}&post=${encodeURIComponent(slug)}`;
  const tableHref = (table: PostTableName, format: TableFormat): string => `${link(days)}&table=${table}&format=${format}`;
  const tabs = PERIODS.map((each) => ({ href: link(each), name: `${each} days`, isCurrent: each === days }));
  const back = `<p><a href="/reading?days=${days}">All posts</a></p>`;
  const body = `${renderTabs("Period", tabs)}${back}${renderPostReport(report, tableHref)}`;
  return { section: "/reading", title, body, style: REPORT_STYLE };
}

/**
 * `/reading?table=posts&format=csv`, or with `post=tides` a table of that post: a file to download.
 * null: there is no such table.
 */
export async function downloadTable(context: DeskContext, query: URLSearchParams): Promise<DeskDownload | null> {
  const format: TableFormat = query.get("format") === "json" ? "json" : "csv";
  const type = format === "json" ? "application/json" : "text/csv; charset=utf-8";
  const slug = query.get("post");
  const { period } = readDays(slug === null ? context : { ...context, timeZone: "UTC" }, query);
  const file = (table: string, text: string, of = ""): DeskDownload => ({
    ...{ download: text, type },
    name: `${of}${table}-${period.fromDay}-to-${period.toDay}.${format}`,
  });
  if (slug === null) {
    const table = REPORT_TABLE_NAMES.find((name) => name === query.get("table"));
    if (table === undefined) return null;
    return file(table, renderTableFile(await readSiteReport(context, period, TABLE_LIMIT), table, format));
  }
  const table = POST_TABLE_NAMES.find((name) => name === query.get("table"));
  if (table === undefined) return null;
  const report = await context.owner(reportPost, { slug, ...period, limit: TABLE_LIMIT });
  return file(table, renderPostTableFile(report, table, format), `${slug.replaceAll(/[^a-z0-9-]/g, "-")}-`);
}

function readDays({ now, timeZone }: Pick<DeskContext, "now" | "timeZone">, query: URLSearchParams) {
  const days = PERIODS.find((each) => String(each) === query.get("days")) ?? PERIOD_USUAL;
  const toDay = toDayIn(now, timeZone);
  return { days, period: { fromDay: firstDayOfPeriod(toDay, days), toDay } };
}

async function readSiteReport(
  { owner, timeZone, findTitle }: DeskContext,
  period: { readonly fromDay: string; readonly toDay: string },
  limit = LIST_LIMIT,
): Promise<ReportModel> {
  return nameReport(await owner(reportFigures, { ...period, limit, timeZone }), findTitle);
}
