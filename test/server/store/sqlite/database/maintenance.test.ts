import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Store } from "../../../../../server/store/store.ts";
import { createTestStore } from "../../file-store.ts";
import { DAY, HOUR, key, newComment, newEvent, submit } from "../../helpers.ts";
import { newInquiry } from "../../inputs.ts";

const NOTHING = {
  idempotencyKeys: 0,
  duplicateMarks: 0,
  quotas: 0,
  bans: 0,
  authorKeys: 0,
  withdrawnLikes: 0,
  visitorKeys: 0,
  retryIds: 0,
  events: 0,
  notices: 0,
  undoSteps: 0,
  comments: 0,
  emails: 0,
  inquiries: 0,
};

test("rows within their retention period stay", async () => {
  const { store, clock } = createTestStore();
  await submit(store, {
    quotas: [{ key: "q", limit: 1 }],
    idempotency: { scope: "/x", key: "k".repeat(16), bodyHash: key("b"), status: 202 },
    banKeys: [{ kind: "email", hash: key("e") }],
  });
  await store.bans.add({ kind: "email", hash: key("e") });
  await store.likes.like({ slug: "hello", visitor: key("v"), quotas: [] });
  await store.likes.unlike({ slug: "hello", visitor: key("v") });
  await store.engagement.record({ events: [newEvent({ visitor: key("v", 8), retryId: key("r", 16) })] });
  clock.now += 11 * HOUR;
  expect(await store.maintenance.run()).toEqual(NOTHING);
});

test("rows past their retention period are deleted, each by its own period, and permanent counts stay", async () => {
  const { store, clock, database } = createTestStore();
  await submit(store, {
    quotas: [{ key: "q", limit: 1 }],
    idempotency: { scope: "/x", key: "k".repeat(16), bodyHash: key("b"), status: 202 },
    banKeys: [
      { kind: "email", hash: key("e") },
      { kind: "address", hash: key("a") },
    ],
  });
  await store.bans.add({ kind: "email", hash: key("e") });
  await store.inquiries.submit(newInquiry());
  await store.likes.like({ slug: "hello", visitor: key("v"), quotas: [] });
  await store.likes.like({ slug: "hello", visitor: key("w"), quotas: [] });
  await store.likes.unlike({ slug: "hello", visitor: key("w") });
  await store.engagement.record({ events: [newEvent({ visitor: key("v", 8), retryId: key("r", 16) })] });

  clock.now += 24 * HOUR;
  // A visitor's key is deleted before it is 48 hours old.
  expect(await store.maintenance.run()).toEqual({
    ...NOTHING,
    idempotencyKeys: 1,
    duplicateMarks: 1,
    quotas: 1,
    withdrawnLikes: 1,
    visitorKeys: 2,
  });
  clock.now += DAY;
  expect(await store.maintenance.run()).toEqual({ ...NOTHING, retryIds: 1 });
  clock.now += 28 * DAY;
  expect(await store.maintenance.run()).toEqual({ ...NOTHING, bans: 1, authorKeys: 2 });
  clock.now += 60 * DAY;
  expect(await store.maintenance.run()).toEqual({ ...NOTHING, notices: 2 });
  clock.now += DAY;
  expect(await store.maintenance.run()).toEqual({ ...NOTHING, events: 1 });

  expect(await store.engagement.summary({ fromDay: "2026-03-01", toDay: "2026-03-01" })).toMatchObject({
    days: [{ count: 1 }],
    visitors: [{ visitors: 1 }],
    top: { slug: [{ value: "hello", visitors: 1 }] },
  });
  expect((await store.engagement.verify()).drift).toEqual([]);
  expect(await store.likes.get({ slug: "hello", visitor: key("v") })).toEqual({ liked: true, likeCount: 1 });
  expect(await store.comments.list()).toHaveLength(1);
  expect(await store.inquiries.list()).toHaveLength(1);
  expect(database().prepare("SELECT count(*) FROM seen").pluck().get()).toBe(0);
});

/** Each in its own transaction. */
async function recordEach(store: Store, count: number, at: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await store.engagement.record({ events: [newEvent({ at: at + n })] });
}

test("long lists are deleted in short batches between other writes", async () => {
  const { store, clock } = createTestStore({ fast: true });
  await recordEach(store, 1_700, clock.now);
  clock.now += 92 * DAY;
  const order: string[] = [];
  const run = store.maintenance.run().then((report) => {
    order.push("purged");
    return report;
  });
  const comment = store.comments.submit(newComment()).then(() => order.push("comment"));
  expect(await run).toEqual({ ...NOTHING, events: 1_700 });
  await comment;
  expect(order).toEqual(["comment", "purged"]);
});

test("a long list does not keep a server from stopping: the next run deletes the rest", async () => {
  const { store, clock, database } = createTestStore({ fast: true });
  await recordEach(store, 1_200, clock.now);
  clock.now += 92 * DAY;
  const left = database().prepare("SELECT count(*) FROM event_pack").pluck();
  // Called before each batch.
  const { events } = await store.maintenance.run(() => Number(left.get()) < 1_200);
  expect(events).toBeGreaterThan(0);
  expect(events).toBeLessThan(1_200);
  expect(await store.maintenance.run()).toEqual({ ...NOTHING, events: 1_200 - events });
});

test("retry ids are found whatever their first byte", async () => {
  const { store, clock } = createTestStore({ fast: true });
  const id = (first: number): Uint8Array => Uint8Array.from([first, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0]);
  await store.engagement.record({ events: Array.from({ length: 256 }, (_, first) => newEvent({ retryId: id(first) })) });
  clock.now += 2 * DAY;
  expect((await store.maintenance.run()).retryIds).toBe(256);
});

test("an expired visitor's key is nowhere in the file", async () => {
  const { store, clock, file } = createTestStore();
  await store.engagement.record({
    events: [newEvent({ visitor: key("v-nxqw", 8) }), newEvent({ visitor: key("v-nxqw", 8), path: "/b", slug: null })],
  });
  clock.now += DAY;
  await store.maintenance.run();
  expect(readFileSync(file).includes("nxqw")).toBe(false);
  expect(readFileSync(`${file}-wal`).includes("nxqw")).toBe(false);
});
