import { DAY_MS, fromDayText, toDayText } from "../days.ts";

/**
 * Maximum number of days to draw one by one. Longer periods show weekly means, and even longer ones
 * monthly means.
 */
const SINGLE_DAYS_MAX = 120;
const WEEKS_MAX = 800;
const DAYS_A_WEEK = 7;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/**
 * The shortest list of about `count` round numbers that starts at 0 and ends at or above `most`.
 */
export function niceTicks(most: number, count: number): number[] {
  if (most <= 0) return [0, 1];
  const rough = most / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((each) => each * power >= rough) ?? 10;
  // Counts are whole numbers.
  const step = Math.max(1, factor * power);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step);
}

export type BinUnit = "day" | "week" | "month";

/** Consecutive days. */
export interface DayBin {
  /** The number of the first day, and how many days there are. */
  readonly first: number;
  readonly length: number;
}

/**
 * Splits a period into whole weeks from Monday, or whole months. The first and the last may be
 * incomplete.
 */
export function toBins(fromDay: string, toDay: string, unit: BinUnit = binUnitOf(fromDay, toDay)): DayBin[] {
  const [first, last] = [fromDayText(fromDay), fromDayText(toDay)];
  const bins: DayBin[] = [];
  for (let at = first; at <= last; ) {
    const next = Math.min(last + 1, nextStart(at, unit));
    bins.push({ first: at, length: next - at });
    at = next;
  }
  return bins;
}

export function binUnitOf(fromDay: string, toDay: string): BinUnit {
  const days = fromDayText(toDay) - fromDayText(fromDay) + 1;
  return days <= SINGLE_DAYS_MAX ? "day" : days <= WEEKS_MAX ? "week" : "month";
}

function nextStart(day: number, unit: BinUnit): number {
  if (unit === "day") return day + 1;
  // 1970-01-01 was a Thursday.
  if (unit === "week") return day + DAYS_A_WEEK - ((day + 3) % DAYS_A_WEEK);
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / DAY_MS;
}

export interface DayTick {
  readonly day: number;
  readonly label: string;
}

/** The days to label on an axis, at most `most` of them. */
export function dayTicks(fromDay: string, toDay: string, most: number): DayTick[] {
  const [first, last] = [fromDayText(fromDay), fromDayText(toDay)];
  if (last - first < SINGLE_DAYS_MAX) {
    const step = [1, 2, DAYS_A_WEEK, 2 * DAYS_A_WEEK, 4 * DAYS_A_WEEK].find((days) => (last - first) / days < most) ?? SINGLE_DAYS_MAX;
    return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, at) => first + at * step).map((day) => ({
      day,
      label: shortDay(day),
    }));
  }
  const months = toBins(fromDay, toDay, "month").filter(({ first: start }) => isFirstOfMonth(start));
  const step = [1, 2, 3, 6, 12, 24, 60].find((each) => months.length / each <= most) ?? months.length;
  // Count from January, so that the beginning of the year is included.
  const named = months.filter(({ first: start }) => (new Date(start * DAY_MS).getUTCMonth() + yearsFrom(start, months)) % step === 0);
  const [, second] = named;
  // Two labels with a year would overlap side by side, and January's label always has one.
  const saysFirst = second === undefined || new Date(second.first * DAY_MS).getUTCMonth() !== 0;
  return named.map(({ first: start }, at) => ({ day: start, label: monthLabel(start, at === 0 && saysFirst) }));
}

function yearsFrom(day: number, months: readonly DayBin[]): number {
  return 12 * (new Date(day * DAY_MS).getUTCFullYear() - new Date((months[0]?.first ?? day) * DAY_MS).getUTCFullYear());
}

function isFirstOfMonth(day: number): boolean {
  return new Date(day * DAY_MS).getUTCDate() === 1;
}

/** Formats `Jun 2025` for the first label of a year, otherwise `Jul`. */
function monthLabel(day: number, isFirst: boolean): string {
  const date = new Date(day * DAY_MS);
  const month = MONTHS[date.getUTCMonth()] ?? "";
  return isFirst || date.getUTCMonth() === 0 ? `${month} ${date.getUTCFullYear()}` : month;
}

/** Formats `3 May`. */
export function shortDay(day: number): string {
  const [, month = 1, date = 1] = toDayText(day).split("-").map(Number);
  return `${date} ${MONTHS[month - 1]}`;
}

/** Formats `3 May 2026`. */
export function longDay(day: number): string {
  return `${shortDay(day)} ${new Date(day * DAY_MS).getUTCFullYear()}`;
}

/** Formats `May 2026`. */
export function longMonth(day: number): string {
  const date = new Date(day * DAY_MS);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
