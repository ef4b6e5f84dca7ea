import { describe, expect, test } from "vitest";
import { decide, type OpenStore, publish, submit } from "../helpers.ts";

export function describeShown(open: OpenStore): void {
  describe("everything shown for a post", () => {
    test("is read in pieces, oldest first, including tombstones and excluding pending comments", async () => {
      const { store, clock } = open({ fast: true });
      const [a, b] = [await publish(store, { body: "a" }), await publish(store, { body: "b" })];
      clock.now += 1_000;
      const reply = await publish(store, { body: "a1", parentId: a });
      await submit(store, { body: "waits" });
      await publish(store, { body: "elsewhere", slug: "tides" });
      await decide(store, a, "delete");
      await decide(store, b, "delete");
      const version = await store.comments.version("hello");
      const first = await store.comments.shown({ slug: "hello", limit: 1 });
      expect(first).toMatchObject({
        version,
        items: [{ id: a, body: null, bodyHtml: null, authorName: null, deleted: true, replyCount: 1, replies: [] }],
      });
      const rest = await store.comments.shown({ slug: "hello", limit: 10, after: a });
      expect(rest.items).toMatchObject([{ id: reply, parentId: a, body: "a1", depth: 1, deleted: false }]);
      expect((await store.comments.shown({ slug: "hello", limit: 10, after: reply })).items).toEqual([]);
    });

    test("covers exactly the posts that show something", async () => {
      const { store } = open({ fast: true });
      await submit(store, { slug: "waits" });
      await decide(store, await publish(store, { slug: "gone" }), "delete");
      await publish(store, { slug: "hello" });
      expect(await store.comments.shownPosts()).toEqual(["hello"]);
      expect(await store.comments.shown({ slug: "nothing", limit: 10 })).toEqual({ items: [], version: 0 });
    });

    test("has the HTML of an imported comment", async () => {
      const { store } = open({ fast: true });
      await store.commentTransfers.add([
        {
          ...{ key: "x:1", id: null, slug: "hello", parent: null, state: "approved", revision: 1, authorName: "Ada", authorEmail: null },
          ...{
            authorUrl: null,
            isAuthor: false,
            body: "*old*",
            createdAt: 1,
            editedAt: null,
            decidedAt: null,
            origin: null,
            spamReason: null,
          },
        },
      ]);
      expect((await store.comments.shown({ slug: "hello", limit: 10 })).items).toMatchObject([{ bodyHtml: "<p><em>old</em></p>" }]);
    });
  });
}
