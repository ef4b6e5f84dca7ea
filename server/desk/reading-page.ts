import { toDayIn } from "../days.ts";
import { reportFigures } from "../owner/figures/report-figures.ts";
import { nameReport } from "../report/name-report.ts";
import { renderReportBody } from "../report/report-body.ts";
import { firstDayOfPeriod } from "../report/report-model.ts";
import { REPORT_STYLE } from "../report/report-style.ts";
import type { DeskContext } from "./desk-context.ts";
import { type DeskPage, renderTabs } from "./desk-html.ts";

/** Days, today included. */
const PERIODS = [7, 30, 90, 365] as const;
const PERIOD_USUAL = 30;
/** Entries of each list. */
const LIST_LIMIT = 15;

/** `/reading`: the report of `octavo engagement report`, about the last days. */
export async function composeReading({ owner, now, timeZone, findTitle }: DeskContext, query: URLSearchParams): Promise<DeskPage> {
  const days = PERIODS.find((each) => String(each) === query.get("days")) ?? PERIOD_USUAL;
  const lastDay = toDayIn(now, timeZone);
  const fromDay = firstDayOfPeriod(lastDay, days);
  const report = await owner(reportFigures, { fromDay, toDay: lastDay, limit: LIST_LIMIT, timeZone });
  const tabs = PERIODS.map((each) => ({ href: `/reading?days=${each}`, name: `${each} days`, isCurrent: each === days }));
  const body = `${renderTabs("Period", tabs)}${renderReportBody(await nameReport(report, findTitle))}`;
  return { section: "/reading", title: "What is read", body, style: REPORT_STYLE };
}
