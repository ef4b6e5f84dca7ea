import { DAY_MS } from "../../server/days.ts";
import type { EngagementSummary } from "../../server/store/engagement-types.ts";
import { toDay } from "../text/times.ts";
import type { DeskContext } from "./desk-context.ts";
import { bdi, type DeskPage, formatCount, renderTabs } from "./desk-html.ts";

const PERIODS = [7, 30, 90, 365] as const;
const PERIOD_USUAL = 30;
/** Rows of each list. */
const TOP = 10;
/** From this tenth on a text counts as read to its end. */
const END_TENTH = 9;

/** What stands below the choice of a period: HTML, and the style that it needs beside the desk's. */
export interface ReadingFragment {
  readonly html: string;
  readonly style: string;
}

/** `/reading`: what was read in the last days. */
export async function composeReading(context: DeskContext, query: URLSearchParams): Promise<DeskPage> {
  const days = PERIODS.find((each) => String(each) === query.get("days")) ?? PERIOD_USUAL;
  const toDayText = toDay(context.now);
  const fromDay = toDay(Date.parse(toDayText) - (days - 1) * DAY_MS);
  const { html, style } = await renderReadingFragment(context, { fromDay, toDay: toDayText });
  const tabs = PERIODS.map((each) => ({ href: `/reading?days=${each}`, name: `${each} days`, isCurrent: each === days }));
  return { section: "/reading", title: "What is read", body: `${renderTabs("Period", tabs)}${html}`, style };
}

/** Days of UTC, both inclusive. */
async function renderReadingFragment({ store }: DeskContext, period: { fromDay: string; toDay: string }): Promise<ReadingFragment> {
  const summary = await store.engagement.summary({ ...period, limit: TOP });
  const views = summary.days.filter(({ type }) => type === "post_view" || type === "page_view").reduce((sum, { count }) => sum + count, 0);
  const visitors = summary.visitors.reduce((sum, day) => sum + day.visitors, 0);
  const intro = `<p class="facts">${period.fromDay} to ${period.toDay}, days of UTC. A visitor is told apart within a day alone.</p>`;
  if (summary.days.length === 0) return { html: `${intro}<p class="nothing">Nothing was recorded in these days.</p>`, style: "" };
  const figures = `<dl class="figures"><div><dt>Views</dt><dd>${formatCount(views)}</dd></div><div><dt>Visitors</dt><dd>${formatCount(visitors)}</dd></div></dl>`;
  const { top } = summary;
  const tables = [
    renderTop("Most read", "Post or other", top.slug),
    renderTop("Came from", "Site", top.referrer),
    renderTop("Went to", "Address", top.outbound),
    renderReadThrough(summary),
  ];
  return { html: `${intro}${figures}${tables.join("")}`, style: "" };
}

function renderTop(title: string, what: string, rows: EngagementSummary["top"]["slug"]): string {
  if (rows.length === 0) return "";
  const cells = rows.map(({ value, count }) => `<tr><th scope="row">${bdi(value)}</th><td>${formatCount(count)}</td></tr>`);
  return `<table><caption>${title}</caption><thead><tr><th scope="col">${what}</th><th scope="col">Count</th></tr></thead><tbody>${cells.join("")}</tbody></table>`;
}

function renderReadThrough({ readThrough }: EngagementSummary): string {
  if (readThrough.length === 0) return "";
  const rows = readThrough.map(({ slug, tenths, count, meanActiveMs }) => {
    const toEnd = tenths.slice(END_TENTH).reduce((sum, each) => sum + each, 0);
    return `<tr><th scope="row">${bdi(slug)}</th><td>${formatCount(count)}</td><td>${Math.round((100 * toEnd) / count)} %</td><td>${Math.round(meanActiveMs / 1_000)} s</td></tr>`;
  });
  return `<table><caption>Read to the end</caption><thead><tr><th scope="col">Post</th><th scope="col">Readers</th><th scope="col">To the end</th><th scope="col">Mean time</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}
