import { expect, it } from "vitest";
import { fromDayText, HOUR_MS, hoursOfDays, toDayIn, toLocalHour, toMinuteIn } from "../../server/days.ts";

/** The hours of a day: the instants of its first and last hour, and their number. */
function hoursOf(day: string, timeZone: string): [first: string, last: string, count: number] {
  const [hours] = hoursOfDays(fromDayText(day), fromDayText(day), timeZone);
  const text = (hour = 0): string => new Date(hour * HOUR_MS).toISOString().slice(0, 13);
  return [text(hours?.first), text(hours?.last), (hours?.last ?? 0) - (hours?.first ?? 0) + 1];
}

it.each([
  ["UTC", "2026-03-01", ["2026-03-01T00", "2026-03-01T23", 24]],
  ["Europe/Oslo", "2026-03-01", ["2026-02-28T23", "2026-03-01T22", 24]],
  // Clocks go forward or back on these days.
  ["Europe/Oslo", "2026-03-29", ["2026-03-28T23", "2026-03-29T21", 23]],
  ["Europe/Oslo", "2026-10-25", ["2026-10-24T22", "2026-10-25T22", 25]],
  ["America/Los_Angeles", "2026-06-01", ["2026-06-01T07", "2026-06-02T06", 24]],
  ["Pacific/Kiritimati", "2026-06-01", ["2026-05-31T10", "2026-06-01T09", 24]],
  // In Kolkata, half an hour is left of the day, and the hour counts for that day. In Kathmandu,
  // only 15 minutes are left, and the hour counts for the next day.
  ["Asia/Kolkata", "2026-06-01", ["2026-05-31T19", "2026-06-01T18", 24]],
  ["Asia/Kathmandu", "2026-06-01", ["2026-05-31T18", "2026-06-01T17", 24]],
  ["Australia/Lord_Howe", "2026-04-05", ["2026-04-04T13", "2026-04-05T13", 25]],
  // There is no midnight on that day.
  ["America/Santiago", "2026-09-06", ["2026-09-06T04", "2026-09-07T02", 23]],
  // There is no such day.
  ["Pacific/Apia", "2011-12-30", ["2011-12-30T10", "2011-12-30T09", 0]],
])("in %s, the day %s has the hours %j", (timeZone, day, hours) => {
  expect(hoursOf(day, timeZone)).toEqual(hours);
});

it.each([
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "America/St_Johns",
  "Pacific/Apia",
  "Africa/Casablanca",
])("days in %s neither share nor omit hours, and no hour is more than 30 minutes in another day", (timeZone) => {
  const [from, to] = [fromDayText("2011-01-01"), fromDayText("2012-12-31")];
  const days = hoursOfDays(from, to, timeZone);
  expect(days).toHaveLength(to - from + 1);
  for (const [index, { first }] of days.slice(1).entries()) expect(first).toBe((days[index]?.last ?? 0) + 1);
  for (const { day, first, last } of days) {
    if (last < first) continue;
    expect(toLocalHour((first + 0.5) * HOUR_MS + 1, timeZone).day).toBe(day);
    expect(toLocalHour((last + 0.5) * HOUR_MS - 1, timeZone).day).toBe(day);
  }
});

it("toMinuteIn and toDayIn format an instant in a time zone", () => {
  const at = Date.parse("2026-06-01T18:20:00Z");
  expect([toMinuteIn(at, "Asia/Kathmandu"), toDayIn(at, "Asia/Kathmandu"), toDayIn(at, "UTC")]).toEqual([
    "2026-06-02 00:05",
    "2026-06-02",
    "2026-06-01",
  ]);
});
