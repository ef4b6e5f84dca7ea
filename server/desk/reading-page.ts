import { toDayIn } from "../days.ts";
import { reportFigures, reportPost } from "../owner/figures/report-figures.ts";
import { nameReport } from "../report/name-report.ts";
import { renderPostReport } from "../report/post-report.ts";
import { type ReportLinks, renderReportBody } from "../report/report-body.ts";
import { firstDayOfPeriod, type ReportModel } from "../report/report-model.ts";
import type { TableForm } from "../report/report-sections.ts";
import { REPORT_STYLE } from "../report/report-style.ts";
import type { TableFormat } from "../report/report-tables.ts";
import { POST_TABLE_NAMES, renderPostTableFile, renderTableFile } from "../report/table-files.ts";
import { REPORT_TABLE_NAMES } from "../report/table-names.ts";
import type { DeskContext } from "./desk-context.ts";
import { type DeskPage, hiddenField, renderTabs } from "./desk-html.ts";

/** A file for the owner's browser to save. */
export interface DeskDownload {
  readonly download: string;
  readonly type: string;
  readonly name: string;
}

/** Number of days, including today. */
const PERIODS = [7, 30, 90, 365] as const;
const PERIOD_USUAL = 30;
/** Maximum number of entries in each list. */
const LIST_LIMIT = 15;
/** Maximum number of entries in a downloaded file. */
const TABLE_LIMIT = 10_000;

/** `/reading`: the report of `octavo engagement report`, for a recent period. */
export async function composeReading(context: DeskContext, query: URLSearchParams): Promise<DeskPage> {
  const { period, days } = readDays(context, query);
  const report = await readSiteReport(context, period);
  const tabs = PERIODS.map((each) => ({ href: `/reading?days=${each}`, name: `${each} days`, isCurrent: each === days }));
  const links: ReportLinks = {
    postHref: (slug) => `/reading?days=${days}&post=${encodeURIComponent(slug)}`,
    tables: toTableForm(context, `/reading?days=${days}`),
  };
  const body = `${renderTabs("Period", tabs)}${renderReportBody(report, links)}`;
  return { section: "/reading", title: "What is read", body, style: REPORT_STYLE };
}

/**
 * `/reading?post=tides`: figures of one post, or of a document such as `talks/tides`, by UTC day.
 */
export async function composePostReading(context: DeskContext, query: URLSearchParams): Promise<DeskPage> {
  const { owner, now, findTitle } = context;
  const slug = query.get("post") ?? "";
  const { period, days } = readDays({ now, timeZone: "UTC" }, query);
  const report = await owner(reportPost, { slug, ...period, limit: LIST_LIMIT });
  const title = (await findTitle(slug, "posts")) ?? (await findTitle(slug, "others")) ?? slug;
  const link = (each: number): string => `/reading?days=${each}&post=${encodeURIComponent(slug)}`;
  const tabs = PERIODS.map((each) => ({ href: link(each), name: `${each} days`, isCurrent: each === days }));
  const back = `<p><a href="/reading?days=${days}">All posts</a></p>`;
  const body = `${renderTabs("Period", tabs)}${back}${renderPostReport(report, toTableForm(context, link(days)))}`;
  return { section: "/reading", title, body, style: REPORT_STYLE };
}

/**
 * Tables are only sent in answer to the desk's own forms. A window that opens a download stays
 * blank, so another site that opened one would see that the browser is signed in.
 */
function toTableForm({ session }: DeskContext, action: string): TableForm {
  return { action, hidden: hiddenField("form", session.formToken) };
}

/**
 * A table to download, from the site's report, or with `post=tides` from that post's report; null
 * if there is no such table.
 * @param wanted `posts.csv`
 */
export async function downloadTable(context: DeskContext, query: URLSearchParams, wanted: string): Promise<DeskDownload | null> {
  const [wantedTable, ending] = wanted.split(".");
  const format: TableFormat = ending === "json" ? "json" : "csv";
  const type = format === "json" ? "application/json" : "text/csv; charset=utf-8";
  const slug = query.get("post");
  const { period } = readDays(slug === null ? context : { ...context, timeZone: "UTC" }, query);
  const file = (table: string, text: string, of = ""): DeskDownload => ({
    ...{ download: text, type },
    name: `${of}${table}-${period.fromDay}-to-${period.toDay}.${format}`,
  });
  if (slug === null) {
    const table = REPORT_TABLE_NAMES.find((name) => name === wantedTable);
    if (table === undefined) return null;
    return file(table, renderTableFile(await readSiteReport(context, period, TABLE_LIMIT), table, format));
  }
  const table = POST_TABLE_NAMES.find((name) => name === wantedTable);
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
