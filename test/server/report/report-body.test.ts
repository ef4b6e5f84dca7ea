import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { makeYear, recordYear, type YearDay } from "../../../bench/year-of-events.ts";
import { renderReportBody } from "../../../server/report/report-body.ts";
import { type ReportModel, readReport } from "../../../server/report/report-model.ts";
import type { EngagementEvent } from "../../../server/store/engagement-types.ts";
import { createTestStore } from "../store/file-store.ts";
import { DAY, key, NOON, newEvent } from "../store/helpers.ts";

const LAST_DAY = Date.UTC(2026, 1, 28);
const YEAR = { fromDay: "2025-03-01", toDay: "2026-02-28" };

describe("the report of a generated year", async () => {
  const days: YearDay[] = [...makeYear({ lastDay: LAST_DAY, size: 12_000 })];
  const events = days.flatMap((day) => day.events);
  const of = (...types: EngagementEvent["type"][]): EngagementEvent[] => events.filter(({ type }) => types.includes(type));

  async function report(closes: boolean): Promise<ReportModel> {
    const { store, clock } = createTestStore({ fast: true });
    clock.now = 0;
    await recordYear(store, clock, days);
    clock.now = LAST_DAY + 86_400_000;
    if (closes) await store.maintenance.run();
    return readReport(store, { ...YEAR, limit: 1_000, timeZone: "UTC" }, "Marsh");
  }

  it.each([false, true])("contains the sums of its raw events, with months added up beforehand: %s", async (closes) => {
    const { totals, posts, pages, others, referrers, links, shares, calls, tenths, dropped, days: shown } = await report(closes);
    const views = of("post_view", "page_view");
    const reads = of("read_progress");
    const searches = of("search");
    expect(totals).toMatchObject({
      views: views.length,
      readings: reads.length,
      readToEnd: reads.filter(({ value }) => (value ?? 0) >= 90).length,
      links: of("outbound_click").length,
      shares: of("share").length,
      searches: searches.length,
      emptySearches: searches.filter(({ value }) => value === 0).length,
      recorded: events.length,
      dropped: days.flatMap((day) => day.dropped).length,
    });
    const active = reads.reduce((sum, { activeMs }) => sum + (activeMs ?? 0), 0);
    expect(Math.abs(totals.meanActiveMs - active / reads.length)).toBeLessThan(2);
    // Unique readers of each day, counted with a set.
    const readers = days.reduce(
      (sum, day) =>
        sum +
        new Set(
          day.events.flatMap(({ type, visitor }) => (/view$/.test(type) && visitor !== null ? [Buffer.from(visitor).toString("hex")] : [])),
        ).size,
      0,
    );
    expect(totals.visitors).toBe(readers);
    expect(shown.length).toBe(365);
    expect(sumOf(shown, "views")).toBe(totals.views);
    expect(sumOf(shown, "visitors")).toBe(totals.visitors);
    expect(sumOf(shown, "emptySearches")).toBe(totals.emptySearches);
    expect(sumOf(posts, "views")).toBe(of("post_view").length);
    expect(sumOf(posts, "readings")).toBe(reads.length);
    const [first] = posts;
    const ofFirst = events.filter(({ slug }) => slug === first?.slug);
    expect(first).toMatchObject({
      views: ofFirst.filter(({ type }) => type === "post_view").length,
      readings: ofFirst.filter(({ type }) => type === "read_progress").length,
    });
    expect(sumOf(pages, "count")).toBe(views.length);
    expect(sumOf(others, "count")).toBe(of("project_click").length);
    expect(sumOf(referrers, "count")).toBe(views.filter(({ referrer }) => referrer !== null).length);
    expect(sumOf(links, "count")).toBe(totals.links);
    expect(sumOf(shares, "count")).toBe(totals.shares);
    expect(sumOf(calls, "count")).toBe(of("cta_click").length);
    expect(tenths.reduce((sum, count) => sum + count, 0)).toBe(reads.length);
    expect(sumOf(dropped, "count")).toBe(totals.dropped);
  });

  it("shows each chart's numbers in a table with the same totals", async () => {
    const model = await report(true);
    const html = renderReportBody(model);
    const months = rowsOf(html, "Views and visitors");
    expect(months).toHaveLength(12);
    expect(months.reduce((sum, [, views]) => sum + toNumber(views), 0)).toBe(model.totals.views);
    expect(months.reduce((sum, [, , readers]) => sum + toNumber(readers), 0)).toBe(model.totals.visitors);
    const searches = rowsOf(html, "Searches");
    expect(searches.reduce((sum, [, all]) => sum + toNumber(all), 0)).toBe(model.totals.searches);
    expect(searches.reduce((sum, [, , empty]) => sum + toNumber(empty), 0)).toBe(model.totals.emptySearches);
    const reached = rowsOf(html, "How far posts are read");
    expect(toNumber(reached[8]?.[1])).toBe(model.totals.readToEnd);
    expect(rowsOf(html, "The most read posts")).toHaveLength(model.posts.length);
    const figures = [...html.matchAll(/<dd>([^<]*)</g)].map(([, text]) => text);
    expect(figures.slice(0, 2).map(toNumber)).toEqual([model.totals.views, model.totals.visitors]);
  });

  it("loads nothing, runs nothing, and has no inline style", async () => {
    const html = renderReportBody(await report(false));
    expect(html).not.toMatch(/<script|\bstyle=|\bon\w+=|\b(?:href|src|url)\b\s*[=(]/i);
    expect(html).not.toMatch(/NaN|undefined|Infinity/);
  });

  it.each([
    ["2026-02-28", "2026-02-28"],
    ["2026-02-20", "2026-02-28"],
    ["2025-12-01", "2026-02-28"],
    ["2015-01-01", "2026-02-28"],
  ])("has a chart and no invalid numbers from %s to %s", async (fromDay, toDay) => {
    const { store, clock } = createTestStore({ fast: true });
    await recordYear(store, clock, days.slice(-40));
    const html = renderReportBody(await readReport(store, { fromDay, toDay, limit: 5, timeZone: "UTC" }));
    expect(html).not.toMatch(/NaN|undefined|Infinity/);
    expect(html).toContain("<svg");
  });
});

it("the report shows strangers' texts as plain text", async () => {
  const { store } = createTestStore();
  const hostile = `"><script>alert(1)</script>&\u202egnp`;
  await store.engagement.record({
    events: [
      newEvent({ path: hostile, referrer: hostile, slug: hostile }),
      newEvent({ type: "outbound_click", target: hostile }),
      newEvent({ type: "share", target: hostile }),
      newEvent({ type: "cta_click", target: hostile }),
      newEvent({ type: "project_click", slug: hostile }),
    ],
  });
  const html = renderReportBody(
    await readReport(store, { fromDay: "2026-03-01", toDay: "2026-03-01", limit: 5, timeZone: "UTC" }, hostile),
  );
  expect(html).not.toContain("<script");
  expect(html.split("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;").length).toBe(8);
  expect(html.split("<bdi>").length).toBe(html.split("</bdi>").length);
});

it("the report states that nothing was recorded", async () => {
  const { store } = createTestStore();
  const day = new Date(NOON).toISOString().slice(0, 10);
  expect(renderReportBody(await readReport(store, { fromDay: day, toDay: day, limit: 5, timeZone: "UTC" }))).toContain(
    "Nothing was recorded in this period.",
  );
});

function sumOf<K extends string>(rows: readonly Readonly<Record<K, number>>[], key: K): number {
  return rows.reduce((sum, row) => sum + row[key], 0);
}

/** Texts of the cells of a table's body. */
function rowsOf(html: string, caption: string): string[][] {
  const body = html.split(`<caption>${caption}</caption>`)[1]?.split("<tbody>")[1]?.split("</tbody>")[0] ?? "";
  return body
    .split("</tr>")
    .slice(0, -1)
    .map((row) => [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = ""]) => cell.replace(/<svg.*?<\/svg>|<[^>]*>/g, "")));
}

function toNumber(text: string | undefined): number {
  return Number((text ?? "").replaceAll(",", ""));
}

it("the report marks estimated visitors in the figures and in the table of days", async () => {
  const { store } = createTestStore({ fast: true, seenBounds: { visitsMax: 1_000, retryGeneration: 65_536 } });
  const views = Array.from({ length: 700 }, (_, at) =>
    newEvent({ at: NOON + at, visitor: createHash("sha256").update(`visitor ${at}`).digest().subarray(0, 8) }),
  );
  for (let from = 0; from < views.length; from += 350) await store.engagement.record({ events: views.slice(from, from + 350) });
  await store.engagement.record({ events: [newEvent({ at: NOON - DAY, visitor: key("one", 8) })] });
  const html = renderReportBody(
    await readReport(store, { fromDay: "2026-02-28", toDay: "2026-03-01", limit: 5, timeZone: "UTC" }, "Marsh"),
  );
  expect(html).toMatch(/<bdi>1 Mar<\/bdi><\/th><td>700<\/td><td>≈ [67]\d\d<\/td>/);
  expect(html).toContain("<bdi>28 Feb</bdi></th><td>1</td><td>1</td>");
});
