import { type CsvValue, toCsvLine } from "../text/csv.ts";
import type { PostReport } from "./post-report-model.ts";
import { type ReportModel, toReading } from "./report-model.ts";
import type { TableFormat } from "./report-tables.ts";
import type { ReportTableName } from "./table-names.ts";

/** A table: its columns, and its rows with values by column. */
interface Table<Report, Column extends string = string> {
  readonly columns: readonly Column[];
  rows(report: Report): readonly Readonly<Record<Column, CsvValue>>[];
}

/** Infers the columns, which each row must have. */
function ofSite<const Column extends string>(columns: readonly Column[], rows: Table<ReportModel, Column>["rows"]): Table<ReportModel> {
  return { columns, rows };
}

function ofPost<const Column extends string>(columns: readonly Column[], rows: Table<PostReport, Column>["rows"]): Table<PostReport> {
  return { columns, rows };
}

const POST_COLUMNS = ["slug", "title", "views", "visitors", "repeats", "estimated", "readings", "readToEnd", "meanActiveMs"] as const;
const COUNTED = ["value", "count", "visitors", "estimated"] as const;

/** Every table of a report, for spreadsheets and programs. */
const TABLES = {
  totals: ofSite(["figure", "value", "before"], ({ totals, before }) =>
    Object.entries(totals).map(([figure, value]) => ({ figure, value, before: before[figure as "views"] })),
  ),
  days: ofSite(["day", "views", "visitors", "estimated", "searches", "emptySearches"], ({ days }) => days.map((day) => ({ ...day }))),
  posts: ofSite(POST_COLUMNS, ({ posts }) => posts.map((post) => ({ ...post }))),
  reading: ofSite(["percent", "readings"], ({ tenths }) => tenths.map((readings, tenth) => ({ percent: tenth * 10, readings }))),
  referrers: ofSite(COUNTED, ({ referrers, direct }) => [
    { value: "direct", count: direct, visitors: null, estimated: null },
    ...referrers.map((row) => ({ ...row })),
  ]),
  links: ofSite(COUNTED, ({ links }) => links.map((row) => ({ ...row }))),
  pages: ofSite(COUNTED, ({ pages }) => pages.map((row) => ({ ...row }))),
  others: ofSite(["value", "title", "count", "visitors", "estimated"], ({ others }) => others.map((row) => ({ ...row }))),
  shares: ofSite(COUNTED, ({ shares }) => shares.map((row) => ({ ...row }))),
  calls: ofSite(COUNTED, ({ calls }) => calls.map((row) => ({ ...row }))),
  campaigns: ofSite(COUNTED, ({ campaigns }) => campaigns.map((row) => ({ ...row }))),
  dropped: ofSite(["reason", "count"], ({ dropped }) => dropped.map((row) => ({ ...row }))),
} as const satisfies Readonly<Record<ReportTableName, Table<ReportModel>>>;

/** Every table of a document's report. */
const POST_TABLES = {
  totals: ofPost(["figure", "value", "before"], ({ views, visitors, reading, before }) =>
    Object.entries(toTotals({ views, visitors, reading })).map(([figure, value]) => ({
      ...{ figure, value },
      before: toTotals(before)[figure as "views"],
    })),
  ),
  days: ofPost(["day", "views", "visitors", "estimated"], ({ days }) => days.map((day) => ({ ...day }))),
  referrers: ofPost(["value", "count"], ({ referrers: { direct, referrers } }) => [
    { value: "direct", count: direct },
    ...referrers.map((row) => ({ ...row })),
  ]),
  reading: ofPost(["percent", "readings", "before"], ({ reading, before }) =>
    reading.tenths.map((readings, tenth) => ({ percent: tenth * 10, readings, before: before.reading.tenths[tenth] ?? 0 })),
  ),
} as const satisfies Readonly<Record<string, Table<PostReport>>>;

export type PostTableName = keyof typeof POST_TABLES;
export const POST_TABLE_NAMES = Object.keys(POST_TABLES) as PostTableName[];

function toTotals({ views, visitors, reading }: PostReport["before"]) {
  const { readings, readToEnd, meanActiveMs } = toReading(reading);
  return { views, visitors, readings, readToEnd, meanActiveMs };
}

/** Like `renderTableFile`, but for one document's report. */
export function renderPostTableFile(report: PostReport, name: PostTableName, format: TableFormat): string {
  const { slug, fromDay, toDay } = report;
  return renderTable(POST_TABLES[name], report, { format, about: { slug, timeZone: "UTC", fromDay, toDay, table: name } });
}

/** One table as CSV (RFC 4180), its first line naming the columns, or as JSON. */
export function renderTableFile(model: ReportModel, name: ReportTableName, format: TableFormat): string {
  const { siteName, timeZone, fromDay, toDay } = model;
  return renderTable(TABLES[name], model, { format, about: { site: siteName, timeZone, fromDay, toDay, table: name } });
}

interface RenderOptions {
  readonly format: TableFormat;
  /** The members of the JSON beside the rows. */
  readonly about: Readonly<Record<string, string>>;
}

function renderTable<Report>({ columns, rows: toRows }: Table<Report>, report: Report, { format, about }: RenderOptions): string {
  const cells = toRows(report).map((row) => columns.map((column): CsvValue => row[column] ?? null));
  if (format === "csv") return [columns, ...cells].map(toCsvLine).join("");
  const rows = cells.map((values) => Object.fromEntries(values.map((value, at) => [columns[at], value])));
  return `${JSON.stringify({ ...about, rows }, null, 2)}\n`;
}
