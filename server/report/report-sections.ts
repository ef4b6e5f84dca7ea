import { escapeHtml } from "../../contract/text/escape-html.ts";
import { fromDayText } from "../days.ts";
import type { EngagementCount } from "../store/engagement-types.ts";
import { type BinUnit, binUnitOf, type DayBin, longMonth, shortDay, toBins } from "./chart-scales.ts";
import { formatMean, formatNumber, formatShare } from "./chart-text.ts";
import { type ChartColumn, renderColumnChart } from "./column-chart.ts";
import { renderLineChart } from "./line-chart.ts";
import type { ReportDay } from "./report-model.ts";
import { type BarRow, renderBarTable, renderPlainTable, type TableFormat } from "./report-tables.ts";

/** Sections shared by the reports of the site and of a document. */

const EACH: Readonly<Record<BinUnit, string>> = { day: "", week: ", weekly means", month: ", monthly means" };
export const UNITS: Readonly<Record<BinUnit, string>> = { day: "Day", week: "Week", month: "Month" };
/** The largest number of columns that fit side by side in a chart of searches. */
export const COLUMNS_MAX = 31;

export function section(title: string, body: string): string {
  return `<section><h2>${title}</h2>${body}</section>`;
}

export function formatVisitorCount({ visitors, estimated }: { readonly visitors: number; readonly estimated: boolean }): string {
  return `${estimated && visitors > 0 ? "≈ " : ""}${formatNumber(visitors)}`;
}

export function renderViews(days: readonly ReportDay[], fromDay: string, toDay: string): string {
  const unit = binUnitOf(fromDay, toDay);
  const bins = toBins(fromDay, toDay, unit);
  const mean = (value: (day: ReportDay) => number): number[] => bins.map((bin) => sumBin(days, fromDay, bin, value) / bin.length);
  const views = mean((day) => day.views);
  const chart = renderLineChart({
    ...{ fromDay, toDay, bins },
    lines: [
      { name: "Views", className: "first", values: views },
      { name: "Visitors", className: "second", values: mean((day) => day.visitors) },
    ],
    peak: (bin, value) => `${nameBin(bin, unit)}: ${formatMean(value)}${unit === "day" ? "" : " a day"}`,
  });
  // Groups days into weeks and weeks into months, because a table of every point would be as long
  // as the report.
  const coarse: BinUnit = unit === "day" && bins.length <= COLUMNS_MAX ? "day" : unit === "day" ? "week" : "month";
  const rows = toBins(fromDay, toDay, coarse).map((bin): [string, string, string] => [
    nameBin(bin, coarse),
    formatNumber(sumBin(days, fromDay, bin, (day) => day.views)),
    formatVisitorCount({
      visitors: sumBin(days, fromDay, bin, (day) => day.visitors),
      estimated: daysOfBin(days, fromDay, bin).some(({ estimated }) => estimated),
    }),
  ]);
  return `<p class="axis-name">Per day${EACH[unit]}</p>${chart}${details(renderPlainTable("Views and visitors", [UNITS[coarse], "Views", "Visitors"], rows))}`;
}

/** Formats `16 Feb`, `week of 16 Feb` or `Feb 2026`. */
export function nameBin({ first }: DayBin, unit: BinUnit): string {
  return unit === "month" ? longMonth(first) : unit === "week" ? `week of ${shortDay(first)}` : shortDay(first);
}

function daysOfBin(days: readonly ReportDay[], fromDay: string, { first, length }: DayBin): readonly ReportDay[] {
  const start = first - fromDayText(fromDay);
  return days.slice(start, start + length);
}

export function sumBin(days: readonly ReportDay[], fromDay: string, bin: DayBin, value: (day: ReportDay) => number): number {
  return daysOfBin(days, fromDay, bin).reduce((sum, day) => sum + value(day), 0);
}

/** The share of all readings that reached at least this point. */
export function renderReadThrough(tenths: readonly number[]): string {
  const readings = tenths.reduce((sum, count) => sum + count, 0);
  if (readings === 0) return none("No reading of a post was reported.");
  const reached = tenths.map((_, tenth) => tenths.slice(tenth).reduce((sum, count) => sum + count, 0)).slice(1);
  const columns = reached.map((count, at): ChartColumn => {
    const label = `${(at + 1) * 10}%`;
    return { label, value: count, said: formatShare(count, readings).replace("%", "") };
  });
  const half = formatShare(reached[4] ?? 0, readings);
  const end = formatShare(reached[8] ?? 0, readings);
  const rows = reached.map((count, at): [string, string, string] => [
    `${(at + 1) * 10}%`,
    formatNumber(count),
    formatShare(count, readings),
  ]);
  return `<p class="axis-name">How many of 100 readings reached at least this point: ${half} reached the middle, ${end} the end (90%)</p>${renderColumnChart(columns, readings)}${details(renderPlainTable("How far posts are read", ["At least", "Readings", "Of all"], rows))}`;
}

/** A row of a list. Rows without visitors count only views. */
type ListRow = Pick<EngagementCount, "value" | "count"> & Partial<Pick<EngagementCount, "visitors" | "estimated">>;

export function renderCountList(title: string, what: string, counted: string, rows: readonly ListRow[], nothing: string): string {
  if (rows.length === 0) return section(title, none(nothing));
  const hasReaders = rows.some(({ visitors = 0 }) => visitors > 0);
  const bars = rows.map(
    ({ value, count, visitors = null, estimated = false }): BarRow => ({
      name: value,
      value: count,
      cells: [formatNumber(count), ...(hasReaders ? [visitors === null ? "" : formatVisitorCount({ visitors, estimated })] : [])],
    }),
  );
  return section(title, renderBarTable(title, [{ title: what }, { title: counted }, ...(hasReaders ? [{ title: "Visitors" }] : [])], bars));
}

/** The form that returns a report's tables as files. */
export interface TableForm {
  readonly action: string;
  /** HTML of hidden fields. */
  readonly hidden: string;
}

/** Buttons for tables as CSV and JSON. The form's field `file` has values such as `posts.csv`. */
export function renderTableButtons(names: readonly string[], { action, hidden }: TableForm): string {
  const items = names.map((name) => {
    const button = (format: TableFormat): string =>
      `<button type="submit" name="file" value="${name}.${format}">${format.toUpperCase()}</button>`;
    return `<li class="row line"><span>${name}</span><span class="ways">${button("csv")}${button("json")}</span></li>`;
  });
  return section(
    "Tables as files",
    `<form method="post" action="${escapeHtml(action)}" data-download>${hidden}<ul class="rows">${items.join("")}</ul></form>`,
  );
}

export function details(table: string): string {
  return `<details><summary>The numbers</summary>${table}</details>`;
}

export function none(sentence: string): string {
  return `<p class="none">${sentence}</p>`;
}

/** `direct` comes first in the list of referrers, because no stranger chose its name. */
export function withDirect<Row extends ListRow>(direct: number, rows: readonly Row[]): readonly ListRow[] {
  return direct === 0 ? rows : [{ value: "direct", count: direct }, ...rows];
}

/** Formats `+12% (1,100 before)`, compared with the preceding period of the same length. */
export function compareBefore(now: number, before: number): string {
  if (before === 0) return now === 0 ? "as before" : "0 before";
  const percent = Math.round((100 * (now - before)) / before);
  const change = percent === 0 ? "as before" : `${percent > 0 ? "+" : "−"}${formatNumber(Math.abs(percent))}%`;
  return `${change} (${formatNumber(before)} before)`;
}
