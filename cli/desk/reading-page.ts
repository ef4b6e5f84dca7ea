import { DAY_MS } from "../../server/days.ts";
import { renderReportBody } from "../../server/report/report-body.ts";
import { readReport } from "../../server/report/report-model.ts";
import { REPORT_STYLE } from "../../server/report/report-style.ts";
import { toDay } from "../text/times.ts";
import type { DeskContext } from "./desk-context.ts";
import { type DeskPage, renderTabs } from "./desk-html.ts";

const PERIODS = [7, 30, 90, 365] as const;
const PERIOD_USUAL = 30;
/** Rows of each list. */
const TOP = 10;

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
  return { html: renderReportBody(await readReport(store, { ...period, limit: TOP })), style: REPORT_STYLE };
}
