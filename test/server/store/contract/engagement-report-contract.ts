import { describe, expect, test } from "vitest";
import { createRandom } from "../../../../bench/random.ts";
import { toDayIn } from "../../../../server/days.ts";
import type { EngagementEvent, EngagementSummary } from "../../../../server/store/engagement-types.ts";
import type { Store } from "../../../../server/store/store.ts";
import type { OpenStore } from "../helpers.ts";
import { DAY, key, listEvents, NOON, newEvent } from "../helpers.ts";

/** NOON is on 2026-03-01. The events cover the 150 days before, more than five months. */
const DAYS = 150;
const TODAY = dayText(0);

function dayText(ago: number): string {
  return new Date(NOON - ago * DAY).toISOString().slice(0, 10);
}

const TYPES = ["post_view", "page_view", "read_progress", "outbound_click", "search", "share", "project_click"] as const;

/** Random records on all the days, the newest at noon today. */
function makeEvents(count: number, seed: number): EngagementEvent[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const type = random.pick(TYPES);
    const slug = type === "page_view" || type === "search" ? null : `post-${random.below(7)}`;
    return newEvent({
      type,
      at: NOON - random.below(DAYS) * DAY - random.below(11) * 3_600_000,
      slug,
      path: slug === null ? `/page-${random.below(3)}` : `/posts/${slug}`,
      referrer: random.below(3) === 0 ? `site-${random.below(9)}.example` : null,
      target: type === "outbound_click" ? `https://e.example/${random.below(4)}` : type === "share" ? "mastodon" : null,
      value: type === "read_progress" ? random.below(101) : type === "search" ? random.below(3) : null,
      activeMs: type === "read_progress" ? random.below(90_000) : null,
      visitor: key(`visitor ${random.below(40)}`, 8),
    });
  });
}

async function record(store: Store, events: readonly EngagementEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += 100) await store.engagement.record({ events: events.slice(from, from + 100) });
}

const PERIODS: readonly (readonly [from: string, to: string])[] = [
  [dayText(DAYS), TODAY],
  ["2026-01-01", "2026-01-31"],
  ["2025-11-15", "2026-02-14"],
  ["2026-01-02", "2026-02-28"],
  ["2025-12-31", "2026-02-01"],
  [TODAY, TODAY],
  ["1990-01-01", "2090-12-31"],
];

async function readAll({ engagement }: Store): Promise<unknown[]> {
  const answers = await Promise.all(
    PERIODS.map(async ([fromDay, toDay]) => ({
      summary: await engagement.summary({ fromDay, toDay, limit: 100 }),
      posts: await engagement.top({ dimension: "slug", types: ["post_view"], fromDay, toDay }),
      referrers: await engagement.top({ dimension: "referrer", fromDay, toDay }),
      post: await engagement.post({ slug: "post-3", fromDay, toDay }),
    })),
  );
  return [...answers, await engagement.views()];
}

export function describeEngagementReports(open: OpenStore): void {
  test("figures for any period are the sums of the raw events", async () => {
    const { store } = open({ fast: true });
    const events = makeEvents(1_500, 3);
    await record(store, events);
    for (const closes of [false, true]) {
      if (closes) await store.maintenance.run();
      for (const [fromDay, toDay] of PERIODS) {
        const within = events.filter(({ at }) => inPeriod(at, fromDay, toDay));
        const { days, readThrough, searches } = await store.engagement.summary({ fromDay, toDay });
        expect(sumOf(days)).toBe(within.length);
        expect(searches.reduce((sum, { empty }) => sum + empty, 0)).toBe(
          within.filter(({ type, value }) => type === "search" && value === 0).length,
        );
        const reads = within.filter(({ type }) => type === "read_progress");
        expect(sumOf(readThrough)).toBe(reads.length);
        const posts = await store.engagement.top({ dimension: "slug", types: ["post_view"], fromDay, toDay });
        expect(new Map(posts.map(({ value, count }) => [value, count]))).toEqual(countBy(within, "post_view"));
        expect(posts.map(({ count }) => count)).toEqual(posts.map(({ count }) => count).toSorted((a, b) => b - a));
        const { days: ofPost, reading } = await store.engagement.post({ slug: "post-3", fromDay, toDay });
        const here = within.filter(({ slug }) => slug === "post-3");
        expect(sumOf(ofPost)).toBe(here.length);
        const readHere = here.filter(({ type }) => type === "read_progress");
        expect(reading.count).toBe(readHere.length);
        expect(reading.tenths[0]).toBe(readHere.filter(({ value }) => (value ?? 0) < 10).length);
      }
      const views = new Map((await store.engagement.views()).map(({ slug, viewCount }) => [slug, viewCount]));
      expect(views).toEqual(countBy(events, "post_view"));
    }
  });

  test.each([
    "Asia/Kathmandu",
    "America/Los_Angeles",
    "Pacific/Kiritimati",
  ])("the site's figures are counted by days in %s", async (timeZone) => {
    const { store } = open({ fast: true });
    const events = makeEvents(600, 6);
    await record(store, events);
    // Only whole hours are counted: in Kathmandu, midnight is at 18:15 UTC.
    const localDays = events.map(({ at }) => toDayIn(Math.floor(at / 3_600_000) * 3_600_000 + 1_800_001, timeZone));
    for (const closes of [false, true]) {
      if (closes) await store.maintenance.run();
      for (const [fromDay, toDay] of PERIODS) {
        const within = localDays.filter((day) => day >= fromDay && day <= toDay);
        const { days, visitors } = await store.engagement.summary({ fromDay, toDay, timeZone });
        const counted = new Map<string, number>();
        for (const { day, count } of days) counted.set(day, (counted.get(day) ?? 0) + count);
        const wanted = Map.groupBy(within, (day) => day).entries();
        expect(counted).toEqual(new Map(wanted.map(([day, list]) => [day, list.length])));
        expect(visitors.reduce((sum, each) => sum + each.visitors, 0)).toBeLessThanOrEqual(within.length);
      }
    }
  });

  test("lists up to today in a time zone include events of a UTC day that has already begun", async () => {
    const { store, clock } = open();
    // 20:30 in Los Angeles, on 2026-03-01.
    clock.now = Date.parse("2026-03-02T04:30:00Z");
    await store.engagement.record({ events: [newEvent({ slug: "late", at: clock.now })] });
    const period = { fromDay: "2026-03-01", toDay: "2026-03-01" };
    expect(await store.engagement.top({ dimension: "slug", ...period })).toEqual([]);
    const local = { ...period, timeZone: "America/Los_Angeles" };
    expect(await store.engagement.top({ dimension: "slug", ...local })).toMatchObject([{ value: "late" }]);
    expect((await store.engagement.post({ slug: "late", ...local })).days).toHaveLength(1);
    expect((await store.engagement.summary(local)).days).toMatchObject([{ day: "2026-03-01", count: 1 }]);
  });

  test("nothing changes after upkeep has added up the months, or after a restart", async () => {
    const { store, reopen } = open({ fast: true });
    await record(store, makeEvents(800, 4));
    const before = await readAll(store);
    await store.maintenance.run();
    expect(await readAll(store)).toEqual(before);
    const next = await reopen();
    await next.maintenance.run();
    expect(await readAll(next)).toEqual(before);
    expect((await next.engagement.verify()).drift).toEqual([]);
  });

  test("a record also counts for a month that was already added up", async () => {
    const { store } = open({ fast: true });
    await record(store, makeEvents(200, 5));
    await store.maintenance.run();
    const late = newEvent({ slug: "late", at: Date.UTC(2026, 0, 10), visitor: key("late", 8) });
    const january = { fromDay: "2026-01-01", toDay: "2026-01-31" };
    const before = await store.engagement.summary(january);
    await store.engagement.record({ events: [late] });
    for (const closes of [false, true]) {
      if (closes) await store.maintenance.run();
      const after = await store.engagement.summary(january);
      expect(sumOf(after.days)).toBe(sumOf(before.days) + 1);
      expect(await store.engagement.top({ dimension: "slug", types: ["post_view"], ...january, limit: 100 })).toContainEqual({
        value: "late",
        count: 1,
        visitors: 1,
        repeats: 0,
        estimated: false,
      });
    }
  });

  test("a post that was never read has no figures", async () => {
    const { store } = open();
    const nothing = { days: [], reading: { tenths: Array(11).fill(0), count: 0, meanActiveMs: 0 } };
    expect(await store.engagement.post({ slug: "hello", fromDay: TODAY, toDay: TODAY })).toEqual(nothing);
    expect(await store.engagement.views()).toEqual([]);
    expect(await store.engagement.top({ dimension: "path", fromDay: TODAY, toDay: TODAY })).toEqual([]);
  });

  describe("a purge", () => {
    test("deletes the raw events and figures of its days, and keeps all others", async () => {
      const { store } = open({ fast: true });
      const events = makeEvents(1_000, 6);
      const old = newEvent({ at: Date.UTC(2025, 11, 5), path: "/secret-path", referrer: "secret.example", slug: null, type: "page_view" });
      await record(store, [...events, old]);
      await store.maintenance.run();
      const [fromDay, toDay] = ["2025-12-02", "2026-01-09"];
      const keeps = (at: number): boolean => !inPeriod(at, fromDay, toDay);
      const purged = await store.engagement.purge({ fromDay, toDay });
      expect(purged.events).toBe(events.filter(({ at }) => !keeps(at)).length + 1);
      expect(purged.figures).toBeGreaterThan(100);
      expect(purged.texts).toBe(2);
      for (const closes of [false, true]) {
        if (closes) await store.maintenance.run();
        const { days, readThrough, top } = await store.engagement.summary({ fromDay: "2025-01-01", toDay: TODAY, limit: 1_000 });
        const left = events.filter(({ at }) => keeps(at));
        expect(sumOf(days)).toBe(left.length);
        expect(sumOf(readThrough)).toBe(left.filter(({ type }) => type === "read_progress").length);
        expect(sumOf(top.referrer)).toBe(left.filter(({ referrer }) => referrer !== null).length);
        expect(JSON.stringify(top)).not.toContain("secret");
        // Upkeep keeps raw events for 90 days.
        const recent = left.filter(({ at }) => at >= Date.UTC(2025, 11, 1));
        expect((await listEvents(store.engagement.events())).length).toBe(recent.length);
      }
      expect((await store.engagement.verify()).drift).toEqual([]);
      // A value that comes back is counted from zero.
      await store.engagement.record({ events: [newEvent({ referrer: "secret.example" })] });
      expect(await store.engagement.top({ dimension: "referrer", fromDay: TODAY, toDay: TODAY, limit: 1_000 })).toContainEqual({
        value: "secret.example",
        count: 1,
        visitors: 0,
        repeats: 0,
        estimated: false,
      });
    });

    test("covers only past days", async () => {
      const { store, clock } = open();
      await store.engagement.record({ events: [newEvent()] });
      await expect(store.engagement.purge({ fromDay: TODAY, toDay: TODAY })).rejects.toThrow(`${TODAY} has not ended`);
      clock.now = NOON + DAY / 2 + 60_000;
      await expect(store.engagement.purge({ fromDay: TODAY, toDay: TODAY })).rejects.toThrow(`${TODAY} has not ended`);
      clock.now = NOON + DAY;
      expect(await store.engagement.purge({ fromDay: TODAY, toDay: TODAY })).toMatchObject({ events: 1 });
    });
  });
}

function inPeriod(at: number, fromDay: string, toDay: string): boolean {
  const day = new Date(at).toISOString().slice(0, 10);
  return day >= fromDay && day <= toDay;
}

function sumOf(rows: readonly { count: number }[] | EngagementSummary["days"]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

function countBy(events: readonly EngagementEvent[], type: EngagementEvent["type"]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const event of events) if (event.type === type && event.slug !== null) counts.set(event.slug, (counts.get(event.slug) ?? 0) + 1);
  return counts;
}
