import { DAY_MS, dayOf, toDayText, toLocalHour } from "../days.ts";
import type { EngagementSummary } from "../store/engagement-types.ts";
import type { Store } from "../store/store.ts";
import type { OwnerMessage } from "./owner-message.ts";
import { toOneLine } from "./owner-message.ts";

/** On Mondays, the hour of the site's time zone from which on the week before is told. */
const REPORT_HOUR = 7;
const DAYS_A_WEEK = 7;
/** Entries of each list. */
const TOP = 5;
const LABEL_MAX = 60;

/** First day (a Monday) of the last week whose report is due, `YYYY-MM-DD`. */
export function findReportWeek(now: number, timeZone: string): string {
  const { day: today, hour } = toLocalHour(now, timeZone);
  // 1970-01-01 was a Thursday.
  const sinceMonday = (today + 3) % DAYS_A_WEEK;
  const isEarly = sinceMonday === 0 && hour < REPORT_HOUR;
  return toDayText(today - sinceMonday - DAYS_A_WEEK - (isEarly ? DAYS_A_WEEK : 0));
}

type Told = Pick<OwnerMessage, "kind" | "title" | "text" | "privateText" | "link" | "replyTo" | "data">;

/** What was read, and what waits. Days are those of UTC, as everywhere in engagement. */
export async function composeReport(store: Store, firstDay: string, siteName: string): Promise<Told> {
  const toDay = toDayText(dayOf(Date.parse(firstDay) + (DAYS_A_WEEK - 1) * DAY_MS));
  const summary = await store.engagement.summary({ fromDay: firstDay, toDay, limit: TOP });
  const { pending } = await store.comments.tally();
  const views = sumViews(summary);
  const visitors = summary.visitors.reduce((sum, day) => sum + day.visitors, 0);
  const parts = [
    `${firstDay} to ${toDay} (days of UTC)`,
    `${views} views, ${visitors} visitors (told apart within a day alone), ${pending === 1 ? "1 comment waits" : `${pending} comments wait`}`,
    listTop("Most read", summary.top.slug),
    listTop("Came from", summary.top.referrer),
    listTop("Went to", summary.top.outbound),
  ];
  const text = `${parts.filter((part) => part !== "").join("\n\n")}\n`;
  return {
    kind: "report",
    title: toOneLine(`${siteName}: ${views} views in the week of ${firstDay}`),
    text,
    privateText: text,
    link: null,
    replyTo: null,
    data: { fromDay: firstDay, toDay, views, visitors, waiting: pending },
  };
}

function sumViews({ days }: EngagementSummary): number {
  return days.filter(({ type }) => type === "post_view" || type === "page_view").reduce((sum, { count }) => sum + count, 0);
}

function listTop(title: string, rows: EngagementSummary["top"]["slug"]): string {
  if (rows.length === 0) return "";
  return [title, ...rows.map(({ value, count }) => `  ${String(count).padStart(6)}  ${toOneLine(value, LABEL_MAX)}`)].join("\n");
}
