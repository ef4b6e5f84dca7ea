import { describe, expect, it } from "vitest";
import { json } from "../answers.ts";
import { createFixture } from "../api-fixture.ts";

describe("counts", () => {
  it("name the published posts that have a like or a public comment", async () => {
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

  it("do not tell of a post that was taken back to draft", async () => {
    const { get, approved, site, clock } = createFixture();
    await approved("One");
    await approved("Two", { slug: "tides" });
    site.published = { ...site.published, slugs: { ...site.published.slugs, posts: ["closed", "tides"] }, aliases: {} };
    clock.now += 10_000;
    await get("/counts");
    expect(await json(await get("/counts"))).toEqual({ posts: { tides: { likeCount: 0, commentCount: 1, viewCount: null } } });
  });
});
