import { fromDayText, toDayText, toLocalHour } from "../days.ts";
import { describeDays, type FindTitle, readReport } from "../report/report-model.ts";
import type { Store } from "../store/store.ts";
import { toDeskWays } from "./compose-cards.ts";
import { type MessagePart, paragraph, toMessageTexts } from "./message-parts.ts";
import { type MessageContent, toOneLine } from "./owner-message.ts";

/** The hour on Monday, in the site's time zone, at which last week's report is due. */
const REPORT_HOUR = 7;
const DAYS_A_WEEK = 7;
/** Maximum number of entries in each list. */
const TOP = 5;
const LABEL_MAX = 60;

/** First day (a Monday) of the latest week whose report is due, `YYYY-MM-DD`. */
export function findReportWeek(now: number, timeZone: string): string {
  const { day: today, hour } = toLocalHour(now, timeZone);
  // 1970-01-01 was a Thursday.
  const sinceMonday = (today + 3) % DAYS_A_WEEK;
  const isEarly = sinceMonday === 0 && hour < REPORT_HOUR;
  return toDayText(today - sinceMonday - DAYS_A_WEEK - (isEarly ? DAYS_A_WEEK : 0));
}

export interface WeekSite {
  readonly name: string;
  /** Known to this runtime. */
  readonly timeZone: string;
  readonly findTitle?: FindTitle;
  /** Address of the hosted desk. Default: none. */
  readonly desk?: string | null;
}

/** Reports the week's readers, and the comments and inquiries that are waiting. */
export async function composeReport(
  store: Store,
  firstDay: string,
  { name: siteName, timeZone, findTitle, desk = null }: WeekSite,
): Promise<MessageContent> {
  const [lastDay, monday] = [DAYS_A_WEEK - 1, DAYS_A_WEEK].map((days) => toDayText(fromDayText(firstDay) + days)) as [string, string];
  const report = await readReport(
    store,
    { fromDay: firstDay, toDay: lastDay, limit: TOP, timeZone, ...(findTitle === undefined ? {} : { findTitle }) },
    siteName,
  );
  const { views, repeats, visitors, estimated, readings, readToEnd, searches, emptySearches } = report.totals;
  const { pending } = await store.comments.countsByState();
  const due = (await store.inquiries.due({ lastDay: monday })).length;
  const parts = [
    paragraph(`${firstDay} to ${lastDay} (${describeDays(timeZone)})`),
    paragraph(
      [
        `${views} views${repeats ? ` (${repeats} of them repeats by the same visitor on the same day)` : ""}, ${estimated ? "about " : ""}${visitors} visitors (distinguished only within a day), ${pending === 1 ? "1 comment is pending" : `${pending} comments are pending`}`,
        ...(due === 0 ? [] : [due === 1 ? "1 inquiry is due" : `${due} inquiries are due`]),
      ].join(", "),
    ),
    listTop(
      "Most read",
      report.posts.map(({ slug, title, views: count }) => ({ value: title ?? slug, count })),
    ),
    listTop("Came from", report.referrers),
    listTop("Went to", report.links),
    readings === 0 ? null : paragraph(`${readToEnd} of ${readings} readings reached the end of the post`),
    searches === 0 ? null : paragraph(`${emptySearches} of ${searches} searches found nothing`),
    ...toDeskWays({ desk }, "/reading"),
  ].filter((part) => part !== null);
  return {
    kind: "report",
    title: toOneLine(`${siteName}: ${views} views in the week of ${firstDay}`),
    ...toMessageTexts(parts),
    link: null,
    replyTo: null,
    data: { fromDay: firstDay, toDay: lastDay, views, visitors, waiting: pending, due },
  };
}

function listTop(title: string, rows: readonly { readonly value: string; readonly count: number }[]): MessagePart | null {
  if (rows.length === 0) return null;
  return { kind: "section", title, lines: rows.map(({ value, count }) => `${String(count).padStart(6)}  ${toOneLine(value, LABEL_MAX)}`) };
}
