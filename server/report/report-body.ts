import { escapeHtml } from "../../contract/text/escape-html.ts";
import { fromDayText } from "../days.ts";
import type { DropReason, EngagementCount } from "../store/engagement-types.ts";
import { type BinUnit, binUnitOf, type DayBin, longDay, longMonth, shortDay, toBins } from "./chart-scales.ts";
import { formatMean, formatNumber, formatShare, formatTime } from "./chart-text.ts";
import { type ChartColumn, renderColumnChart } from "./column-chart.ts";
import { renderLineChart } from "./line-chart.ts";
import { describeDays, type PostReading, type ReportDay, type ReportModel } from "./report-model.ts";
import { type BarRow, renderBarTable, renderPlainTable } from "./report-tables.ts";

const REASONS: Readonly<Record<DropReason, readonly [name: string, why: string]>> = {
  bot: ["Bots", "a program, by its User-Agent"],
  prefetch: ["Prefetched", "a browser fetched the page in advance, but nobody saw it"],
  "empty-agent": ["No User-Agent", "the sender does not identify itself"],
  "own-visit": ["Your own visits", "a browser with the cookie <code>own-visit</code>"],
  "unknown-slug": ["Unknown", "names something that is not published"],
};
const EACH: Readonly<Record<BinUnit, string>> = { day: "", week: ", means of weeks", month: ", means of months" };
const UNITS: Readonly<Record<BinUnit, string>> = { day: "Day", week: "Week", month: "Month" };
/** The most columns that fit side by side in a chart of searches. */
const COLUMNS_MAX = 31;

/**
 * Renders the report as HTML to place below a first-level heading. REPORT_STYLE styles it. It
 * contains no script, no inline style and no address.
 */
export function renderReportBody(model: ReportModel): string {
  const { totals, days, fromDay, toDay, timeZone } = model;
  const period = `<p class="period">${longDay(fromDayText(fromDay))} to ${longDay(fromDayText(toDay))}, ${escapeHtml(describeDays(timeZone))}. Visitors are told apart only within one UTC day: someone who comes on two days counts twice.${totals.estimated ? ` ≈ marks an estimate, accurate to about 2 % (3 % for a post), for days with too many visitors to tell apart individually.` : ""}</p>`;
  if (totals.views + totals.searches + totals.links + totals.readings + totals.dropped === 0)
    return `<div class="report">${period}<p class="nothing">Nothing was recorded in this period.</p></div>\n`;
  const parts = [
    period,
    renderFigures(model),
    section("Views and visitors", renderViews(days, fromDay, toDay)),
    section("Posts", renderPosts(model.posts)),
    section("How far posts are read", renderReadThrough(model.tenths)),
    `<div class="pair">${list("Came from", "Site", "Views", model.referrers, "No view came from another site.")}${list("Links out", "Address", "Clicks", model.links, "No link to another site was followed.")}</div>`,
    section("Searches", renderSearches(model)),
    `<div class="pair">${list("Pages", "Path", "Views", model.pages, "No page was viewed.")}${renderOthers(model)}</div>`,
    section("Not counted, and why", renderDropped(model)),
  ];
  return `<div class="report">${parts.join("\n")}</div>\n`;
}

/** Formats `160 repeats on the same day`; null if there are none, or they are not known. */
function describeRepeats({ views, repeats }: ReportModel["totals"]): string | null {
  return repeats === null || repeats === 0
    ? null
    : `${formatNumber(repeats)} (${formatShare(repeats, views)}) repeats by the same visitor on the same day`;
}

function formatVisitors({ visitors, estimated }: { readonly visitors: number; readonly estimated: boolean }): string {
  return `${estimated && visitors > 0 ? "≈ " : ""}${formatNumber(visitors)}`;
}

function section(title: string, body: string): string {
  return `<section><h2>${title}</h2>${body}</section>`;
}

function renderFigures({ totals, days }: ReportModel): string {
  // If the site is younger than the period, averages over the days since its first view.
  const lived =
    days.length -
    Math.max(
      0,
      days.findIndex(({ views }) => views > 0),
    );
  const figures: readonly (readonly [string, string, string])[] = [
    ["Views", formatNumber(totals.views), describeRepeats(totals) ?? `${formatMean(totals.views / lived)} a day`],
    ["Visitors", formatVisitors(totals), `${formatMean(totals.visitors / lived)} a day`],
    ["Read to the end", formatShare(totals.readToEnd, totals.readings), `of ${formatNumber(totals.readings)} readings`],
    ["Reading time", totals.readings === 0 ? "–" : formatTime(totals.meanActiveMs), "on average"],
  ];
  const items = figures.map(([name, value, more]) => `<div><dt>${name}</dt><dd>${value}<small>${more}</small></dd></div>`);
  return `<dl class="figures">${items.join("")}</dl>`;
}

function renderViews(days: readonly ReportDay[], fromDay: string, toDay: string): string {
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
    formatVisitors({
      visitors: sumBin(days, fromDay, bin, (day) => day.visitors),
      estimated: daysOfBin(days, fromDay, bin).some(({ estimated }) => estimated),
    }),
  ]);
  return `<p class="axis-name">A day${EACH[unit]}</p>${chart}${details(renderPlainTable("Views and visitors", [UNITS[coarse], "Views", "Visitors"], rows))}`;
}

/** Formats `16 Feb`, `week of 16 Feb` or `Feb 2026`. */
function nameBin({ first }: DayBin, unit: BinUnit): string {
  return unit === "month" ? longMonth(first) : unit === "week" ? `week of ${shortDay(first)}` : shortDay(first);
}

function daysOfBin(days: readonly ReportDay[], fromDay: string, { first, length }: DayBin): readonly ReportDay[] {
  const start = first - fromDayText(fromDay);
  return days.slice(start, start + length);
}

function sumBin(days: readonly ReportDay[], fromDay: string, bin: DayBin, value: (day: ReportDay) => number): number {
  return daysOfBin(days, fromDay, bin).reduce((sum, day) => sum + value(day), 0);
}

function renderPosts(posts: readonly PostReading[]): string {
  if (posts.length === 0) return none("No post was viewed.");
  const rows = posts.map(
    ({ slug, title, views, visitors, estimated, readings, readToEnd, meanActiveMs }): BarRow => ({
      name: title ?? slug,
      value: views,
      cells: [
        formatNumber(views),
        formatVisitors({ visitors, estimated }),
        formatNumber(readings),
        formatShare(readToEnd, readings),
        readings === 0 ? "–" : formatTime(meanActiveMs),
      ],
    }),
  );
  const columns = [
    { title: "Post" },
    { title: "Views" },
    { title: "Visitors", isExtra: true as const },
    { title: "Readings", isExtra: true as const },
    { title: "To the end" },
    { title: "Mean time" },
  ];
  return renderBarTable("The most read posts", columns, rows);
}

/** The share of all readings that reached at least this point. */
function renderReadThrough(tenths: readonly number[]): string {
  const readings = tenths.reduce((sum, count) => sum + count, 0);
  if (readings === 0) return none("No reading of a post was reported.");
  const reached = tenths.map((_, tenth) => tenths.slice(tenth).reduce((sum, count) => sum + count, 0)).slice(1);
  const columns = reached.map((count, at): ChartColumn => {
    const label = `${(at + 1) * 10} %`;
    return { label, value: count, said: formatShare(count, readings).replace(" %", "") };
  });
  const half = formatShare(reached[4] ?? 0, readings);
  const end = formatShare(reached[8] ?? 0, readings);
  const rows = reached.map((count, at): [string, string, string] => [
    `${(at + 1) * 10} %`,
    formatNumber(count),
    formatShare(count, readings),
  ]);
  return `<p class="axis-name">How many of 100 readings came at least this far: ${half} to the middle, ${end} to the end (90 %)</p>${renderColumnChart(columns, readings)}${details(renderPlainTable("How far posts are read", ["At least", "Readings", "Of all"], rows))}`;
}

function list(title: string, what: string, counted: string, rows: readonly EngagementCount[], nothing: string): string {
  if (rows.length === 0) return section(title, none(nothing));
  const hasReaders = rows.some(({ visitors }) => visitors > 0);
  const bars = rows.map(
    ({ value, count, visitors, estimated }): BarRow => ({
      name: value,
      value: count,
      cells: [formatNumber(count), ...(hasReaders ? [formatVisitors({ visitors, estimated })] : [])],
    }),
  );
  return section(title, renderBarTable(title, [{ title: what }, { title: counted }, ...(hasReaders ? [{ title: "Visitors" }] : [])], bars));
}

function renderSearches({ days, totals, fromDay, toDay }: ReportModel): string {
  if (totals.searches === 0) return none("Nobody searched, or no page reports searches.");
  const unit: BinUnit = days.length <= COLUMNS_MAX ? "day" : binUnitOf(fromDay, toDay) === "day" ? "week" : "month";
  const bins = toBins(fromDay, toDay, unit);
  const all = bins.map((bin) => sumBin(days, fromDay, bin, (day) => day.searches));
  const empty = bins.map((bin) => sumBin(days, fromDay, bin, (day) => day.emptySearches));
  const columns = bins.map((bin, at): ChartColumn => {
    const label = unit === "month" ? longMonth(bin.first).slice(0, 3) : shortDay(bin.first);
    return { label, value: all[at] ?? 0, part: empty[at] ?? 0 };
  });
  const rows = bins.map((bin, at): [string, string, string, string] => [
    nameBin(bin, unit),
    formatNumber(all[at] ?? 0),
    formatNumber(empty[at] ?? 0),
    formatShare(empty[at] ?? 0, all[at] ?? 0),
  ]);
  const said = `${formatNumber(totals.emptySearches)} of ${formatNumber(totals.searches)} searches (${formatShare(totals.emptySearches, totals.searches)}) found nothing: <span class="key">the part at the foot</span> of each column`;
  const heads = [UNITS[unit], "Searches", "Without result", "Share"] as const;
  return `<p class="axis-name">${said}</p>${renderColumnChart(columns)}${details(renderPlainTable("Searches", heads, rows))}`;
}

function renderOthers({ others, shares, calls }: ReportModel): string {
  const lists = [
    ["Other documents", "Title", "Views", others.map(({ title, ...other }) => ({ ...other, value: title ?? other.value }))],
    ["Shared by", "Channel", "Shares", shares],
    ["Calls to action", "Name", "Clicks", calls],
  ] as const;
  return `<div>${lists.map(([title, what, counted, rows]) => (rows.length === 0 ? "" : list(title, what, counted, rows, ""))).join("")}</div>`;
}

function renderDropped({ dropped, totals }: ReportModel): string {
  if (dropped.length === 0) return none("Every record was counted.");
  const came = totals.dropped + totals.recorded;
  const rows = dropped.toSorted((one, other) => other.count - one.count);
  const lines = rows.map(({ reason, count }) => {
    const [name, why] = REASONS[reason];
    return `<tr><th scope="row">${name}</th><td class="words">${why}</td><td>${formatNumber(count)}</td></tr>`;
  });
  return `<p class="axis-name">${formatNumber(totals.dropped)} of ${formatNumber(came)} records received (${formatShare(totals.dropped, came)})</p><table><caption>Records that were not counted</caption><thead><tr><th scope="col">Reason</th><th scope="col" class="words">What it means</th><th scope="col">Records</th></tr></thead><tbody>${lines.join("")}</tbody></table>`;
}

function details(table: string): string {
  return `<details><summary>The numbers</summary>${table}</details>`;
}

function none(sentence: string): string {
  return `<p class="none">${sentence}</p>`;
}
