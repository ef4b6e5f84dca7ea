import { expect, test } from "vitest";
import { fromDayText, toDayText } from "../../../../../server/days.ts";
import { toEstimatedDays } from "../../../../../server/store/sqlite/engagement/visitor-estimates.ts";

const estimatesOf = (...days: string[]) => ({ days: new Set(days.map(fromDayText)), subjects: new Set<string>() });

test.each([
  ["UTC", ["2026-03-01"]],
  ["America/New_York", ["2026-02-28", "2026-03-01"]],
  ["Asia/Kathmandu", ["2026-03-01", "2026-03-02"]],
])("in %s, an estimated UTC day makes the days %j estimates", (timeZone, days) => {
  expect([...toEstimatedDays(estimatesOf("2026-03-01"), timeZone)].map(toDayText)).toEqual(days);
});

test("days between two estimated ones stay exact", () => {
  const days = toEstimatedDays(estimatesOf("2026-03-01", "2026-03-09"), "America/New_York");
  expect([...days].map(toDayText)).toEqual(["2026-02-28", "2026-03-01", "2026-03-08", "2026-03-09"]);
});

test("a period without estimates has no estimated days", () => {
  expect(toEstimatedDays(estimatesOf(), "America/New_York").size).toBe(0);
});
