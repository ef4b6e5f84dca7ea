import { expect, it } from "vitest";
import { composeReport, findReportWeek } from "../../../server/notices/weekly-report.ts";
import { createTestStore } from "../store/file-store.ts";
import { DAY, key, NOON, newEvent, submit } from "../store/helpers.ts";
import { newInquiry } from "../store/inputs.ts";

const INES = { name: "Ines", timeZone: "UTC" };

it.each([
  // Monday, 2026-03-02.
  ["2026-03-02T06:59:59Z", "UTC", "2026-02-16"],
  ["2026-03-02T07:00:00Z", "UTC", "2026-02-23"],
  ["2026-03-08T23:59:59Z", "UTC", "2026-02-23"],
  ["2026-03-01T18:00:00Z", "Pacific/Auckland", "2026-02-23"],
  ["2026-03-01T17:59:00Z", "Pacific/Auckland", "2026-02-16"],
])("at %s in %s, the reported week begins on %s", (now, timeZone, week) => {
  expect(findReportWeek(Date.parse(now), timeZone)).toBe(week);
});

it("the report lists the week's views, the referrers, and pending work", async () => {
  const { store } = createTestStore();
  await submit(store);
  const read = (slug: string, at: number, visitor: string) =>
    newEvent({ slug, path: `/posts/${slug}`, at, visitor: key(visitor, 8), referrer: "news.example" });
  // NOON is a Sunday, the last day of the week.
  await store.engagement.record({ events: [read("tides", NOON, "a"), read("tides", NOON - DAY, "a"), read("loom", NOON, "b")] });
  await store.engagement.record({ events: [read("old", NOON - 7 * DAY, "c"), read("new", NOON + DAY, "c")] });
  const { title, text } = await composeReport(store, "2026-02-23", INES);
  expect(title).toBe("Ines: 3 views in the week of 2026-02-23");
  expect(text).toBe(
    [
      "2026-02-23 to 2026-03-01 (UTC days)",
      "3 views, 3 visitors (distinguished only within a day), 1 comment is pending",
      "Most read\n       2  tides\n       1  loom",
      "Came from\n       3  news.example\n",
    ].join("\n\n"),
  );
  const inquiry = await store.inquiries.submit(newInquiry());
  await store.inquiries.schedule(inquiry.kind === "accepted" ? inquiry.id : "", "2026-03-02");
  await store.engagement.record({
    events: [
      newEvent({ type: "read_progress", slug: "tides", value: 95, activeMs: 1_000 }),
      newEvent({ type: "read_progress", slug: "tides", value: 20, activeMs: 1_000 }),
      newEvent({ type: "search", slug: null, value: 0 }),
    ],
  });
  const again = (await composeReport(store, "2026-02-23", INES)).text;
  expect(again).toContain("1 comment is pending, 1 inquiry is due\n");
  expect(again).toContain("Most read\n       2  tides\n       1  loom\n");
  expect(again).toContain("\n1 of 2 readings reached the end of the post\n\n1 of 1 searches found nothing\n");
});

it("the report counts the site's days in its time zone, and states the zone", async () => {
  const { store } = createTestStore();
  const at = (instant: string) => newEvent({ at: Date.parse(instant), visitor: key(instant, 8) });
  // Monday in Auckland begins at 11:00 UTC on the Sunday before.
  await store.engagement.record({
    events: ["2026-02-22T10:59:00Z", "2026-02-22T11:00:00Z", "2026-03-01T10:59:00Z", "2026-03-01T11:00:00Z"].map(at),
  });
  const { title, text } = await composeReport(store, "2026-02-23", { name: "Ines", timeZone: "Pacific/Auckland" });
  expect(title).toBe("Ines: 2 views in the week of 2026-02-23");
  expect(text).toContain("2026-02-23 to 2026-03-01 (days of Pacific/Auckland for the whole site, UTC days in lists and searches)");
});
