import { expect, it } from "vitest";
import { toArchive } from "../../../build/assemble/site-documents.ts";

const posts = (...dates: (string | null)[]) => dates.map((publishedAt) => ({ publishedAt }));

it("the archive counts posts by year and month, newest first, and posts without a date separately", () => {
  const dates = ["2024-05-02T12:00:00.000Z", "2023-01-10T12:00:00.000Z", "2024-05-01T12:00:00.000Z", null, "2024-11-01T12:00:00.000Z"];
  expect(toArchive(posts(...dates), "UTC")).toEqual({
    items: [
      {
        year: 2024,
        count: 3,
        months: [
          { month: 11, count: 1 },
          { month: 5, count: 2 },
        ],
      },
      { year: 2023, count: 1, months: [{ month: 1, count: 1 }] },
    ],
    undated: 1,
  });
  expect(toArchive([], "Europe/Oslo")).toEqual({ items: [], undated: 0 });
});

it.each([
  // New Year's Eve in UTC is New Year's Day in Oslo from 23:00 on. New Year's Day in UTC is still
  // New Year's Eve in St. John's until 03:30.
  ["2023-12-31T23:00:00.000Z", "Europe/Oslo", 2024, 1],
  ["2023-12-31T22:59:59.999Z", "Europe/Oslo", 2023, 12],
  ["2024-01-01T03:29:59.000Z", "America/St_Johns", 2023, 12],
  ["2024-01-01T03:30:00.000Z", "America/St_Johns", 2024, 1],
  // Summer time began on 31 March.
  ["2024-03-31T22:00:00.000Z", "Europe/Oslo", 2024, 4],
  ["2024-10-31T22:59:59.000Z", "Europe/Oslo", 2024, 10],
  ["0001-01-01T00:00:00.000Z", "UTC", 1, 1],
  // In Kiritimati it is already the year 10000.
  ["9999-12-31T23:59:59.000Z", "Pacific/Kiritimati", 9999, 12],
])("%s in the zone %s is in the month %i-%i", (instant, timeZone, year, month) => {
  expect(toArchive(posts(instant), timeZone).items).toEqual([{ year, count: 1, months: [{ month, count: 1 }] }]);
});
