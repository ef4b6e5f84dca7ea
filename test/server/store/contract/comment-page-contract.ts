import { describe, expect, test } from "vitest";
import type { StoredCommentPage } from "../../../../server/store/comment-types.ts";
import type { Store } from "../../../../server/store/store.ts";
import type { CommentSort, PublicComment } from "../../../../threads/public-comments.ts";
import type { OpenStore } from "../helpers.ts";
import { decide, publish, submit } from "../helpers.ts";

async function read(
  store: Store,
  given: { page?: number; pageSize?: number; sort?: CommentSort; slug?: string } = {},
): Promise<StoredCommentPage> {
  const page = await store.comments.page({ slug: "hello", page: 1, pageSize: 20, sort: "oldest", ...given });
  if (page === null) throw new Error("a page without parentId is never null");
  return page;
}

/** Bodies, nested like the replies. */
type Outline = (string | null | Outline)[];
function outline(comments: readonly PublicComment[]): Outline {
  return comments.flatMap((comment) => (comment.replies.length === 0 ? [comment.body] : [comment.body, outline(comment.replies)]));
}

async function publishAll(
  store: Store,
  bodies: readonly string[],
  clock: { now: number },
  parentId: string | null = null,
): Promise<string[]> {
  const ids: string[] = [];
  for (const body of bodies) {
    clock.now += 1_000;
    ids.push(await publish(store, { body, parentId }));
  }
  return ids;
}

function countReplies(comment: PublicComment | undefined): number {
  return (comment?.replies ?? []).reduce((sum, reply) => sum + 1 + countReplies(reply), 0);
}

export function describePages(open: OpenStore): void {
  describe("a page of threads", () => {
    test("of a post without comments is empty", async () => {
      const { store } = open();
      expect(await store.comments.page({ slug: "quiet", page: 1, pageSize: 20, sort: "oldest" })).toEqual({
        items: [],
        totalItems: 0,
        totalComments: 0,
        version: 0,
      });
      expect(await store.comments.page({ slug: "quiet", page: 1, pageSize: 20, sort: "oldest", parentId: "a".repeat(24) })).toBe(null);
    });

    test("contains top-level comments in the requested order, and replies always oldest first", async () => {
      const { store, clock } = open({ fast: true });
      const [a, b] = await publishAll(store, ["a", "b", "c"], clock);
      await publishAll(store, ["b1", "b2"], clock, b);
      await publishAll(store, ["a1"], clock, a);
      expect(outline((await read(store)).items)).toEqual(["a", ["a1"], "b", ["b1", "b2"], "c"]);
      expect(outline((await read(store, { sort: "newest" })).items)).toEqual(["c", "b", ["b1", "b2"], "a", ["a1"]]);
      expect(outline((await read(store, { sort: "popular" })).items)).toEqual(["b", ["b1", "b2"], "a", ["a1"], "c"]);
      expect(await read(store)).toMatchObject({ totalItems: 3, totalComments: 6 });
    });

    test("sorts equally popular threads newest first, and counts replies at every depth", async () => {
      const { store, clock } = open({ fast: true });
      const [a, b, c] = await publishAll(store, ["a", "b", "c", "d"], clock);
      const [a1] = await publishAll(store, ["a1"], clock, a);
      await publishAll(store, ["a1x"], clock, a1);
      await publishAll(store, ["b1", "b2"], clock, b);
      await publishAll(store, ["c1"], clock, c);
      const page = await read(store, { sort: "popular" });
      expect(page.items.map(({ body, replyCount }) => [body, replyCount])).toEqual([
        ["b", 2],
        ["a", 2],
        ["c", 1],
        ["d", 0],
      ]);
    });

    test.for([
      "oldest",
      "newest",
      "popular",
    ] as const)("by %s has each thread on exactly one page, from the first to past the last", async (sort) => {
      const { store, clock } = open({ fast: true });
      const ids = await publishAll(
        store,
        Array.from({ length: 11 }, (_, n) => `t${n}`),
        clock,
      );
      await publishAll(store, ["x", "y"], clock, ids[3]);
      await publishAll(store, ["z"], clock, ids[7]);
      const whole = (await read(store, { sort, pageSize: 50 })).items.map(({ id }) => id);
      expect([...whole].sort()).toEqual([...ids].sort());
      const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => read(store, { sort, page, pageSize: 3 })));
      expect(pages.map(({ items }) => items.length)).toEqual([3, 3, 3, 2, 0]);
      expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(whole);
      expect(pages.map(({ totalItems }) => totalItems)).toEqual([11, 11, 11, 11, 11]);
    });

    test("contains a thread's 200 oldest replies at most, and reports if there are more", async () => {
      const { store, clock } = open({ fast: true });
      const [root] = await publishAll(store, ["root"], clock);
      const [first] = await publishAll(store, ["first"], clock, root);
      await Promise.all(
        Array.from({ length: 199 }, async (_, n) => publish(store, { body: `r${n}`, parentId: (n % 2 === 0 ? root : first) ?? null })),
      );
      const exact = (await read(store)).items[0];
      expect(exact).toMatchObject({ replyCount: 200, repliesTruncated: false });
      expect(countReplies(exact)).toBe(200);
      clock.now += 1_000;
      const last = await publish(store, { body: "one more", parentId: root ?? null });
      const more = (await read(store)).items[0];
      expect(more).toMatchObject({ replyCount: 201, repliesTruncated: true });
      expect(countReplies(more)).toBe(200);
      expect(JSON.stringify(more)).not.toContain(last);
      expect(JSON.stringify(more)).toContain('"first"');
    });

    test("is only for the requested post", async () => {
      const { store } = open();
      await publish(store, { slug: "other", body: "elsewhere" });
      await publish(store, { slug: "hello", body: "here" });
      expect(outline((await read(store)).items)).toEqual(["here"]);
      expect(outline((await read(store, { slug: "other" })).items)).toEqual(["elsewhere"]);
    });
  });

  describe("a tombstone", () => {
    test("appears wherever an approved comment replies to one that is not public, at every level, and counts only for pagination", async () => {
      const { store, clock, problems } = open({ fast: true });
      const [root] = await publishAll(store, ["root"], clock);
      const [middle] = await publishAll(store, ["middle"], clock, root);
      const [leaf] = await publishAll(store, ["leaf"], clock, middle);
      await decide(store, root ?? "", "reject");
      await decide(store, middle ?? "", "spam");
      expect(outline((await read(store)).items)).toEqual([null, [null, ["leaf"]]]);
      expect(await read(store)).toMatchObject({ totalItems: 1, totalComments: 1 });
      expect((await read(store)).items[0]).toMatchObject({
        id: root,
        deleted: true,
        replyCount: 1,
        replies: [{ id: middle, deleted: true, replyCount: 1, replies: [{ id: leaf, deleted: false, parentId: middle }] }],
      });
      await decide(store, leaf ?? "", "delete");
      expect(await read(store)).toMatchObject({ items: [], totalItems: 0, totalComments: 0 });
      expect(await problems()).toEqual([]);
    });

    test("does not appear for a reply that is not public itself", async () => {
      const { store } = open();
      const root = await publish(store);
      await submit(store, { parentId: root });
      await decide(store, root, "delete");
      expect((await read(store)).items).toEqual([]);
    });

    test("shows its text again when its comment is approved again", async () => {
      const { store } = open();
      const root = await publish(store, { body: "root" });
      await publish(store, { body: "reply", parentId: root });
      await decide(store, root, "reject");
      expect(outline((await read(store)).items)).toEqual([null, ["reply"]]);
      await decide(store, root, "approve");
      expect(outline((await read(store)).items)).toEqual(["root", ["reply"]]);
      expect(await read(store)).toMatchObject({ totalItems: 1, totalComments: 2 });
    });
  });

  describe("the descendants of a comment", () => {
    test("are paged as a flat list, oldest first, each with its true parent", async () => {
      const { store, clock } = open({ fast: true });
      const [root] = await publishAll(store, ["root"], clock);
      const [a] = await publishAll(store, ["a"], clock, root);
      await publishAll(store, ["b"], clock, root);
      const [a1] = await publishAll(store, ["a1"], clock, a);
      await publishAll(store, ["c"], clock, root);
      const pages = await Promise.all(
        [1, 2, 3].map((page) => store.comments.page({ slug: "hello", page, pageSize: 2, sort: "newest", parentId: root ?? null })),
      );
      expect(pages.map((page) => page?.items.map(({ body }) => body))).toEqual([["a", "b"], ["a1", "c"], []]);
      expect(pages[1]).toMatchObject({
        totalItems: 4,
        totalComments: 5,
        items: [{ id: a1, parentId: a, depth: 2, replies: [], repliesTruncated: false }, {}],
      });
      const below = await store.comments.page({ slug: "hello", page: 1, pageSize: 2, sort: "oldest", parentId: a ?? null });
      expect(below).toMatchObject({ totalItems: 1, items: [{ body: "a1" }] });
    });

    test("of a comment at depth five are found through their parents", async () => {
      const { store, clock } = open({ fast: true });
      const chain: string[] = [];
      for (let n = 0; n < 8; n += 1) {
        clock.now += 1_000;
        chain.push(await publish(store, { body: `c${n}`, parentId: chain.at(-1) ?? null }));
      }
      clock.now += 1_000;
      await publish(store, { body: "beside", parentId: chain[4] ?? null });
      const below = async (n: number): Promise<(string | null)[] | undefined> => {
        const page = await store.comments.page({ slug: "hello", page: 1, pageSize: 20, sort: "oldest", parentId: chain[n] ?? null });
        return page?.items.map(({ body }) => body);
      };
      expect(await below(5)).toEqual(["c6", "c7"]);
      expect(await below(4)).toEqual(["c5", "c6", "c7", "beside"]);
      expect(await below(7)).toEqual([]);
      // A hidden comment, older than a public one.
      await submit(store, { parentId: chain[7] ?? null, body: "hidden" });
      clock.now += 1_000;
      const seen = await publish(store, { parentId: chain[7] ?? null, body: "seen" });
      expect(await below(7)).toEqual(["seen"]);
      await decide(store, seen, "delete");
      await decide(store, chain[6] ?? "", "delete");
      expect(await below(5)).toEqual([null, "c7"]);
      await decide(store, chain[7] ?? "", "delete");
      expect(await below(5)).toEqual([]);
    });

    test("of an unknown or hidden comment, or one on another post, do not exist", async () => {
      const { store } = open();
      const other = await publish(store, { slug: "other" });
      const pending = await submit(store);
      await publish(store);
      for (const parentId of [other, pending, "a".repeat(24)]) {
        expect(await store.comments.page({ slug: "hello", page: 1, pageSize: 20, sort: "oldest", parentId })).toBe(null);
      }
    });
  });

  describe("the version of a post's comments", () => {
    test("changes with every change to the public view, and is the version in the page", async () => {
      const { store } = open();
      const seen = new Set<number>();
      const look = async (): Promise<number> => {
        const version = await store.comments.version("hello");
        expect((await read(store)).version).toBe(version);
        return version;
      };
      seen.add(await look());
      const id = await publish(store);
      seen.add(await look());
      const reply = await publish(store, { parentId: id });
      seen.add(await look());
      await decide(store, id, "reject");
      seen.add(await look());
      await decide(store, reply, "delete");
      seen.add(await look());
      expect(seen.size).toBe(5);
      const before = await look();
      await submit(store);
      await publish(store, { slug: "other" });
      expect(await look()).toBe(before);
    });

    test("also changes for a second process on the same file", async () => {
      const first = open();
      const id = await submit(first.store);
      const second = first.another();
      await decide(second, id, "approve");
      expect(await read(first.store)).toMatchObject({ totalComments: 1, version: await first.store.comments.version("hello") });
    });
  });

  test("deep pages match the whole list, in every order, even if it changes between them", async () => {
    const { store, clock } = open({ fast: true });
    const ids: string[] = [];
    for (let n = 0; n < 230; n += 1) {
      clock.now += n % 3;
      ids.push(await publish(store, { body: `t${n}` }));
    }
    for (let n = 0; n < 230; n += 1) if (n % 7 < 2) await publish(store, { body: "reply", parentId: ids[n] ?? null });
    const readAll = async (sort: CommentSort, pageSize: number): Promise<string[]> => {
      const pages = Array.from({ length: Math.ceil(230 / pageSize) }, (_, n) => read(store, { sort, pageSize, page: n + 1 }));
      return (await Promise.all(pages)).flatMap(({ items }) => items.map(({ id }) => id));
    };
    const expected = async (): Promise<Record<CommentSort, string[]>> => {
      const all = await Promise.all(ids.map((id) => store.comments.get(id)));
      const shown = all.filter((comment) => comment?.state === "approved").map((comment) => comment?.id ?? "");
      const popularity = new Map(all.map((comment) => [comment?.id, comment?.replyCount ?? 0]));
      const newest = [...shown].reverse();
      return { oldest: shown, newest, popular: [...newest].sort((a, b) => (popularity.get(b) ?? 0) - (popularity.get(a) ?? 0)) };
    };
    for (const sort of ["oldest", "newest", "popular"] as const) {
      expect(await readAll(sort, 50)).toEqual((await expected())[sort]);
      expect(await readAll(sort, 7)).toEqual((await expected())[sort]);
    }
    for (const n of [3, 121, 229]) await decide(store, ids[n] ?? "", "reject");
    for (const sort of ["oldest", "newest", "popular"] as const) expect(await readAll(sort, 7)).toEqual((await expected())[sort]);
  });

  test("all replies to a comment are paged, however deep the page", async () => {
    const { store } = open({ fast: true });
    const parentId = await publish(store);
    const replies: string[] = [];
    for (let n = 0; n < 220; n += 1) replies.push(await publish(store, { parentId }));
    const pages = await Promise.all(
      Array.from({ length: 6 }, (_, n) => store.comments.page({ slug: "hello", page: n + 1, pageSize: 40, sort: "oldest", parentId })),
    );
    expect(pages.flatMap((page) => page?.items.map(({ id }) => id))).toEqual(replies);
  });
}
