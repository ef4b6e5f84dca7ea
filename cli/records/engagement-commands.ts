import { DIMENSIONS, type Dimension, type EngagementExportRow, type EngagementSummary } from "../../server/store/engagement-types.ts";
import { plural } from "../build/result-text.ts";
import { EXIT_FAILED, EXIT_OK, type Io, usageError } from "../io.ts";
import type { Settings } from "../options.ts";
import { withStore } from "../serve/store-access.ts";
import { toCsvLine } from "../text/csv.ts";
import { renderTable } from "../text/display.ts";
import { widthOfOutput } from "../text/output.ts";
import { toDay, toIso } from "../text/times.ts";
import { toFormat } from "./inquiry-commands.ts";

const DAY_MS = 86_400_000;
/** Days of a summary unless asked otherwise, today included. */
const SUMMARY_DAYS = 30;
const TOP_LIMIT = 10;
/** Lines of an export that are written at once. */
const EXPORT_LINES = 1_000;
/** From this tenth on a text counts as read to its end. */
const READ_TENTH = 9;

/** `octavo engagement summary`. */
export function summarizeEngagement(settings: Settings, io: Io): Promise<number> {
  const period = toPeriod(settings, io.now());
  return withStore(settings, io, async ({ engagement }) => {
    const summary = await engagement.summary({ ...period, limit: settings.limit ?? TOP_LIMIT });
    if (settings.json) io.stdout.write(`${JSON.stringify({ ...period, ...summary }, null, 2)}\n`);
    else io.stdout.write(renderSummary(summary, period, widthOfOutput(io)));
    return EXIT_OK;
  });
}

interface Period {
  /** YYYY-MM-DD of UTC, both inclusive. */
  readonly fromDay: string;
  readonly toDay: string;
}

function toPeriod({ from, to }: Settings, now: number): Period {
  const last = to ?? toDay(now);
  const first = from ?? toDay(Date.parse(last) - (SUMMARY_DAYS - 1) * DAY_MS);
  if (first > last) throw usageError(`--from ${first} is after --to ${last}`, "want the earlier day first");
  return { fromDay: first, toDay: last };
}

const TITLES: Readonly<Record<Dimension, string>> = {
  path: "PAGE",
  slug: "POST OR OTHER",
  referrer: "CAME FROM",
  outbound: "WENT TO",
  share: "SHARED BY",
  cta: "CALL TO ACTION",
};

function renderSummary(summary: EngagementSummary, { fromDay, toDay: last }: Period, width: number | null): string {
  const parts = [
    `${fromDay} to ${last} (days of UTC)\n`,
    renderDays(summary),
    ...DIMENSIONS.map((dimension) => renderTop(dimension, summary.top[dimension], width)),
    renderReading(summary, width),
    summary.dropped.length === 0
      ? ""
      : `not counted: ${summary.dropped.map(({ reason, count }) => `${count} ${reason.replaceAll("-", " ")}`).join(", ")}\n`,
  ];
  return parts.filter((part) => part !== "").join("\n");
}

function renderDays({ days, visitors }: EngagementSummary): string {
  if (days.length === 0) return "nothing was recorded in these days\n";
  const unique = new Map(visitors.map((row) => [row.day, row.visitors]));
  const byDay = new Map<string, { views: number; others: number }>();
  for (const { day, type, count } of days) {
    const sum = byDay.get(day) ?? { views: 0, others: 0 };
    sum[type === "post_view" || type === "page_view" ? "views" : "others"] += count;
    byDay.set(day, sum);
  }
  return renderTable(
    [
      { title: "DAY" },
      { title: "VISITORS", align: "right" },
      { title: "VIEWS", align: "right" },
      { title: "OTHER RECORDS", align: "right" },
    ],
    [...byDay].map(([day, { views, others }]) => [day, String(unique.get(day) ?? 0), String(views), String(others)]),
    null,
  );
}

function renderTop(dimension: Dimension, rows: EngagementSummary["top"][Dimension], width: number | null): string {
  if (rows.length === 0) return "";
  const columns = [
    { title: TITLES[dimension], flexible: true },
    { title: "RECORD" },
    { title: "COUNT", align: "right" as const },
    { title: "VISITORS", align: "right" as const },
  ];
  return renderTable(
    columns,
    rows.map(({ value, type, count, visitors }) => [value, type, String(count), visitors === 0 ? "" : String(visitors)]),
    width,
  );
}

function renderReading({ readThrough }: EngagementSummary, width: number | null): string {
  if (readThrough.length === 0) return "";
  return renderTable(
    [
      { title: "READING", flexible: true },
      { title: "READERS", align: "right" },
      { title: "TO THE END", align: "right" },
      { title: "MEAN TIME", align: "right" },
    ],
    readThrough.map(({ slug, tenths, count, meanActiveMs }) => {
      const toEnd = tenths.slice(READ_TENTH).reduce((sum, each) => sum + each, 0);
      return [slug, String(count), `${Math.round((100 * toEnd) / count)} %`, `${Math.round(meanActiveMs / 1_000)} s`];
    }),
    width,
  );
}

/** `octavo engagement verify`: the roll-ups, counted again from the raw events. */
export function showEngagementDrift(settings: Settings, io: Io): Promise<number> {
  return withStore(settings, io, async ({ engagement }) => {
    const { events, fromDay, drift } = await engagement.verify();
    if (settings.json) io.stdout.write(`${JSON.stringify({ events, fromDay, drift }, null, 2)}\n`);
    else if (drift.length === 0 && !settings.quiet)
      io.stdout.write(`${plural(events, "event")} since ${fromDay} counted again: no drift\n`);
    else for (const { what, stored, recomputed } of drift) io.stdout.write(`${what}: ${stored} stored, ${recomputed} counted\n`);
    return drift.length === 0 ? EXIT_OK : EXIT_FAILED;
  });
}

const COLUMNS = [
  "at",
  "type",
  "path",
  "slug",
  "referrer",
  "target",
  "value",
  "activeMs",
] as const satisfies readonly (keyof EngagementExportRow)[];

/** `octavo engagement export`: raw events, oldest first. */
export function exportEngagement(settings: Settings, io: Io): Promise<number> {
  const format = toFormat(settings.format, "jsonl");
  const { from, to } = settings;
  const period = {
    ...(from === null ? {} : { from: Date.parse(from) }),
    ...(to === null ? {} : { to: Date.parse(to) + DAY_MS - 1 }),
  };
  return withStore(settings, io, async ({ engagement }) => {
    let lines = format === "csv" ? [toCsvLine(COLUMNS)] : [];
    const send = async (): Promise<void> => {
      io.stdout.write(lines.join(""));
      lines = [];
      await io.stdout.drain?.();
    };
    for await (const event of engagement.events(period)) {
      const row = { ...event, at: toIso(event.at) };
      lines.push(format === "csv" ? toCsvLine(COLUMNS.map((column) => row[column])) : `${JSON.stringify(row)}\n`);
      if (lines.length >= EXPORT_LINES) await send();
      if (io.signal.aborted) break;
    }
    await send();
    return EXIT_OK;
  });
}
