import { fromDayText, toDayText, toLocalHour } from "../../server/days.ts";
import { inquirySchedule } from "../../server/owner/inquiries/inquiry-changes.ts";
import { dueInquiryList } from "../../server/owner/inquiries/inquiry-lists.ts";
import type { Owner } from "../../server/owner/owner-operation.ts";
import { showSite } from "../../server/owner/show-site.ts";
import type { StoredInquiry } from "../../server/store/inquiry-types.ts";
import { plural } from "../build/result-text.ts";
import { type Io, usageError } from "../io.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { withOwner } from "../serve/owner-access.ts";
import { type ItemColumn, tabulate } from "../text/display.ts";
import { widthOfOutput, writeJson } from "../text/output.ts";
import { changeInquiries, toInquiryJson } from "./inquiry-commands.ts";
import { INQUIRY_COLUMNS } from "./inquiry-text.ts";

const DEFAULT_LIMIT = 50;

/** Today, in the site's time zone. */
async function findToday(owner: Owner, now: number): Promise<{ today: number; timeZone: string }> {
  const { timeZone } = await owner(showSite, {});
  return { today: toLocalHour(now, timeZone).day, timeZone };
}

/**
 * `octavo inquiries due`: overdue inquiries first, then today's, then the next days' if requested.
 */
export function listDueInquiries(settings: DataPlace & Settings<"limit" | "days" | "json" | "quiet">, io: Io): Promise<void> {
  const limit = settings.limit ?? DEFAULT_LIMIT;
  return withOwner(settings, io, async (owner) => {
    const { today, timeZone } = await findToday(owner, io.now());
    const { items, hasMore } = await owner(dueInquiryList, { lastDay: toDayText(today + (settings.days ?? 0)), limit });
    if (settings.json) {
      const rows = items.map((inquiry) => ({ ...toInquiryJson(inquiry), daysOverdue: daysOverdue(inquiry, today) }));
      return writeJson(io, { today: toDayText(today), timeZone, items: rows, hasMore });
    }
    if (items.length > 0) io.stdout.write(renderDue(items, today, widthOfOutput(io)));
    const overdue = items.filter((inquiry) => daysOverdue(inquiry, today) > 0).length;
    const what = items.length === 1 ? "1 inquiry is" : `${items.length} inquiries are`;
    const until = settings.days === null ? "" : ` within ${plural(settings.days, "day")}`;
    const more = hasMore ? `; more with a higher --limit` : "";
    if (!settings.quiet) io.stderr.write(`${what} due${until}, ${overdue} overdue (today is ${toDayText(today)}, ${timeZone})${more}\n`);
  });
}

/** `octavo inquiries schedule <day> <inquiry>…`. */
export function scheduleInquiries(
  settings: DataPlace & Settings<"quiet">,
  io: Io,
  [word = "", ...ids]: readonly string[],
): Promise<number> {
  return withOwner(settings, io, async (owner) => toDueDay(word, (await findToday(owner, io.now())).today)).then((dueOn) =>
    changeInquiries(settings, io, dueOn === null ? "no longer due" : `due on ${dueOn}`, (owner) => owner(inquirySchedule, { dueOn, ids })),
  );
}

/**
 * Reads `2026-02-01`, `today`, `tomorrow`, `+7` (days from today) or `none`.
 * @throws CliError with exit code 2
 */
function toDueDay(word: string, today: number): string | null {
  if (word === "none") return null;
  if (word === "today") return toDayText(today);
  if (word === "tomorrow") return toDayText(today + 1);
  if (/^\+\d{1,4}$/.test(word)) return toDayText(today + Number(word));
  try {
    return toDayText(fromDayText(word));
  } catch {
    throw usageError(
      `"${word}" is not a day`,
      "want a day such as 2026-01-31, today, tomorrow, +7 (seven days from today) or none, then inquiries",
    );
  }
}

function renderDue(inquiries: readonly StoredInquiry[], today: number, width: number | null): string {
  const [id, ...others] = INQUIRY_COLUMNS;
  const days: readonly ItemColumn<StoredInquiry>[] = [
    { title: "DUE", cell: ({ dueOn }) => dueOn ?? "" },
    { title: "", cell: (inquiry) => describeDue(daysOverdue(inquiry, today)) },
  ];
  return tabulate([id, ...days, ...others], inquiries, width);
}

/** Negative if due in the future. */
function daysOverdue({ dueOn }: StoredInquiry, today: number): number {
  return today - fromDayText(dueOn ?? "");
}

function describeDue(overdue: number): string {
  if (overdue > 0) return `${plural(overdue, "day")} overdue`;
  if (overdue === 0) return "today";
  return overdue === -1 ? "tomorrow" : `in ${-overdue} days`;
}
