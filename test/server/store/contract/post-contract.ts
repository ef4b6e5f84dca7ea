import { expect, test } from "vitest";
import type { OpenStore } from "../helpers.ts";
import { key, publish, submit } from "../helpers.ts";

export function describePosts(open: OpenStore): void {
  test("comments and likes follow a renamed post", async () => {
    const { store, reopen } = open();
    const id = await publish(store, { slug: "old" });
    const pending = await submit(store, { slug: "old" });
    await store.likes.like({ slug: "old", visitor: key("v"), quotas: [] });
    const aliases = new Map([
      ["old", "new"],
      ["never-used", "new"],
    ]);
    expect(await store.posts.followAliases((slug) => aliases.get(slug) ?? null)).toEqual([{ from: "old", to: "new" }]);
    expect(await store.posts.followAliases((slug) => aliases.get(slug) ?? null)).toEqual([]);
    const again = await reopen();
    expect(await again.counts.all()).toEqual([{ slug: "new", likeCount: 1, commentCount: 1 }]);
    expect((await again.comments.page({ slug: "new", page: 1, pageSize: 20, sort: "oldest" }))?.items.map((comment) => comment.id)).toEqual(
      [id],
    );
    expect((await again.comments.get(pending))?.slug).toBe("new");
    expect((await again.comments.edit({ slug: "new", id: pending, authorName: "Eve", verdict: { state: "pending" } })).kind).toBe(
      "changed",
    );
    expect((await again.comments.page({ slug: "old", page: 1, pageSize: 20, sort: "oldest" }))?.items).toEqual([]);
    await publish(again, { slug: "new", parentId: id });
  });

  test("comments and likes under both names are merged, and a visitor who liked both counts once", async () => {
    const { store, problems } = open();
    const old = await publish(store, { slug: "old" });
    await publish(store, { slug: "old", parentId: old });
    const present = await publish(store, { slug: "new" });
    for (const [slug, visitor] of [
      ["old", "a"],
      ["old", "b"],
      ["new", "b"],
      ["new", "c"],
      ["old", "d"],
      ["new", "d"],
    ] as const) {
      await store.likes.like({ slug, visitor: key(visitor), quotas: [] });
    }
    await store.likes.unlike({ slug: "new", visitor: key("d") });
    const before = Math.max(await store.comments.version("old"), await store.comments.version("new"));
    expect(await store.posts.followAliases((slug) => (slug === "old" ? "new" : null))).toEqual([{ from: "old", to: "new" }]);
    expect(await store.counts.all()).toEqual([{ slug: "new", likeCount: 4, commentCount: 3 }]);
    expect((await store.likes.get({ slug: "new", visitor: key("d") })).liked).toBe(true);
    expect(await store.comments.page({ slug: "new", page: 1, pageSize: 20, sort: "oldest" })).toMatchObject({
      totalItems: 2,
      totalComments: 3,
      items: [{ id: old, replyCount: 1 }, { id: present }],
    });
    expect(await store.comments.version("new")).toBeGreaterThan(before);
    expect(await problems()).toEqual([]);
  });

  test("an alias of itself or of a missing post moves nothing", async () => {
    const { store } = open();
    await publish(store, { slug: "same" });
    expect(await store.posts.followAliases((slug) => (["same", "gone"].includes(slug) ? "same" : null))).toEqual([]);
    expect(await store.posts.followAliases(() => null)).toEqual([]);
    expect((await store.counts.get("same")).commentCount).toBe(1);
  });

  test("counts list the posts that have any, by slug", async () => {
    const { store } = open();
    await publish(store, { slug: "b" });
    await store.likes.like({ slug: "a", visitor: key("v"), quotas: [] });
    await submit(store, { slug: "only-pending" });
    await store.likes.like({ slug: "taken-back", visitor: key("v"), quotas: [] });
    await store.likes.unlike({ slug: "taken-back", visitor: key("v") });
    expect(await store.counts.all()).toEqual([
      { slug: "a", likeCount: 1, commentCount: 0 },
      { slug: "b", likeCount: 0, commentCount: 1 },
    ]);
    expect(await store.counts.get("nobody")).toEqual({ likeCount: 0, commentCount: 0 });
  });
}
