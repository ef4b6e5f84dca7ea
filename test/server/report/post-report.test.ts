import { describe, expect, it } from "vitest";
import { makeYear, recordYear } from "../../../bench/year-of-events.ts";
import { renderPostReport } from "../../../server/report/post-report.ts";
import { readPostReport } from "../../../server/report/post-report-model.ts";
import { readReport } from "../../../server/report/report-model.ts";
import { POST_TABLE_NAMES, renderPostTableFile, renderTableFile } from "../../../server/report/table-files.ts";
import { REPORT_TABLE_NAMES } from "../../../server/report/table-names.ts";
import type { Store } from "../../../server/store/store.ts";
import { createTestStore } from "../store/file-store.ts";
import { DAY, NOON, newEvent } from "../store/helpers.ts";

const LAST_DAY = Date.UTC(2026, 1, 28);

describe("the report of a post, and the period before", () => {
  const days = [...makeYear({ lastDay: LAST_DAY, size: 12_000 })].slice(-80);
  const openYear = async (): Promise<Store> => {
    const { store, clock } = createTestStore({ fast: true });
    clock.now = 0;
    await recordYear(store, clock, days);
    clock.now = LAST_DAY + DAY - 1;
    return store;
  };
  const period = { fromDay: "2026-01-30", toDay: "2026-02-28" };
  const before = { fromDay: "2025-12-31", toDay: "2026-01-29" };
  const inPeriod = ({ fromDay, toDay }: typeof period) =>
    days.flatMap((day) => day.events).filter(({ at }) => at >= Date.parse(fromDay) && at < Date.parse(toDay) + DAY);
  const slug = inPeriod(period).find(({ type, referrer }) => type === "post_view" && referrer !== null)?.slug ?? "";
  const viewsOf = (of: typeof period) => inPeriod(of).filter((event) => event.type === "post_view" && event.slug === slug);

  it("add up to the raw events", async () => {
    const report = await readPostReport(await openYear(), { slug, ...period, limit: 1_000 });
    const views = viewsOf(period);
    expect(report.views).toBe(views.length);
    expect(report.before.views).toBe(viewsOf(before).length);
    expect(report.days).toHaveLength(30);
    expect(report.referrers.direct).toBe(views.filter(({ referrer }) => referrer === null).length);
    const counts = Map.groupBy(
      views.filter(({ referrer }) => referrer !== null),
      ({ referrer }) => referrer ?? "",
    );
    expect(Object.fromEntries(report.referrers.referrers.map(({ value, count }) => [value, count]))).toEqual(
      Object.fromEntries([...counts].map(([referrer, events]) => [referrer, events.length])),
    );
    expect(report.reading.count).toBe(inPeriod(period).filter((event) => event.type === "read_progress" && event.slug === slug).length);
    expect(report.referrers.fromDay).toBe(period.fromDay);
  });

  it("compare how far the post was read, and have their own tables", async () => {
    const slug = inPeriod(before).find(({ type }) => type === "read_progress")?.slug ?? "";
    const report = await readPostReport(await openYear(), { slug, ...period, limit: 1_000 });
    const readings = inPeriod(before).filter((event) => event.type === "read_progress" && event.slug === slug);
    const ended = readings.filter(({ value }) => (value ?? 0) >= 90).length;
    expect([report.before.reading.count, readings.length > 0]).toEqual([readings.length, true]);
    const html = renderPostReport(report, { action: "/x?post=a&days=7", hidden: "<i></i>" });
    expect(html).toContain('<form method="post" action="/x?post=a&amp;days=7" data-download><i></i>');
    expect(html).toContain(`<small>${Math.round((100 * ended) / readings.length)}% before</small>`);
    for (const name of POST_TABLE_NAMES) {
      expect(html).toContain(`<button type="submit" name="file" value="${name}.csv">CSV</button>`);
      const { rows, ...about } = JSON.parse(renderPostTableFile(report, name, "json")) as { rows: object[] };
      expect(about).toEqual({ slug, timeZone: "UTC", ...period, table: name });
      expect(renderPostTableFile(report, name, "csv").split("\r\n")).toHaveLength(rows.length + 2);
    }
    expect(renderPostTableFile(report, "totals", "csv")).toContain(`\r\nreadings,${report.reading.count},${readings.length}\r\n`);
  });

  it("contain the site's earlier totals, and how many visits came directly", async () => {
    const report = await readReport(await openYear(), { ...period, limit: 1_000, timeZone: "UTC" });
    const views = (of: typeof period) => inPeriod(of).filter(({ type }) => type === "post_view" || type === "page_view");
    expect([report.totals.views, report.before.views]).toEqual([views(period).length, views(before).length]);
    const referred = report.referrers.reduce((sum, { count }) => sum + count, 0);
    const counted = inPeriod(period).filter(({ type }) => /view$|^project_click$|^book_click$/.test(type));
    expect(report.direct + referred).toBe(counted.length);
  });

  it("can be saved as tables for spreadsheets and programs", async () => {
    const report = await readReport(await openYear(), { ...period, limit: 1_000, timeZone: "UTC" }, "Marsh");
    for (const name of REPORT_TABLE_NAMES) {
      const { rows } = JSON.parse(renderTableFile(report, name, "json")) as { rows: object[] };
      const lines = renderTableFile(report, name, "csv").split("\r\n").slice(0, -1);
      expect([name, lines.length]).toEqual([name, rows.length + 1]);
    }
    expect(renderTableFile(report, "days", "csv")).toMatch(/^day,views,visitors,estimated,searches,emptySearches\r\n2026-01-30,\d+,/);
    expect(renderTableFile(report, "totals", "csv")).toContain(
      `figure,value,before\r\nviews,${report.totals.views},${report.before.views}\r\n`,
    );
    expect(renderTableFile(report, "referrers", "csv")).toContain(`\r\ndirect,${report.direct},,\r\n`);
  });
});

it("a table without rows includes the column names", async () => {
  const { store } = createTestStore();
  const report = await readReport(store, { fromDay: "2026-03-01", toDay: "2026-03-01", limit: 5, timeZone: "UTC" });
  expect(renderTableFile(report, "posts", "csv")).toBe("slug,title,views,visitors,repeats,estimated,readings,readToEnd,meanActiveMs\r\n");
  for (const name of ["links", "pages", "shares", "calls", "campaigns"] as const)
    expect([name, renderTableFile(report, name, "csv")]).toEqual([name, "value,count,visitors,estimated\r\n"]);
});

it("a table turns a stranger's formula into text", async () => {
  const { store } = createTestStore();
  await store.engagement.record({ events: [newEvent({ referrer: "=HYPERLINK(1)" })] });
  const report = await readReport(store, { fromDay: "2026-03-01", toDay: "2026-03-01", limit: 5, timeZone: "UTC" });
  expect(renderTableFile(report, "referrers", "csv")).toContain("\r\n'=HYPERLINK(1),1,0,false\r\n");
});

it("the report of a post counts referrers for as long as raw events are kept, and states the first day", async () => {
  const { store, clock } = createTestStore();
  await store.engagement.record({
    events: [newEvent({ at: NOON - 20 * DAY, referrer: "old.example" }), newEvent({ referrer: "new.example" })],
  });
  clock.now = NOON + 1;
  await store.maintenance.run(() => false, { rejected: 30, spam: 30, emails: 365, events: 10, inquiries: null });
  const report = await readPostReport(store, { slug: "hello", fromDay: "2026-02-01", toDay: "2026-03-01", limit: 5 });
  expect(report.views).toBe(2);
  expect(report.referrers).toMatchObject({ referrers: [{ value: "new.example", count: 1 }], direct: 0 });
  expect(report.referrers.fromDay > "2026-02-01").toBe(true);
  const html = renderPostReport(report);
  expect(html).toContain(`Referrers are counted from ${report.referrers.fromDay} on`);
  expect(html).not.toMatch(/NaN|undefined|Infinity|<script|\bstyle=/);
});

it("the report has a page for a post that nobody has read", async () => {
  const { store } = createTestStore();
  const report = await readPostReport(store, { slug: "no-such", fromDay: "2026-02-01", toDay: "2026-03-01", limit: 5 });
  expect(renderPostReport(report)).toContain("Nobody viewed it in this period.");
});
