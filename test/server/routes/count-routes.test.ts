import { describe, expect, it } from "vitest";
import { json } from "../answers.ts";
import { createFixture, NOW } from "../api-fixture.ts";
import { newEvent } from "../store/helpers.ts";

describe("counts", () => {
  it("list the published posts that have a like or a public comment", async () => {
    const { get, send, post, approved } = createFixture();
    expect(await json(await get("/counts"))).toEqual({ posts: {} });
    await send("POST", "/posts/tides/like");
    await approved("One");
    await post("/posts/closed/comments", { authorName: "Ada", body: "refused" });
    await post("/posts/tides/comments", { authorName: "Ada", body: "pending" });
    const response = await get("/counts");
    expect(await response.text()).toBe(
      '{"posts":{"hello":{"likeCount":0,"commentCount":1,"viewCount":null},"tides":{"likeCount":1,"commentCount":0,"viewCount":null}}}',
    );
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=15, s-maxage=30, stale-while-revalidate=60, stale-if-error=86400");
  });

  it("omit a post that has become a draft again", async () => {
    const { get, approved, site, clock } = createFixture();
    await approved("One");
    await approved("Two", { slug: "tides" });
    site.published = { ...site.published, slugs: { ...site.published.slugs, posts: ["closed", "tides"] }, aliases: {} };
    clock.now += 10_000;
    await get("/counts");
    expect(await json(await get("/counts"))).toEqual({ posts: { tides: { likeCount: 0, commentCount: 1, viewCount: null } } });
  });

  it("include views if the owner publishes them, even those under former slugs", async () => {
    const { get, send, store, site, clock } = createFixture({ config: { publicViews: true } });
    const views = (slug: string, count: number) =>
      store.engagement.record({ events: Array.from({ length: count }, () => newEvent({ slug, at: NOW })) });
    await send("POST", "/posts/hello/like");
    await views("tides", 3);
    await views("old-tides", 2);
    await views("never-published", 9);
    await store.engagement.record({ events: [newEvent({ slug: "closed", type: "read_progress", value: 50, activeMs: 1, at: NOW })] });
    expect(await json(await get("/counts"))).toEqual({
      posts: {
        hello: { likeCount: 1, commentCount: 0, viewCount: 0 },
        tides: { likeCount: 0, commentCount: 0, viewCount: 5 },
      },
    });
    await views("tides", 1);
    clock.now += 9_999;
    expect(await json(await get("/counts"))).toMatchObject({ posts: { tides: { viewCount: 5 } } });
    clock.now += 1;
    expect(await json(await get("/counts"))).toMatchObject({ posts: { tides: { viewCount: 6 } } });
    site.published = { ...site.published, slugs: { ...site.published.slugs, posts: ["closed", "hello"] }, aliases: {} };
    clock.now += 10_000;
    await get("/counts");
    expect(await json(await get("/counts"))).toEqual({ posts: { hello: { likeCount: 1, commentCount: 0, viewCount: 0 } } });
  });

  it("include each requested listed post under the requested slug, even with zeros", async () => {
    const { get, send } = createFixture();
    await send("POST", "/posts/tides/like");
    const [liked, none] = [
      { likeCount: 1, commentCount: 0, viewCount: null },
      { likeCount: 0, commentCount: 0, viewCount: null },
    ];
    expect(await json(await get("/counts?slug=old-tides,hello,tides,never,constructor,hello"))).toEqual({
      posts: { hello: none, "old-tides": liked, tides: liked },
    });
    expect(await json(await get("/counts?slug="))).toEqual({ posts: { tides: liked } });
    for (const query of [
      "slug=a,,b",
      `slug=${Array.from({ length: 51 }, (_, number) => `a${number}`).join(",")}`,
      "slug=a&slug=b",
      "slugs=a",
    ])
      expect([query, (await get(`/counts?${query}`)).status]).toEqual([query, 400]);
    expect((await get("/counts?utm_source=x")).status).toBe(200);
  });
});
