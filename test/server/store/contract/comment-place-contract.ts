import { expect, test } from "vitest";
import type { Store } from "../../../../server/store/store.ts";
import type { CommentSort } from "../../../../threads/public-comments.ts";
import { decide, type OpenStore, publish, submit } from "../helpers.ts";

const REPLY = { authorName: "Ines", authorUrl: null, body: "Thanks", bodyHtml: "<p>Thanks</p>", sanitizerVersion: 1 };

/** The number of the page that shows a comment, found by reading page after page. */
async function findByReading(store: Store, id: string, pageSize: number, sort: CommentSort): Promise<number | null> {
  for (let page = 1; ; page += 1) {
    const found = await store.comments.page({ slug: "hello", page, pageSize, sort });
    if (found === null || found.items.length === 0) return null;
    if (JSON.stringify(found.items).includes(`"id":"${id}"`)) return page;
  }
}

export function describePlaces(open: OpenStore): void {
  test("the place of a comment is the page on which a reader finds it, in every order, even in deep threads and below tombstones", async () => {
    const { store, clock } = open({ fast: true });
    const ids: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      if (n % 4 !== 0) clock.now += 1_000;
      // Threads and replies, some of them deeply nested.
      const parentId = n % 3 === 0 ? null : (ids[n - (n % 3)] ?? null);
      ids.push(await publish(store, { parentId: n % 7 === 0 ? (ids.at(-1) ?? null) : parentId }));
    }
    for (const n of [0, 9, 20, 33]) await decide(store, ids[n] ?? "", "reject");
    let shown = 0;
    for (const sort of ["oldest", "newest", "popular"] as const) {
      for (const id of ids) {
        const place = await store.comments.place({ slug: "hello", id, pageSize: 4, sort });
        expect(place?.page ?? null).toBe(await findByReading(store, id, 4, sort));
        if (place === null) continue;
        shown += 1;
        expect(place.comment).toMatchObject({ id, replies: [] });
        const page = await store.comments.page({ slug: "hello", page: place.page, pageSize: 4, sort });
        expect(page?.items.map((thread) => thread.id)).toContain(place.threadId);
      }
    }
    expect(shown).toBeGreaterThan(150);
  });

  test("a reply beyond the 200 that a thread shows is reported as such", async () => {
    const { store, clock } = open({ fast: true });
    const root = await publish(store);
    const replies: string[] = [];
    for (let n = 0; n < 202; n += 1) {
      clock.now += 1;
      replies.push(await publish(store, { parentId: root }));
    }
    const place = (id = "") => store.comments.place({ slug: "hello", id, pageSize: 20, sort: "oldest" });
    expect([(await place(replies[199]))?.beyondReplies, (await place(replies[200]))?.beyondReplies]).toEqual([false, true]);
    expect(await place(root)).toMatchObject({ beyondReplies: false, comment: { repliesTruncated: true, replyCount: 202 } });
  });

  test("the list of newest comments holds only approved ones, from all posts or one, and can continue after the last one read", async () => {
    const { store, clock } = open({ fast: true });
    const ids: string[] = [];
    for (let n = 0; n < 9; n += 1) {
      if (n % 2 === 0) clock.now += 1_000;
      ids.push(await publish(store, { slug: n % 3 === 0 ? "other" : "hello" }));
    }
    await submit(store);
    await decide(store, ids[8] ?? "", "spam");
    const list = async (query: { slug?: string; after?: string }): Promise<number[]> =>
      (await store.comments.recent({ limit: 3, ...query })).map(({ comment }) => ids.indexOf(comment.id));
    expect(await list({})).toEqual([7, 6, 5]);
    expect(await list({ after: ids[5] ?? "" })).toEqual([4, 3, 2]);
    expect(await list({ slug: "other" })).toEqual([6, 3, 0]);
    expect((await store.comments.recent({ limit: 1, slug: "other" }))[0]).toMatchObject({
      slug: "other",
      comment: { body: expect.any(String) },
    });
    expect(await list({ slug: "nothing" })).toEqual([]);
  });

  test("the site's version changes with any post's version, even when posts are merged", async () => {
    const { store } = open();
    const seen = new Set<number>([await store.comments.siteVersion()]);
    const look = async (): Promise<void> => void seen.add(await store.comments.siteVersion());
    await publish(store, { slug: "a" });
    await look();
    await publish(store, { slug: "b" });
    await look();
    await store.posts.followAliases((slug) => (slug === "a" ? "b" : slug));
    await look();
    expect(seen.size).toBe(4);
    await submit(store);
    await look();
    expect(seen.size).toBe(4);
  });

  test("the owner's reply is immediately public and marked as the author's, unlike any other comment", async () => {
    const { store, clock } = open();
    const parentId = await publish(store);
    clock.now += 1_000;
    const result = await store.comments.reply({ ...REPLY, parentId });
    if (result.kind !== "published") throw new Error(result.kind);
    expect(result.comment).toMatchObject({ parentId, state: "approved", isAuthor: true, authorName: "Ines", authorEmail: null, depth: 1 });
    const page = await store.comments.page({ slug: "hello", page: 1, pageSize: 20, sort: "oldest" });
    expect(page?.items[0]).toMatchObject({ isAuthor: false, replyCount: 1, replies: [{ id: result.comment.id, isAuthor: true }] });
    expect(page?.totalComments).toBe(2);
    expect((await store.comments.recent({ limit: 1 }))[0]?.comment).toMatchObject({ isAuthor: true });
    // A reply keeps its position. A tombstone has no author.
    await publish(store, { parentId: result.comment.id });
    await decide(store, result.comment.id, "delete");
    const after = await store.comments.page({ slug: "hello", page: 1, pageSize: 20, sort: "oldest" });
    expect(after?.items[0]?.replies[0]).toMatchObject({ deleted: true, isAuthor: false });
    expect(await store.comments.get(result.comment.id)).toMatchObject({ isAuthor: false, state: "deleted" });
  });

  test("the owner can reply neither to a hidden nor to a missing comment", async () => {
    const { store } = open();
    const pending = await submit(store);
    expect(await store.comments.reply({ ...REPLY, parentId: pending })).toMatchObject({ kind: "not-public", parent: { id: pending } });
    expect(await store.comments.reply({ ...REPLY, parentId: "a".repeat(24) })).toEqual({ kind: "unknown" });
    expect(await store.comments.countsByState()).toMatchObject({ pending: 1, approved: 0 });
  });
}
