import { type CsvValue, toCsvLine } from "../text/csv.ts";
import type { PostReport } from "./post-report-model.ts";
import { type ReportModel, toReading } from "./report-model.ts";
import type { TableFormat } from "./report-tables.ts";
import type { ReportTableName } from "./table-names.ts";

/** A row of a table: its cells by the names of the columns. */
type TableRow = Readonly<Record<string, CsvValue>>;

type CountRow = { readonly value: string; readonly count: number; readonly visitors: number; readonly estimated: boolean };

const toCounts = (rows: readonly CountRow[]): TableRow[] =>
  rows.map(({ value, count, visitors, estimated }) => ({ value, count, visitors, estimated }));

/** Every table of a report, for spreadsheets and programs. */
const TABLES = {
  totals: ({ totals, before }) => Object.entries(totals).map(([figure, value]) => ({ figure, value, before: before[figure as "views"] })),
  days: ({ days }) => days.map((day) => ({ ...day })),
  posts: ({ posts }) => posts.map((post) => ({ ...post })),
  reading: ({ tenths }) => tenths.map((readings, tenth) => ({ percent: tenth * 10, readings })),
  referrers: ({ referrers, direct }) => [{ value: "direct", count: direct, visitors: null, estimated: null }, ...toCounts(referrers)],
  links: ({ links }) => toCounts(links),
  pages: ({ pages }) => toCounts(pages),
  others: ({ others }) => others.map(({ title, value, count, visitors, estimated }) => ({ value, title, count, visitors, estimated })),
  shares: ({ shares }) => toCounts(shares),
  calls: ({ calls }) => toCounts(calls),
  campaigns: ({ campaigns }) => toCounts(campaigns),
  dropped: ({ dropped }) => dropped.map(({ reason, count }) => ({ reason, count })),
} as const satisfies Readonly<Record<ReportTableName, (model: ReportModel) => readonly TableRow[]>>;

/** Every table of the report of one document. */
const POST_TABLES = {
  totals: ({ views, visitors, reading, before }) =>
    Object.entries(toTotals({ views, visitors, reading })).map(([figure, value]) => ({
      ...{ figure, value },
      before: toTotals(before)[figure as "views"],
    })),
  days: ({ days }) => days.map(({ day, views, visitors, estimated }) => ({ day, views, visitors, estimated })),
  referrers: ({ referrers: { direct, referrers } }) => [{ value: "direct", count: direct }, ...referrers.map((row) => ({ ...row }))],
  reading: ({ reading, before }) =>
    reading.tenths.map((readings, tenth) => ({ percent: tenth * 10, readings, before: before.reading.tenths[tenth] ?? 0 })),
} as const satisfies Readonly<Record<string, (report: PostReport) => readonly TableRow[]>>;

export type PostTableName = keyof typeof POST_TABLES;
export const POST_TABLE_NAMES = Object.keys(POST_TABLES) as PostTableName[];

function toTotals({ views, visitors, reading }: PostReport["before"]) {
  const { readings, readToEnd, meanActiveMs } = toReading(reading);
  return { views, visitors, readings, readToEnd, meanActiveMs };
}

/** Like `renderTableFile`, but for one document's report. */
export function renderPostTableFile(report: PostReport, name: PostTableName, format: TableFormat): string {
  const { slug, fromDay, toDay } = report;
  return renderRows(POST_TABLES[name](report), { slug, timeZone: "UTC", fromDay, toDay, table: name }, format);
}

/**
 * One table as CSV (RFC 4180), its first line naming the columns, or as JSON. An empty CSV has no
 * line.
 */
export function renderTableFile(model: ReportModel, name: ReportTableName, format: TableFormat): string {
  const { siteName, timeZone, fromDay, toDay } = model;
  return renderRows(TABLES[name](model), { site: siteName, timeZone, fromDay, toDay, table: name }, format);
}

/** @param about the members of the JSON beside the rows */
function renderRows(rows: readonly TableRow[], about: Readonly<Record<string, string>>, format: TableFormat): string {
  if (format === "json") return `${JSON.stringify({ ...about, rows }, null, 2)}\n`;
  const columns = Object.keys(rows[0] ?? {});
  return rows.length === 0 ? "" : [columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))].map(toCsvLine).join("");
}
