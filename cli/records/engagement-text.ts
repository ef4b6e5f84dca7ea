import { fromDayText, toDayText } from "../../server/days.ts";
import { describeDays, OTHER_TYPES, sumRepeats, toReading, VIEW_TYPES } from "../../server/report/report-model.ts";
import {
  DIMENSIONS,
  type Dimension,
  type EngagementSummary,
  type EngagementType,
  type PostEngagement,
} from "../../server/store/engagement-types.ts";
import { plural } from "../build/result-text.ts";
import { type Column, renderTable } from "../text/display.ts";
import { type ChartRoom, sparkline, textBar } from "../text/text-charts.ts";
import type { Period } from "./engagement-period.ts";

/** For more days than this, a table has one line per month. */
const DAY_LINES_MAX = 62;
const ESTIMATE_NOTE = "≈ is an estimate within about 2% (for one post: 3%)\n";
const MONTH_LENGTH = "2026-01".length;

interface Room extends ChartRoom {
  readonly width: number | null;
}

const TITLES: Readonly<Record<Dimension, string>> = {
  path: "PAGE",
  slug: "POST OR OTHER",
  referrer: "CAME FROM",
  outbound: "WENT TO",
  share: "SHARED BY",
  cta: "CALL TO ACTION",
  campaign: "CAMPAIGN",
};

export function renderSummary(summary: EngagementSummary, period: Period, room: Room): string {
  const searches = sumOf(summary.searches);
  const empty = summary.searches.reduce((sum, day) => sum + day.empty, 0);
  const parts = [
    `${period.fromDay} to ${period.toDay} (${describeDays(period.timeZone)})\n`,
    renderDays(summary, period, room),
    ...DIMENSIONS.map((dimension) => renderTopOfSummary(dimension, summary.top[dimension], room)),
    renderReading(summary, room),
    describeViews(summary),
    searches === 0 ? "" : `${searches} ${searches === 1 ? "search" : "searches"}, ${empty} without results\n`,
    summary.dropped.length === 0
      ? ""
      : `not counted: ${summary.dropped.map(({ reason, count }) => `${count} ${reason.replaceAll("-", " ")}`).join(", ")}\n`,
  ];
  return parts.filter((part) => part !== "").join("\n");
}

/** Explains views and visitors if necessary. */
function describeViews({ days, visitors }: EngagementSummary): string {
  const views = days.filter(({ type }) => VIEW_TYPES.includes(type));
  return [describeRepeats(sumRepeats(views), sumOf(views)), visitors.some(({ estimated }) => estimated) ? ESTIMATE_NOTE : ""].join("");
}

/**
 * `3 of 29 views are repeats from the same day`; empty if there are none, or if they are
 * unknown.
 */
function describeRepeats(repeats: number | null, views: number): string {
  return repeats === null || repeats === 0 ? "" : `${repeats} of ${views} views are repeats from the same day\n`;
}

interface DayFigures {
  estimated?: boolean;
  visitors: number;
  views: number;
  others: number;
}

type Figure = "visitors" | "views" | "others";

function renderDays({ days, visitors }: EngagementSummary, { fromDay, toDay }: Period, room: Room): string {
  if (days.length === 0) return "nothing was recorded on these days\n";
  const dates = datesBetween(fromDay, toDay);
  const isLong = dates.length > DAY_LINES_MAX;
  const byDay = new Map<string, DayFigures>();
  const lines = new Map<string, DayFigures>();
  const add = (day: string, figure: Figure, count: number): void => {
    for (const [map, name] of [[byDay, day] as const, [lines, isLong ? day.slice(0, MONTH_LENGTH) : day] as const]) {
      const sum = map.get(name) ?? { visitors: 0, views: 0, others: 0 };
      sum[figure] += count;
      map.set(name, sum);
    }
  };
  for (const { day, type, count } of days) add(day, VIEW_TYPES.includes(type) ? "views" : "others", count);
  for (const row of visitors) {
    add(row.day, "visitors", row.visitors);
    const line = lines.get(isLong ? row.day.slice(0, MONTH_LENGTH) : row.day);
    if (line !== undefined && row.estimated) line.estimated = true;
  }
  const table = renderBars(
    [
      { title: isLong ? "MONTH" : "DAY" },
      { title: "VISITORS", align: "right" },
      { title: "VIEWS", align: "right" },
      { title: "OTHER RECORDS", align: "right" },
    ],
    [...lines].map(([day, sums]) => [day, markEstimate(sums.visitors, sums.estimated === true), String(sums.views), String(sums.others)]),
    [...lines.values()].map(({ views }) => views),
    room,
  );
  const isEstimated = visitors.some(({ estimated }) => estimated);
  const curve = (label: string, figure: Figure): string =>
    renderCurve(
      label,
      dates.map((day) => byDay.get(day)?.[figure] ?? 0),
      room,
      figure === "visitors" && isEstimated,
    );
  return room.spark === null ? table : `${curve("views", "views")}${curve("visitors", "visitors")}\n${table}`;
}

/** `views        1234  ▁▃█`: the sum, and on a terminal its curve. */
function renderCurve(label: string, values: readonly number[], { spark }: ChartRoom, estimated = false): string {
  const sum = values.reduce((total, value) => total + value, 0);
  return `${`${label.padEnd(14)}${(markEstimate(sum, estimated)).padStart(10)}  ${spark === null || sum === 0 ? "" : sparkline(values, spark)}`.trimEnd()}\n`;
}

function renderTopOfSummary(dimension: Dimension, rows: EngagementSummary["top"][Dimension], room: Room): string {
  if (rows.length === 0) return "";
  const columns = [
    { title: TITLES[dimension], flexible: true },
    { title: "RECORD", shrinks: true },
    { title: "COUNT", align: "right" as const },
    { title: "VISITORS", align: "right" as const },
  ];
  return renderBars(
    columns,
    rows.map(({ value, type, count, ...unique }) => [value, type, String(count), formatVisitors(unique)]),
    rows.map(({ count }) => count),
    room,
  );
}

function renderReading({ readThrough }: EngagementSummary, { width, bar }: Room): string {
  if (readThrough.length === 0) return "";
  const shares = readThrough.map((post) => toReading(post).readToEnd / post.count);
  return renderBars(
    [
      { title: "READING", flexible: true },
      { title: "READINGS", align: "right" },
      { title: "TO THE END", align: "right" },
      { title: "MEAN TIME", align: "right" },
    ],
    readThrough.map(({ slug, count, meanActiveMs }, at) => [slug, String(count), toPercent(shares[at] ?? 0), toSeconds(meanActiveMs)]),
    shares,
    { width, bar },
    1,
  );
}

export function renderPostFigures(
  name: string,
  { days, reading }: PostEngagement,
  { fromDay, toDay, timeZone }: Period,
  room: Room,
): string {
  const head = `${name}, ${fromDay} to ${toDay} (${describeDays(timeZone)})\n\n`;
  if (days.length === 0) return `${head}nothing was recorded for it on these days\n`;
  const dates = datesBetween(fromDay, toDay);
  const isEstimated = days.some(({ estimated }) => estimated);
  const curve = (label: string, types: readonly EngagementType[], figure: "count" | "visitors"): string => {
    const byDay = new Map<string, number>();
    for (const row of days) if (types.includes(row.type)) byDay.set(row.day, (byDay.get(row.day) ?? 0) + row[figure]);
    return byDay.size === 0
      ? ""
      : renderCurve(
          label,
          dates.map((day) => byDay.get(day) ?? 0),
          room,
          figure === "visitors" && isEstimated,
        );
  };
  const views: readonly EngagementType[] = ["post_view", ...OTHER_TYPES];
  const viewDays = days.filter(({ type }) => views.includes(type));
  const lines = [
    curve("views", views, "count"),
    curve("visitors", views, "visitors"),
    curve("links out", ["outbound_click"], "count"),
    curve("shares", ["share"], "count"),
    curve("calls", ["cta_click"], "count"),
    describeRepeats(sumRepeats(viewDays), sumOf(viewDays)),
    isEstimated ? ESTIMATE_NOTE : "",
  ].join("");
  if (reading.count === 0) return head + lines;
  const { readToEnd } = toReading(reading);
  const said = `${plural(reading.count, "reading")}, ${toPercent(readToEnd / reading.count)} to the end, ${toSeconds(reading.meanActiveMs)} on average\n\n`;
  const columns = [{ title: "READ UP TO" }, { title: "READINGS", align: "right" as const }];
  const rows = reading.tenths.map((count, tenth) => [tenth === 10 ? "100%" : `${tenth * 10} to ${tenth * 10 + 9}%`, String(count)]);
  return `${head}${lines}\n${said}${renderBars(columns, rows, reading.tenths, room)}`;
}

/** Empty if none are counted; `≈` marks an estimate. */
export function formatVisitors({ visitors, estimated }: { readonly visitors: number; readonly estimated: boolean }): string {
  return visitors === 0 ? "" : markEstimate(visitors, estimated);
}

function markEstimate(visitors: number, estimated: boolean): string {
  return `${estimated && visitors > 0 ? "≈" : ""}${visitors}`;
}

/** A table, with a bar at the end of each line if there is room. */
export function renderBars(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  values: readonly number[],
  { width, bar }: Pick<Room, "width" | "bar">,
  most = Math.max(...values),
): string {
  if (bar === null) return renderTable(columns, rows, width);
  return renderTable(
    [...columns, { title: "" }],
    rows.map((row, at) => [...row, textBar(values[at] ?? 0, most, bar)]),
    width,
  );
}

function datesBetween(fromDay: string, toDay: string): string[] {
  const dates: string[] = [];
  for (let day = fromDayText(fromDay); day <= fromDayText(toDay); day += 1) dates.push(toDayText(day));
  return dates;
}

function sumOf(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

function toPercent(share: number): string {
  return `${Math.round(100 * share)}%`;
}

function toSeconds(ms: number): string {
  return `${Math.round(ms / 1_000)} s`;
}
