import { escapeHtml } from "../../contract/text/escape-html.ts";
import { fromDayText } from "../days.ts";
import type { PostEngagement } from "../store/engagement-types.ts";
import { longDay } from "./chart-scales.ts";
import { formatNumber, formatShare, formatTime } from "./chart-text.ts";
import type { PostReport } from "./post-report-model.ts";
import { toReading } from "./report-model.ts";
import {
  compareBefore,
  formatVisitorCount,
  none,
  renderCountList,
  renderReadThrough,
  renderTableButtons,
  renderViews,
  section,
  type TableForm,
  withDirect,
} from "./report-sections.ts";
import { POST_TABLE_NAMES } from "./table-files.ts";

/**
 * Like `renderReportBody`, for one document, below a heading with its title.
 * @param tables the form for downloading its tables. Default: none
 */
export function renderPostReport(report: PostReport, tables?: TableForm): string {
  const { fromDay, toDay, days, views, visitors, estimated, before, reading, referrers } = report;
  const period = `<p class="period">${longDay(fromDayText(fromDay))} to ${longDay(fromDayText(toDay))}, UTC days.</p>`;
  if (views === 0 && reading.count === 0)
    return `<div class="report">${period}<p class="nothing">Nobody viewed it in this period.</p></div>\n`;
  const figures = [
    ["Views", formatNumber(views), compareBefore(views, before.views)],
    ["Visitors", formatVisitorCount({ visitors, estimated }), compareBefore(visitors, before.visitors)],
    ["Read to the end", shareOf(reading), `of ${formatNumber(reading.count)} readings`, `${shareOf(before.reading)} before`],
    ["Reading time", timeOf(reading), "on average", `${timeOf(before.reading)} before`],
  ].map(([name, value, ...more]) => `<div><dt>${name}</dt><dd>${value}${more.map((line) => `<small>${line}</small>`).join("")}</dd></div>`);
  const since =
    referrers.fromDay > fromDay
      ? none(`Referrers are counted from ${escapeHtml(referrers.fromDay)} on, because raw events are kept only for a limited time.`)
      : "";
  const parts = [
    period,
    `<dl class="figures">${figures.join("")}</dl>`,
    section("Views and visitors", renderViews(days, fromDay, toDay)),
    `${renderCountList("Came from", "Site", "Views", withDirect(referrers.direct, referrers.referrers), "No views are known.")}${since}`,
    section("How far it is read", renderReadThrough(reading.tenths)),
    ...(tables === undefined ? [] : [renderTableButtons(POST_TABLE_NAMES, tables)]),
  ];
  return `<div class="report">${parts.join("\n")}</div>\n`;
}

function shareOf(reading: PostEngagement["reading"]): string {
  return formatShare(toReading(reading).readToEnd, reading.count);
}

function timeOf({ count, meanActiveMs }: PostEngagement["reading"]): string {
  return count === 0 ? "–" : formatTime(meanActiveMs);
}
