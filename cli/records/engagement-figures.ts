import { didYouMean } from "../../build/shared/suggest.ts";
import { OTHER_TYPES, toReading, VIEW_TYPES } from "../../server/report/report-model.ts";
import {
  DIMENSIONS,
  type Dimension,
  type EngagementSummary,
  type EngagementType,
  type PostEngagement,
} from "../../server/store/engagement-types.ts";
import { EXIT_OK, type Io, usageError } from "../io.ts";
import type { Settings } from "../options.ts";
import { withStore } from "../serve/store-access.ts";
import { type Column, renderTable } from "../text/display.ts";
import { widthOfOutput } from "../text/output.ts";
import { type ChartRoom, chartRoom, sparkline, textBar } from "../text/text-charts.ts";
import { type Period, toPeriod } from "./engagement-period.ts";

/** Days of figures unless asked otherwise, today included. */
const USUAL_DAYS = 30;
const TOP_LIMIT = 10;
const LONG_TOP_LIMIT = 20;
/** Beyond so many days a table has a line a month. */
const DAY_LINES_MAX = 62;
const MONTH_LENGTH = "2026-01".length;
/** Columns before a sparkline: a word and a number. */
const SPARK_LABELS = 26;

/** `octavo engagement summary`. */
export function summarizeEngagement(settings: Settings, io: Io): Promise<number> {
  const period = toPeriod(settings, io.now(), USUAL_DAYS);
  return withStore(settings, io, async ({ engagement }) => {
    const summary = await engagement.summary({ ...period, limit: settings.limit ?? TOP_LIMIT });
    if (settings.json) io.stdout.write(`${JSON.stringify({ ...period, ...summary }, null, 2)}\n`);
    else
      io.stdout.write(
        renderSummary({ ...summary, readThrough: mostRead(summary, settings.limit ?? TOP_LIMIT) }, period, {
          width: widthOfOutput(io),
          ...chartRoom(io, SPARK_LABELS),
        }),
      );
    return EXIT_OK;
  });
}

interface TopList {
  readonly dimension: Dimension;
  readonly title: string;
  readonly types?: readonly EngagementType[];
  readonly counted: string;
}

/** What `top` takes: the owner's words for the dimensions. */
const TOP_LISTS = {
  posts: { dimension: "slug", title: "POST", types: ["post_view"], counted: "VIEWS" },
  pages: { dimension: "path", title: "PAGE", types: VIEW_TYPES, counted: "VIEWS" },
  referrers: { dimension: "referrer", title: "CAME FROM", types: [...VIEW_TYPES, ...OTHER_TYPES], counted: "VIEWS" },
  links: { dimension: "outbound", title: "WENT TO", counted: "CLICKS" },
  shares: { dimension: "share", title: "SHARED BY", counted: "SHARES" },
  calls: { dimension: "cta", title: "CALL TO ACTION", counted: "CLICKS" },
  others: { dimension: "slug", title: "PROJECT, BOOK, PHOTO OR SERVICE", types: OTHER_TYPES, counted: "VIEWS" },
} as const satisfies Readonly<Record<string, TopList>>;
type TopName = keyof typeof TOP_LISTS;
const TOP_NAMES = Object.keys(TOP_LISTS) as TopName[];

/** `octavo engagement top <dimension>`. */
export function listTop(settings: Settings, io: Io, [word = ""]: readonly string[]): Promise<number> {
  const list: TopList = TOP_LISTS[toTopName(word)];
  const period = toPeriod(settings, io.now(), USUAL_DAYS);
  return withStore(settings, io, async ({ engagement }) => {
    const { dimension, types } = list;
    const limit = settings.limit ?? LONG_TOP_LIMIT;
    const items = await engagement.top({ dimension, ...(types === undefined ? {} : { types }), ...period, limit });
    if (settings.json) {
      io.stdout.write(`${JSON.stringify({ ...period, dimension, items }, null, 2)}\n`);
      return EXIT_OK;
    }
    const head = `${period.fromDay} to ${period.toDay} (days of UTC)\n\n`;
    const { bar } = chartRoom(io, 0);
    const columns = [
      { title: list.title, flexible: true },
      { title: list.counted, align: "right" as const },
      { title: "VISITORS", align: "right" as const },
    ];
    const rows = items.map(({ value, count, visitors }) => [value, String(count), visitors === 0 ? "" : String(visitors)]);
    const counts = items.map(({ count }) => count);
    io.stdout.write(
      items.length === 0
        ? `${head}nothing was recorded in these days\n`
        : head + renderBars(columns, rows, counts, { width: widthOfOutput(io), bar }),
    );
    return EXIT_OK;
  });
}

/** @throws CliError with exit code 2 */
function toTopName(word: string): TopName {
  const name = TOP_NAMES.find((each) => each === word || each === `${word}s` || (TOP_LISTS[each].dimension === word && each !== "others"));
  if (name !== undefined) return name;
  throw usageError(`"${word}" is nothing that is counted`, didYouMean(word, TOP_NAMES) ?? `want ${TOP_NAMES.join(", ")}`);
}

/** `octavo engagement post <slug>`. */
export function showPostEngagement(settings: Settings, io: Io, [slug = ""]: readonly string[]): Promise<number> {
  const period = toPeriod(settings, io.now(), USUAL_DAYS);
  return withStore(settings, io, async ({ engagement }) => {
    const post = await engagement.post({ slug, ...period });
    if (settings.json) io.stdout.write(`${JSON.stringify({ slug, ...period, ...post }, null, 2)}\n`);
    else io.stdout.write(renderPost(slug, post, period, { width: widthOfOutput(io), ...chartRoom(io, SPARK_LABELS) }));
    return EXIT_OK;
  });
}

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
};

function renderSummary(summary: EngagementSummary, period: Period, room: Room): string {
  const searches = sumOf(summary.days.filter(({ type }) => type === "search"));
  const parts = [
    `${period.fromDay} to ${period.toDay} (days of UTC)\n`,
    renderDays(summary, period, room),
    ...DIMENSIONS.map((dimension) => renderTopOfSummary(dimension, summary.top[dimension], room)),
    renderReading(summary, room),
    searches === 0 ? "" : `${searches} ${searches === 1 ? "search" : "searches"}, ${sumOf(summary.emptySearches)} without result\n`,
    summary.dropped.length === 0
      ? ""
      : `not counted: ${summary.dropped.map(({ reason, count }) => `${count} ${reason.replaceAll("-", " ")}`).join(", ")}\n`,
  ];
  return parts.filter((part) => part !== "").join("\n");
}

interface DayFigures {
  visitors: number;
  views: number;
  others: number;
}

function renderDays({ days, visitors }: EngagementSummary, { fromDay, toDay }: Period, room: Room): string {
  if (days.length === 0) return "nothing was recorded in these days\n";
  const dates = datesBetween(fromDay, toDay);
  const isLong = dates.length > DAY_LINES_MAX;
  const byDay = new Map<string, DayFigures>();
  const lines = new Map<string, DayFigures>();
  const add = (day: string, figure: keyof DayFigures, count: number): void => {
    for (const [map, name] of [[byDay, day] as const, [lines, isLong ? day.slice(0, MONTH_LENGTH) : day] as const]) {
      const sum = map.get(name) ?? { visitors: 0, views: 0, others: 0 };
      sum[figure] += count;
      map.set(name, sum);
    }
  };
  for (const { day, type, count } of days) add(day, VIEW_TYPES.includes(type) ? "views" : "others", count);
  for (const row of visitors) add(row.day, "visitors", row.visitors);
  const table = renderBars(
    [
      { title: isLong ? "MONTH" : "DAY" },
      { title: "VISITORS", align: "right" },
      { title: "VIEWS", align: "right" },
      { title: "OTHER RECORDS", align: "right" },
    ],
    [...lines].map(([day, sums]) => [day, String(sums.visitors), String(sums.views), String(sums.others)]),
    [...lines.values()].map(({ views }) => views),
    room,
  );
  const curve = (label: string, figure: keyof DayFigures): string =>
    renderCurve(
      label,
      dates.map((day) => byDay.get(day)?.[figure] ?? 0),
      room,
    );
  return room.spark === null ? table : `${curve("views", "views")}${curve("visitors", "visitors")}\n${table}`;
}

/** `views        1234  ▁▃█`: the sum, and on a terminal how it came about. */
function renderCurve(label: string, values: readonly number[], { spark }: ChartRoom): string {
  const sum = values.reduce((total, value) => total + value, 0);
  return `${`${label.padEnd(14)}${String(sum).padStart(10)}  ${spark === null || sum === 0 ? "" : sparkline(values, spark)}`.trimEnd()}\n`;
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
    rows.map(({ value, type, count, visitors }) => [value, type, String(count), visitors === 0 ? "" : String(visitors)]),
    rows.map(({ count }) => count),
    room,
  );
}

function mostRead({ readThrough }: EngagementSummary, limit: number): EngagementSummary["readThrough"] {
  return readThrough.toSorted((one, other) => other.count - one.count).slice(0, limit);
}

function renderReading({ readThrough }: EngagementSummary, { width, bar }: Room): string {
  if (readThrough.length === 0) return "";
  const shares = readThrough.map((post) => toReading(post).readToEnd / post.count);
  return renderBars(
    [
      { title: "READING", flexible: true },
      { title: "READERS", align: "right" },
      { title: "TO THE END", align: "right" },
      { title: "MEAN TIME", align: "right" },
    ],
    readThrough.map(({ slug, count, meanActiveMs }, at) => [slug, String(count), toPercent(shares[at] ?? 0), toSeconds(meanActiveMs)]),
    shares,
    { width, bar },
    1,
  );
}

function renderPost(slug: string, { days, reading }: PostEngagement, { fromDay, toDay }: Period, room: Room): string {
  const head = `${slug}, ${fromDay} to ${toDay} (days of UTC)\n\n`;
  if (days.length === 0) return `${head}nothing was recorded of it in these days\n`;
  const dates = datesBetween(fromDay, toDay);
  const curve = (label: string, types: readonly EngagementType[], figure: "count" | "visitors"): string => {
    const byDay = new Map<string, number>();
    for (const row of days) if (types.includes(row.type)) byDay.set(row.day, (byDay.get(row.day) ?? 0) + row[figure]);
    return byDay.size === 0
      ? ""
      : renderCurve(
          label,
          dates.map((day) => byDay.get(day) ?? 0),
          room,
        );
  };
  const views: readonly EngagementType[] = ["post_view", ...OTHER_TYPES];
  const lines = [
    curve("views", views, "count"),
    curve("visitors", views, "visitors"),
    curve("links out", ["outbound_click"], "count"),
    curve("shares", ["share"], "count"),
    curve("calls", ["cta_click"], "count"),
  ].join("");
  if (reading.count === 0) return head + lines;
  const { readToEnd } = toReading(reading);
  const said = `${reading.count} read it, ${toPercent(readToEnd / reading.count)} to the end, ${toSeconds(reading.meanActiveMs)} on average\n\n`;
  const columns = [{ title: "READ AS FAR AS" }, { title: "READERS", align: "right" as const }];
  const rows = reading.tenths.map((count, tenth) => [tenth === 10 ? "100 %" : `${tenth * 10} to ${tenth * 10 + 9} %`, String(count)]);
  return `${head}${lines}\n${said}${renderBars(columns, rows, reading.tenths, room)}`;
}

/** A table, with a bar at the end of each line where there is room for bars. */
function renderBars(
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
  for (let at = Date.parse(fromDay); at <= Date.parse(toDay); at += 86_400_000) dates.push(new Date(at).toISOString().slice(0, 10));
  return dates;
}

function sumOf(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

function toPercent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function toSeconds(ms: number): string {
  return `${Math.round(ms / 1_000)} s`;
}
