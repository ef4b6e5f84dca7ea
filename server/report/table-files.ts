import { type CsvValue, toCsvLine } from "../text/csv.ts";
import type { ReportModel } from "./report-model.ts";

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
} as const satisfies Readonly<Record<string, (model: ReportModel) => readonly TableRow[]>>;

export type ReportTableName = keyof typeof TABLES;
export const REPORT_TABLE_NAMES = Object.keys(TABLES) as ReportTableName[];

/**
 * One table as CSV (RFC 4180), its first line naming the columns, or as JSON. An empty CSV has no
 * line.
 */
export function renderTableFile(model: ReportModel, name: ReportTableName, format: "csv" | "json"): string {
  const rows: readonly TableRow[] = TABLES[name](model);
  if (format === "json") {
    const { siteName, timeZone, fromDay, toDay } = model;
    return `${JSON.stringify({ site: siteName, timeZone, fromDay, toDay, table: name, rows }, null, 2)}\n`;
  }
  const columns = Object.keys(rows[0] ?? {});
  return rows.length === 0 ? "" : [columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))].map(toCsvLine).join("");
}
