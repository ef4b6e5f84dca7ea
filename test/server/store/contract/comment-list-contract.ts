import { expect, test } from "vitest";
import type { OpenStore } from "../helpers.ts";
import { decide, publish, submit } from "../helpers.ts";

export function describeLists(open: OpenStore): void {
  test("the owner's list is filtered by state, post and email, oldest first or newest", async () => {
    const { store, clock } = open();
    const ids: string[] = [];
    for (const [slug, authorEmail] of [
      ["a", "x@example.com"],
      ["b", "x@example.com"],
      ["a", null],
      ["a", "x@example.com"],
    ] as const) {
      ids.push(await submit(store, { slug, authorEmail }));
      clock.now += 1;
    }
    await decide(store, ids[3] ?? "", "approve");
    const list = async (query: Parameters<typeof store.comments.list>[0]): Promise<number[]> =>
      (await store.comments.list(query)).map(({ id }) => ids.indexOf(id));
    expect(await list({})).toEqual([0, 1, 2, 3]);
    expect(await list({ order: "newest" })).toEqual([3, 2, 1, 0]);
    expect(await list({ states: ["pending"] })).toEqual([0, 1, 2]);
    expect(await list({ states: ["approved", "spam"] })).toEqual([3]);
    expect(await list({ states: [] })).toEqual([]);
    expect(await list({ slug: "a" })).toEqual([0, 2, 3]);
    expect(await list({ slug: "a", authorEmail: "x@example.com", states: ["pending"] })).toEqual([0]);
    expect(await store.comments.countsByState()).toEqual({ pending: 3, approved: 1, rejected: 0, spam: 0, deleted: 0 });
  });

  test("a count is the number of comments that the owner's list would show, in total and after a comment", async () => {
    const { store, clock } = open();
    const ids: string[] = [];
    for (const slug of ["a", "b", "a", "a"]) {
      ids.push(await submit(store, { slug }));
      clock.now += 1;
    }
    await decide(store, ids[2] ?? "", "approve");
    expect(await store.comments.count()).toBe(4);
    expect(await store.comments.count({ states: ["pending"] })).toBe(3);
    expect(await store.comments.count({ states: ["pending"], slug: "a" })).toBe(2);
    expect(await store.comments.count({ states: ["pending"], after: ids[1] ?? "" })).toBe(1);
    expect(await store.comments.count({ states: ["pending"], after: ids[2] ?? "", order: "newest" })).toBe(2);
    expect(await store.comments.count({ states: [] })).toBe(0);
  });

  test("the owner's list continues after the last comment seen, and skips none if the queue changes in the meantime", async () => {
    const { store } = open();
    const ids: string[] = [];
    // All at the same time: ties are ordered by arrival.
    for (let n = 0; n < 7; n += 1) ids.push(await submit(store));
    const first = await store.comments.list({ states: ["pending"], limit: 3 });
    expect(first.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    for (const { id } of first) await decide(store, id, "approve");
    const second = await store.comments.list({ states: ["pending"], limit: 3, after: first[2]?.id ?? "" });
    expect(second.map(({ id }) => id)).toEqual(ids.slice(3, 6));
    expect((await store.comments.list({ order: "newest", after: ids[2] ?? "" })).map(({ id }) => id)).toEqual([ids[1], ids[0]]);
  });

  test("a comment includes its post, its parent and its number of public replies", async () => {
    const { store } = open();
    const parentId = await publish(store, { slug: "a" });
    const reply = await publish(store, { slug: "a", parentId });
    expect(await store.comments.get(parentId)).toMatchObject({ slug: "a", parentId: null, replyCount: 1 });
    expect(await store.comments.get(reply)).toMatchObject({ slug: "a", parentId, depth: 1, replyCount: 0 });
    expect(await store.comments.get("a".repeat(24))).toBe(null);
  });
}
