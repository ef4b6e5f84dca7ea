import { escapeHtml } from "../../contract/text/escape-html.ts";
import { fromDayText } from "../days.ts";
import type { DropReason } from "../store/engagement-types.ts";
import { type BinUnit, binUnitOf, longDay, longMonth, shortDay, toBins } from "./chart-scales.ts";
import { formatMean, formatNumber, formatShare, formatTime } from "./chart-text.ts";
import { type ChartColumn, renderColumnChart } from "./column-chart.ts";
import { describeDays, type PostReading, type ReportModel } from "./report-model.ts";
import {
  COLUMNS_MAX,
  compareBefore,
  details,
  formatVisitorCount,
  nameBin,
  none,
  renderCountList,
  renderReadThrough,
  renderTableButtons,
  renderViews,
  section,
  sumBin,
  type TableForm,
  UNITS,
  withDirect,
} from "./report-sections.ts";
import { type BarRow, renderBarTable, renderPlainTable } from "./report-tables.ts";
import { REPORT_TABLE_NAMES } from "./table-names.ts";

const REASONS: Readonly<Record<DropReason, readonly [name: string, why: string]>> = {
  bot: ["Bots", "a program, by its User-Agent"],
  prefetch: ["Prefetched", "a browser fetched the page in advance, but nobody saw it"],
  "empty-agent": ["No User-Agent", "the sender does not identify itself"],
  "own-visit": ["Your own visits", "a browser with the cookie <code>own-visit</code>"],
  "unknown-slug": ["Unknown", "names something that is not published"],
};
/** Links from the report to other pages. Default: none, as for a report in a file. */
export interface ReportLinks {
  /** The page about a post. */
  readonly postHref?: (slug: string) => string;
  /** The report's tables as files. */
  readonly tables?: TableForm;
}

/**
 * Renders the report as HTML to place below a first-level heading. REPORT_STYLE styles it. It
 * contains no script and no inline style, and no addresses except those in ReportLinks.
 */
export function renderReportBody(model: ReportModel, { postHref, tables }: ReportLinks = {}): string {
  const { totals, days, fromDay, toDay, timeZone } = model;
  const period = `<p class="period">${longDay(fromDayText(fromDay))} to ${longDay(fromDayText(toDay))}, ${escapeHtml(describeDays(timeZone))}. Visitors are distinguished only within one UTC day: someone who comes on two days counts twice.${totals.estimated ? ` ≈ marks an estimate, accurate to about 2% (3% for a post), for days with too many visitors to tell apart individually.` : ""}</p>`;
  if (totals.views + totals.searches + totals.links + totals.readings + totals.dropped === 0)
    return `<div class="report">${period}<p class="nothing">Nothing was recorded in this period.</p></div>\n`;
  const parts = [
    period,
    renderFigures(model),
    section("Views and visitors", renderViews(days, fromDay, toDay)),
    section("Posts", renderPosts(model.posts, postHref)),
    section("How far posts are read", renderReadThrough(model.tenths)),
    `<div class="pair">${renderCountList("Came from", "Site", "Views", withDirect(model.direct, model.referrers), "No view came from another site.")}${renderCountList("Links out", "Address", "Clicks", model.links, "No link to another site was followed.")}</div>`,
    section("Searches", renderSearches(model)),
    `<div class="pair">${renderCountList("Pages", "Path", "Views", model.pages, "No page was viewed.")}${renderOthers(model)}</div>`,
    section("Not counted, and why", renderDropped(model)),
    ...(tables === undefined ? [] : [renderTableButtons(REPORT_TABLE_NAMES, tables)]),
  ];
  return `<div class="report">${parts.join("\n")}</div>\n`;
}

/**
 * Formats `160 (8%) repeats by the same visitor on the same day`; null if there are none, or if
 * their number is unknown.
 */
function describeRepeats({ views, repeats }: ReportModel["totals"]): string | null {
  return repeats === null || repeats === 0
    ? null
    : `${formatNumber(repeats)} (${formatShare(repeats, views)}) repeats by the same visitor on the same day`;
}

function timeOf({ readings, meanActiveMs }: ReportModel["totals"]): string {
  return readings === 0 ? "–" : formatTime(meanActiveMs);
}

function renderFigures({ totals, before, days }: ReportModel): string {
  // If the site is younger than the period, averages over the days since its first view.
  const lived =
    days.length -
    Math.max(
      0,
      days.findIndex(({ views }) => views > 0),
    );
  const figures: readonly (readonly [string, string, string, string])[] = [
    [
      "Views",
      formatNumber(totals.views),
      describeRepeats(totals) ?? `${formatMean(totals.views / lived)} per day`,
      compareBefore(totals.views, before.views),
    ],
    [
      "Visitors",
      formatVisitorCount(totals),
      `${formatMean(totals.visitors / lived)} per day`,
      compareBefore(totals.visitors, before.visitors),
    ],
    [
      "Read to the end",
      formatShare(totals.readToEnd, totals.readings),
      `of ${formatNumber(totals.readings)} readings`,
      `${formatShare(before.readToEnd, before.readings)} before`,
    ],
    ["Reading time", timeOf(totals), "on average", `${timeOf(before)} before`],
  ];
  const items = figures.map(([name, value, ...more]) => {
    const lines = more.map((line) => `<small>${line}</small>`);
    return `<div><dt>${name}</dt><dd>${value}${lines.join("")}</dd></div>`;
  });
  return `<dl class="figures">${items.join("")}</dl>`;
}

function renderPosts(posts: readonly PostReading[], postHref: ReportLinks["postHref"]): string {
  if (posts.length === 0) return none("No post was viewed.");
  const rows = posts.map(
    ({ slug, title, views, visitors, estimated, readings, readToEnd, meanActiveMs }): BarRow => ({
      name: title ?? slug,
      ...(postHref === undefined ? {} : { href: postHref(slug) }),
      value: views,
      cells: [
        formatNumber(views),
        formatVisitorCount({ visitors, estimated }),
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
  const heads = [UNITS[unit], "Searches", "Without results", "Share"] as const;
  return `<p class="axis-name">${said}</p>${renderColumnChart(columns)}${details(renderPlainTable("Searches", heads, rows))}`;
}

function renderOthers({ others, shares, calls, campaigns }: ReportModel): string {
  const lists = [
    ["Other documents", "Title", "Views", others.map(({ title, ...other }) => ({ ...other, value: title ?? other.value }))],
    ["Shared by", "Channel", "Shares", shares],
    ["Calls to action", "Name", "Clicks", calls],
    ["Campaigns", "Source / medium / name", "Views", campaigns],
  ] as const;
  return `<div>${lists.map(([title, what, counted, rows]) => (rows.length === 0 ? "" : renderCountList(title, what, counted, rows, ""))).join("")}</div>`;
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
