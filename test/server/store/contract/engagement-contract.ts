import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DROP_REASONS, ENGAGEMENT_TYPES, type EngagementEvent } from "../../../../server/store/engagement-types.ts";
import type { OpenStore } from "../helpers.ts";
import { DAY, HOUR, key, listEvents, MINUTE, NOON, newEvent } from "../helpers.ts";

const TODAY = "2026-03-01";
const TOMORROW = "2026-03-02";

export function describeEngagement(open: OpenStore): void {
  describe("an event", () => {
    test("is stored completely, and exported in order of time", async () => {
      const { store, reopen } = open();
      const click = newEvent({
        type: "outbound_click",
        at: NOON + 5,
        path: "/posts/a",
        slug: "a",
        target: "https://e.example/x",
        referrer: "r.example",
        visitor: key("v", 8),
      });
      const reading = newEvent({ type: "read_progress", at: NOON + 1, path: null, slug: "a", value: 73, activeMs: 12_000 });
      expect(
        await store.engagement.record({
          events: [click, reading, newEvent({ type: "search", at: NOON + 3, path: null, slug: null, value: 0 })],
        }),
      ).toEqual({ kind: "recorded", stored: 3, repeated: 0 });
      const again = await reopen();
      expect(await listEvents(again.engagement.events())).toEqual([
        { at: NOON + 1, type: "read_progress", path: null, slug: "a", referrer: null, target: null, value: 73, activeMs: 12_000 },
        { at: NOON + 3, type: "search", path: null, slug: null, referrer: null, target: null, value: 0, activeMs: null },
        {
          at: NOON + 5,
          type: "outbound_click",
          path: "/posts/a",
          slug: "a",
          referrer: "r.example",
          target: "https://e.example/x",
          value: null,
          activeMs: null,
        },
      ]);
      expect((await listEvents(again.engagement.events({ from: NOON + 3, to: NOON + 3 }))).map(({ type }) => type)).toEqual(["search"]);
    });

    test("shares its millisecond with thousands, across restarts, and none is lost", async () => {
      const { store, reopen } = open({ fast: true });
      await store.engagement.record({ events: Array.from({ length: 1_500 }, () => newEvent()) });
      const again = await reopen();
      await again.engagement.record({ events: Array.from({ length: 1_500 }, () => newEvent({ type: "share" })) });
      const types = (await listEvents(again.engagement.events())).map(({ type }) => type);
      expect(types.filter((type) => type === "post_view")).toHaveLength(1_500);
      expect(types.filter((type) => type === "share")).toHaveLength(1_500);
      expect((await again.engagement.verify()).drift).toEqual([]);
    });

    test("with a UUID counts once within two days, even if it is repeated in one request or after a restart", async () => {
      const { store, clock, reopen } = open();
      const event = newEvent({ retryId: key("0123456789abcdef", 16) });
      expect(await store.engagement.record({ events: [event, event] })).toEqual({ kind: "recorded", stored: 1, repeated: 1 });
      const again = await reopen();
      clock.now += DAY;
      await again.maintenance.run();
      expect(await again.engagement.record({ events: [event, newEvent({ retryId: key("0123456789abcdeF", 16) })] })).toEqual({
        kind: "recorded",
        stored: 1,
        repeated: 1,
      });
      expect(await listEvents(again.engagement.events())).toHaveLength(2);
    });

    test("of a failed request leaves nothing in roll-ups, labels or retry ids, and can be sent again", async () => {
      const { store } = open();
      const good = newEvent({ retryId: key("a", 16), visitor: key("v", 8) });
      const bad = newEvent({ type: "search", value: -1 });
      const results = await Promise.allSettled([
        store.engagement.record({ events: [newEvent({ path: "/before" })] }),
        store.engagement.record({ events: [good, bad], dropped: ["bot"] }),
        store.engagement.record({ events: [newEvent({ path: "/after" })] }),
      ]);
      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect((await store.engagement.verify()).drift).toEqual([]);
      expect((await store.engagement.summary({ fromDay: TODAY, toDay: TODAY })).dropped).toEqual([]);
      expect(await store.engagement.record({ events: [good] })).toEqual({ kind: "recorded", stored: 1, repeated: 0 });
      expect((await store.engagement.summary({ fromDay: TODAY, toDay: TODAY })).visitors).toMatchObject([{ day: TODAY, visitors: 1 }]);
      expect((await store.engagement.verify()).drift).toEqual([]);
    });
  });

  describe("a summary", () => {
    test("counts by day and type, path, slug, referrer and target", async () => {
      const { store } = open();
      await store.engagement.record({
        events: [
          newEvent({ referrer: "a.example" }),
          newEvent({ referrer: "a.example" }),
          newEvent({ at: NOON + DAY, referrer: "b.example" }),
          newEvent({ type: "page_view", path: "/about", slug: null }),
          newEvent({ type: "outbound_click", target: "https://e.example/" }),
          newEvent({ type: "share", target: "mastodon" }),
          newEvent({ type: "cta_click", slug: null, target: "Hire me" }),
          newEvent({ type: "search", path: null, slug: null, value: 3 }),
        ],
      });
      const summary = await store.engagement.summary({ fromDay: TODAY, toDay: TODAY });
      expect(summary.days).toMatchObject([
        { day: TODAY, type: "post_view", count: 2 },
        { day: TODAY, type: "page_view", count: 1 },
        { day: TODAY, type: "outbound_click", count: 1 },
        { day: TODAY, type: "share", count: 1 },
        { day: TODAY, type: "search", count: 1 },
        { day: TODAY, type: "cta_click", count: 1 },
      ]);
      expect(summary.top).toMatchObject({
        path: [
          { value: "/posts/hello", type: "post_view", count: 2, visitors: 0 },
          { value: "/about", type: "page_view", count: 1, visitors: 0 },
          { value: "/posts/hello", type: "outbound_click", count: 1, visitors: 0 },
          { value: "/posts/hello", type: "share", count: 1, visitors: 0 },
          { value: "/posts/hello", type: "cta_click", count: 1, visitors: 0 },
        ],
        slug: [
          { value: "hello", type: "post_view", count: 2, visitors: 0 },
          { value: "hello", type: "outbound_click", count: 1, visitors: 0 },
          { value: "hello", type: "share", count: 1, visitors: 0 },
        ],
        referrer: [{ value: "a.example", type: "post_view", count: 2, visitors: 0 }],
        outbound: [{ value: "https://e.example/", type: "outbound_click", count: 1, visitors: 0 }],
        share: [{ value: "mastodon", type: "share", count: 1, visitors: 0 }],
        cta: [{ value: "Hire me", type: "cta_click", count: 1, visitors: 0 }],
      });
      const both = await store.engagement.summary({ fromDay: TODAY, toDay: TOMORROW, limit: 1 });
      expect(both.top.slug).toMatchObject([{ value: "hello", type: "post_view", count: 3, visitors: 0 }]);
      expect(both.days.at(-1)).toMatchObject({ day: TOMORROW, type: "post_view", count: 1 });
    });

    test("counts unique visitors by day, for the site, by page and by referrer", async () => {
      const { store } = open();
      const [ada, bob] = [key("ada", 8), key("bob", 8)];
      await store.engagement.record({
        events: [
          newEvent({ visitor: ada, referrer: "a.example" }),
          newEvent({ visitor: ada }),
          newEvent({ visitor: ada, slug: "other", path: "/posts/other", referrer: "a.example" }),
          newEvent({ visitor: bob, at: NOON + MINUTE, referrer: "a.example" }),
          newEvent({ visitor: null }),
          newEvent({ type: "share", visitor: key("reader", 8), target: "x" }),
          newEvent({ visitor: ada, at: NOON + DAY }),
        ],
      });
      const summary = await store.engagement.summary({ fromDay: TODAY, toDay: TODAY });
      expect(summary.visitors).toMatchObject([{ day: TODAY, visitors: 2 }]);
      expect(summary.top.slug).toMatchObject([
        { value: "hello", type: "post_view", count: 4, visitors: 2 },
        { value: "hello", type: "share", count: 1, visitors: 0 },
        { value: "other", type: "post_view", count: 1, visitors: 1 },
      ]);
      expect(summary.top.referrer).toMatchObject([{ value: "a.example", type: "post_view", count: 3, visitors: 2 }]);
      expect((await store.engagement.summary({ fromDay: TODAY, toDay: TOMORROW })).visitors).toMatchObject([
        { day: TODAY, visitors: 2 },
        { day: TOMORROW, visitors: 1 },
      ]);
      expect((await store.engagement.verify()).drift).toEqual([]);
    });

    test("recognizes a visitor after a restart, and remembers nothing about a visit that was not stored", async () => {
      const { store, reopen } = open();
      const view = (slug: string, visitor: string) => newEvent({ slug, path: null, visitor: key(visitor, 8) });
      await store.engagement.record({ events: [view("a", "one"), view("b", "one")] });
      const bad = newEvent({ type: "search", value: -1 });
      await expect(store.engagement.record({ events: [view("a", "two"), bad] })).rejects.toThrow("value of an event is -1");
      const again = await reopen();
      await again.engagement.record({ events: [view("a", "one"), view("c", "one"), view("a", "two")] });
      const { visitors, top } = await again.engagement.summary({ fromDay: TODAY, toDay: TODAY });
      expect(visitors).toMatchObject([{ day: TODAY, visitors: 2 }]);
      expect(top.slug.map(({ value, count, visitors: of }) => [value, count, of])).toEqual([
        ["a", 3, 2],
        ["b", 1, 1],
        ["c", 1, 1],
      ]);
      expect((await again.engagement.verify()).drift).toEqual([]);
    });

    test("contains a histogram of how far and for how long each post was read", async () => {
      const { store } = open();
      const read = (value: number, activeMs: number | null): EngagementEvent => newEvent({ type: "read_progress", value, activeMs });
      await store.engagement.record({ events: [read(0, 0), read(9, 10_000), read(10, 20_000), read(99, null), read(100, 50_000)] });
      expect((await store.engagement.summary({ fromDay: TODAY, toDay: TODAY })).readThrough).toEqual([
        { slug: "hello", tenths: [2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1], count: 5, meanActiveMs: 16_000 },
      ]);
    });

    test("counts dropped records by reason", async () => {
      const { store } = open();
      await store.engagement.record({ events: [], dropped: ["bot", "own-visit", "bot"] });
      await store.engagement.record({ events: [newEvent()], dropped: ["bot"] });
      expect((await store.engagement.summary({ fromDay: TODAY, toDay: TODAY })).dropped).toEqual([
        { reason: "bot", count: 3 },
        { reason: "own-visit", count: 1 },
      ]);
    });

    test("refuses a day that does not exist", async () => {
      const { store } = open();
      await expect(store.engagement.summary({ fromDay: "2026-02-30", toDay: TODAY })).rejects.toThrow('"2026-02-30" is not a day');
    });
  });

  test("the site's hourly figures count each type, and visitors in the hour of their first view", async () => {
    const { store } = open();
    const visitor = key("ada", 8);
    await store.engagement.record({
      events: [
        newEvent({ visitor, at: NOON + 59 * MINUTE }),
        newEvent({ visitor, at: NOON + HOUR }),
        newEvent({ at: NOON + 2 * HOUR, type: "share" }),
      ],
    });
    expect(await store.engagement.hours({ from: NOON, to: NOON + HOUR })).toEqual([
      { hour: NOON, type: "post_view", count: 1, visitors: 1 },
      { hour: NOON + HOUR, type: "post_view", count: 1, visitors: 0 },
    ]);
  });

  describe("values that strangers choose", () => {
    test("are limited to a thousand per day and dimension; the rest becomes (other), even in raw events", async () => {
      const { store } = open({ fast: true });
      await store.engagement.record({ events: [newEvent({ type: "page_view", path: "/early", slug: null })] });
      const batches = Array.from({ length: 60 }, (_, b) =>
        Array.from({ length: 20 }, (_, n) => newEvent({ type: "page_view", path: `/junk/${b * 20 + n}`, slug: null })),
      );
      await Promise.all(batches.map((events) => store.engagement.record({ events })));
      // Known values still count. Other dimensions and other days have their own thousand.
      await store.engagement.record({
        events: [
          newEvent({ type: "page_view", path: "/early", slug: null }),
          newEvent({ type: "page_view", path: "/late", slug: null, referrer: "r.example" }),
          newEvent({ type: "page_view", path: "/late", slug: null, at: NOON + DAY }),
        ],
      });
      const { top } = await store.engagement.summary({ fromDay: TODAY, toDay: TODAY, limit: 5_000 });
      expect(top.path).toHaveLength(1_001);
      expect(top.path[0]).toMatchObject({ value: "(other)", type: "page_view", count: 202, visitors: 0 });
      expect(top.path[1]).toMatchObject({ value: "/early", type: "page_view", count: 2, visitors: 0 });
      expect(top.referrer).toMatchObject([{ value: "r.example", type: "page_view", count: 1, visitors: 0 }]);
      expect((await store.engagement.summary({ fromDay: TOMORROW, toDay: TOMORROW })).top.path).toMatchObject([
        { value: "/late", count: 1 },
      ]);
      const paths = new Set((await listEvents(store.engagement.events({ to: NOON + HOUR }))).map(({ path }) => path));
      expect(paths.size).toBe(1_001);
      expect(paths.has("/late")).toBe(false);
      expect((await store.engagement.verify()).drift).toEqual([]);
    });

    test("leave room for pages of published documents, for slugs, and for values known from earlier days", async () => {
      const { store, reopen, clock } = open({ fast: true });
      const view = (path: string, more: Partial<EngagementEvent> = {}): EngagementEvent =>
        newEvent({ type: "page_view", path, slug: null, at: clock.now, ...more });
      const flood = async (name: string): Promise<void> => {
        const made = (n: number) => view(`/${name}/${n}`, { referrer: `${name}${n}.example` });
        const batches = Array.from({ length: 51 }, (_, b) => Array.from({ length: 20 }, (_, n) => made(b * 20 + n)));
        await Promise.all(batches.map((events) => store.engagement.record({ events })));
      };
      await store.engagement.record({ events: [view("/about", { referrer: "friend.example" })] });
      clock.now += DAY;
      await flood("junk");
      const next = await reopen();
      await next.engagement.record({
        events: [
          view("/posts/new", { isPage: true, referrer: "friend.example" }),
          newEvent({ path: "/about", slug: "new", at: clock.now }),
          view("/made-up", { referrer: "late.example" }),
        ],
      });
      const { top } = await next.engagement.summary({ fromDay: TOMORROW, toDay: TOMORROW, limit: 5_000 });
      const values = (dimension: "path" | "slug" | "referrer") => new Set(top[dimension].map(({ value }) => value));
      expect([...["/posts/new", "/about", "/made-up"].map((path) => values("path").has(path)), values("path").size]).toEqual([
        true,
        true,
        false,
        1_003,
      ]);
      expect(["friend.example", "late.example"].map((host) => values("referrer").has(host))).toEqual([true, false]);
      expect(values("slug")).toEqual(new Set(["new"]));
      expect((await next.engagement.verify()).drift).toEqual([]);
    });
  });

  test("campaigns of views count visitors, and match the raw events", async () => {
    const { store } = open();
    const [ada, bob] = [key("ada", 8), key("bob", 8)];
    await store.engagement.record({
      events: [
        newEvent({ target: "newsletter / email / spring", visitor: ada }),
        newEvent({ target: "newsletter / email / spring", visitor: ada }),
        newEvent({ type: "page_view", slug: null, path: "/", target: "newsletter / email / spring", visitor: bob }),
        newEvent({ target: null, visitor: bob }),
        newEvent({ type: "share", target: "mastodon" }),
      ],
    });
    const day = new Date(NOON).toISOString().slice(0, 10);
    expect(await store.engagement.top({ dimension: "campaign", fromDay: day, toDay: day })).toMatchObject([
      { value: "newsletter / email / spring", count: 3, visitors: 2 },
    ]);
    expect((await store.engagement.verify()).drift).toEqual([]);
  });

  describe("verification", () => {
    const text = (prefix: string, max: number): fc.Arbitrary<string> => fc.nat({ max }).map((n) => `${prefix}${n}`);
    const event: fc.Arbitrary<EngagementEvent> = fc.record({
      type: fc.constantFrom(...ENGAGEMENT_TYPES),
      at: fc.integer({ min: NOON - DAY, max: NOON + DAY }),
      retryId: fc.option(
        fc.nat({ max: 30 }).map((n) => key(`id ${n}`, 16)),
        { freq: 3 },
      ),
      path: fc.option(text("/p", 5)),
      isPage: fc.boolean(),
      slug: fc.option(text("s", 4)),
      referrer: fc.option(text("r", 3)),
      target: fc.option(text("t", 3)),
      value: fc.option(fc.integer({ min: 0, max: 100 })),
      activeMs: fc.option(fc.nat({ max: 3_600_000 })),
      visitor: fc.option(fc.nat({ max: 6 }).map((n) => key(`v${n}`, 8))),
    });

    test("finds roll-ups equal to the sums of the raw events, even with failed writes in between", { timeout: 120_000 }, async () => {
      const { store } = open({ fast: true });
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.array(event, { maxLength: 8 }), fc.boolean(), fc.subarray([...DROP_REASONS])), { maxLength: 12 }),
          async (requests) => {
            const results = await Promise.allSettled(
              requests.map(([events, fails, dropped]) =>
                store.engagement.record({ events: fails ? [...events, newEvent({ value: -1 })] : events, dropped }),
              ),
            );
            expect(results.map(({ status }) => status)).toEqual(requests.map(([, fails]) => (fails ? "rejected" : "fulfilled")));
            expect((await store.engagement.verify()).drift).toEqual([]);
          },
        ),
        { seed: 7, numRuns: 120 },
      );
      const { events } = await store.engagement.verify();
      expect(events).toBe((await listEvents(store.engagement.events())).length);
      expect(events).toBeGreaterThan(200);
      const { days } = await store.engagement.summary({ fromDay: "2026-02-28", toDay: TOMORROW });
      expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(events);
    });
  });

  test("an export allows writes between its chunks", async () => {
    const { store } = open({ fast: true });
    for (let n = 0; n < 120; n += 1) await store.engagement.record({ events: [newEvent({ at: NOON + n * DAY })] });
    const events = store.engagement.events();
    expect((await events.next()).value).toMatchObject({ at: NOON });
    await store.engagement.record({ events: [newEvent({ at: NOON + 200 * DAY })] });
    await store.engagement.fold();
    expect(await listEvents(events)).toHaveLength(120);
  });
}
