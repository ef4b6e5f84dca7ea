import { describe, expect, it } from "vitest";
import { fromDayText, toDayText } from "../../../server/days.ts";
import { binUnitOf, dayTicks, niceTicks, toBins } from "../../../server/report/chart-scales.ts";

describe("numeric ticks", () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [8, [0, 2, 4, 6, 8]],
    [186, [0, 50, 100, 150, 200]],
    [602, [0, 200, 400, 600, 800]],
    [1_000_000, [0, 500_000, 1_000_000]],
  ])("are round whole numbers for values up to %d", (most, ticks) => {
    expect(niceTicks(most, 4)).toEqual(ticks);
  });
});

describe("bins", () => {
  it("cover each day of a period once, whatever its length", () => {
    for (const [from, to] of [
      ["2026-02-27", "2026-03-02"],
      ["2025-06-01", "2026-05-31"],
      ["2019-12-15", "2026-01-03"],
    ] as const) {
      for (const unit of ["day", "week", "month"] as const) {
        const bins = toBins(from, to, unit);
        const days = bins.flatMap(({ first, length }) => Array.from({ length }, (_, at) => first + at));
        expect(days[0]).toBe(fromDayText(from));
        expect(days).toEqual(Array.from({ length: fromDayText(to) - fromDayText(from) + 1 }, (_, at) => fromDayText(from) + at));
      }
    }
  });

  it("after the first begin on a Monday if weekly, and on the first of the month if monthly", () => {
    const starts = (unit: "week" | "month") => toBins("2026-02-27", "2026-04-02", unit).map(({ first }) => toDayText(first));
    expect(starts("week")).toEqual(["2026-02-27", "2026-03-02", "2026-03-09", "2026-03-16", "2026-03-23", "2026-03-30"]);
    expect(starts("month")).toEqual(["2026-02-27", "2026-03-01", "2026-04-01"]);
  });

  it("are in days for a short period, in weeks for a year, and in months for several years", () => {
    expect(binUnitOf("2026-02-01", "2026-05-31")).toBe("day");
    expect(binUnitOf("2025-06-01", "2026-05-31")).toBe("week");
    expect(binUnitOf("2020-06-01", "2026-05-31")).toBe("month");
  });
});

describe("day ticks", () => {
  it("are in order, and are no more than fit", () => {
    for (const most of [5, 12]) {
      for (const length of [1, 2, 9, 31, 92, 119, 121, 365, 800, 4_000]) {
        const ticks = dayTicks("2015-06-03", toDayText(fromDayText("2015-06-03") + length - 1), most);
        expect(ticks.length).toBeGreaterThan(0);
        expect(ticks.length).toBeLessThanOrEqual(most + 1);
        expect(ticks.map(({ day }) => day)).toEqual(ticks.map(({ day }) => day).toSorted((one, other) => one - other));
      }
    }
  });

  it("show the year in January, and in the first month unless January is next; single days show no year", () => {
    expect(dayTicks("2025-06-01", "2026-05-31", 12).map(({ label }) => label)).toEqual([
      ...["Jun 2025", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan 2026", "Feb", "Mar", "Apr", "May"],
    ]);
    expect(
      dayTicks("2025-11-23", "2026-11-22", 12)
        .map(({ label }) => label)
        .slice(0, 3),
    ).toEqual(["Dec", "Jan 2026", "Feb"]);
    expect(dayTicks("2026-05-11", "2026-05-24", 5).map(({ label }) => label)).toEqual(["11 May", "18 May"]);
  });
});
