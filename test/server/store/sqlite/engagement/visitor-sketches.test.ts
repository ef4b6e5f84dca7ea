import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { EngagementEvent } from "../../../../../server/store/engagement-types.ts";
import type { Store } from "../../../../../server/store/store.ts";
import { createTestStore } from "../../file-store.ts";
import { DAY, HOUR, NOON, newEvent } from "../../helpers.ts";

const TODAY = "2026-03-01";
const PERIOD = { fromDay: TODAY, toDay: TODAY };
/** Room for 500 visitors who see one page each. */
const seenBounds = { visitsMax: 1_000, retryGeneration: 65_536 };

/** Each view has a different time, because a millisecond holds 2,048 events. */
const view = (visitor: number, slug = "hello", more: Partial<EngagementEvent> = {}): EngagementEvent =>
  newEvent({
    at: NOON + visitor,
    slug,
    path: `/posts/${slug}`,
    visitor: createHash("sha256").update(`visitor ${visitor}`).digest().subarray(0, 8),
    ...more,
  });

async function record(store: Store, events: readonly EngagementEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += 500) await store.engagement.record({ events: events.slice(from, from + 500) });
}

const siteVisitors = async (store: Store): Promise<{ visitors: number; estimated: boolean } | undefined> =>
  (await store.engagement.summary(PERIOD)).visitors[0];
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n);

test("visitors beyond a day's keys are still counted, without a jump, and marked as estimated", async () => {
  const { store } = createTestStore({ fast: true, seenBounds });
  let before = 0;
  for (const end of [400, 500, 510, 550, 1_000, 2_500]) {
    await record(
      store,
      range(before, end).map((visitor) => view(visitor)),
    );
    before = end;
    const found = await siteVisitors(store);
    const [post] = await store.engagement.top({ dimension: "slug", ...PERIOD });
    const beyond = Math.max(0, end - 500);
    expect(found?.estimated, `${end}`).toBe(end > 500);
    expect(post?.estimated, `${end}`).toBe(end > 500);
    // Three standard errors, counting only the visitors beyond the keys.
    expect(Math.abs((found?.visitors ?? 0) - end), `${end}`).toBeLessThanOrEqual(0.05 * beyond);
    expect(Math.abs((post?.visitors ?? 0) - end), `${end}`).toBeLessThanOrEqual(0.1 * beyond);
    expect(post?.count).toBe(end);
  }
  // A visitor who has been counted is not counted again, by a key or by a sketch.
  const known = await siteVisitors(store);
  await record(
    store,
    range(0, 2_500).map((visitor) => view(visitor)),
  );
  expect((await siteVisitors(store))?.visitors).toBeLessThanOrEqual((known?.visitors ?? 0) + 60);
  const { days, visitors } = { ...(await store.engagement.post({ slug: "hello", ...PERIOD })), visitors: await siteVisitors(store) };
  expect(days[0]).toMatchObject({ count: 5_000, estimated: true });
  expect((days[0]?.repeats ?? 0) + (days[0]?.visitors ?? 0)).toBe(5_000);
  expect(visitors?.estimated).toBe(true);
  expect((await store.engagement.verify()).drift).toEqual([]);
});

test("nothing is lost at a restart, and a failed write leaves nothing behind", async () => {
  const { store, reopen } = createTestStore({ fast: true, seenBounds });
  await record(
    store,
    range(0, 900).map((visitor) => view(visitor)),
  );
  const before = await siteVisitors(store);
  const refused = { events: range(2_000, 2_040).map((visitor) => view(visitor)), quota: { key: "engagement", limit: 3 } };
  expect(await store.engagement.record(refused)).toMatchObject({ kind: "quota" });
  expect(await siteVisitors(store)).toEqual(before);
  const next = await reopen();
  expect(await siteVisitors(next)).toEqual(before);
  await record(
    next,
    range(0, 900).map((visitor) => view(visitor)),
  );
  expect(Math.abs(((await siteVisitors(next))?.visitors ?? 0) - (before?.visitors ?? 0))).toBeLessThanOrEqual(20);
  await record(
    next,
    range(900, 1_300).map((visitor) => view(visitor)),
  );
  expect(Math.abs(((await siteVisitors(next))?.visitors ?? 0) - 1_300)).toBeLessThanOrEqual(40);
});

test("posts seen by a known visitor are also counted beyond the keys, and other posts of the day stay exact", async () => {
  const { store } = createTestStore({ fast: true, seenBounds });
  await record(
    store,
    range(0, 20).map((visitor) => view(visitor, "exact")),
  );
  await record(
    store,
    range(0, 600).map((visitor) => view(visitor, "first")),
  );
  await record(
    store,
    range(0, 300).map((visitor) => view(visitor, "second")),
  );
  const posts = new Map((await store.engagement.top({ dimension: "slug", ...PERIOD })).map((post) => [post.value, post]));
  expect(posts.get("exact")).toMatchObject({ visitors: 20, estimated: false });
  expect(posts.get("second")?.estimated).toBe(true);
  expect(Math.abs((posts.get("second")?.visitors ?? 0) - 300)).toBeLessThanOrEqual(25);
});

test("registers are deleted with their day's keys, but the number stays marked as an estimate", async () => {
  const { store, clock, database } = createTestStore({ fast: true, seenBounds });
  await record(
    store,
    range(0, 800).map((visitor) => view(visitor)),
  );
  const before = await siteVisitors(store);
  const bytes = () => database().prepare("SELECT sum(length(registers)) FROM estimate_day").pluck().get();
  expect(bytes()).toBe(4_096 + 1_024);
  clock.now += DAY + 12 * HOUR;
  await store.maintenance.run();
  expect(bytes()).toBe(0);
  expect(await siteVisitors(store)).toEqual(before);
  await store.engagement.purge(PERIOD);
  expect(database().prepare("SELECT count(*) FROM estimate_day").pluck().get()).toBe(0);
});

test("a repeated view on the same day is counted separately, even after the month was added up", async () => {
  const { store, clock } = createTestStore();
  await store.engagement.record({ events: [view(1), view(1), view(1), view(2), view(3, "hello", { visitor: null })] });
  for (const closes of [false, true]) {
    if (closes) clock.now += 60 * DAY;
    if (closes) await store.maintenance.run();
    const month = { fromDay: "2026-03-01", toDay: "2026-03-31" };
    expect(await store.engagement.top({ dimension: "slug", ...month })).toEqual([
      { value: "hello", count: 5, visitors: 2, repeats: 2, estimated: false },
    ]);
    expect((await store.engagement.summary(month)).days).toEqual([{ day: TODAY, type: "post_view", count: 5, repeats: 2 }]);
  }
});

test("verification finds more repeats than repeatable views, for labels and for hours", async () => {
  const { store, database } = createTestStore();
  await store.engagement.record({ events: [view(1), view(1), view(2), view(3, "hello", { visitor: null })] });
  expect((await store.engagement.verify()).drift).toEqual([]);
  database().prepare("UPDATE rollup_day SET repeats = 3").run();
  database().prepare("UPDATE rollup_hour SET repeats = 3").run();
  const { drift } = await store.engagement.verify();
  expect(drift.length).toBeGreaterThanOrEqual(2);
  for (const { what, stored, recomputed } of drift)
    expect([what, stored, recomputed]).toEqual([expect.stringMatching(/: repeats at most$/), 3, 2]);
});

test("whether a view is a repeat is unknown for a subject without a sketch", async () => {
  const { store } = createTestStore({ fast: true, seenBounds });
  // Beyond the day's keys, the first posts have the sketches.
  await record(
    store,
    range(0, 5_000).map((n) => view(n, `post-${n}`)),
  );
  await record(store, [view(6_000, "post-600"), view(6_000, "post-4999"), view(6_001, "post-4999")]);
  const repeatsOf = async (slug: string) =>
    (await store.engagement.post({ slug, ...PERIOD })).days.map(({ count, repeats }) => [count, repeats]);
  expect(await repeatsOf("post-600")).toEqual([[2, 0]]);
  expect(await repeatsOf("post-4999")).toEqual([[3, null]]);
  expect((await store.engagement.summary(PERIOD)).days[0]).toMatchObject({ count: 5_003, repeats: null });
});
