import { hash } from "node:crypto";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { UNLISTED_KEY_LENGTH } from "../../../contract/index-format.ts";
import type { RecentCommentList } from "../../../contract/schemas/comment.ts";
import { createFixture, type Fixture, SITE } from "../api-fixture.ts";

async function readRecent({ get }: Fixture): Promise<RecentCommentList["items"]> {
  const response = await get("/comments");
  expect(response.status).toBe(200);
  return ((await response.json()) as RecentCommentList).items;
}

function withUnlisted(fixture: Fixture, slug: string): void {
  const key = hash("sha256", slug).slice(0, UNLISTED_KEY_LENGTH);
  fixture.site.published = { ...fixture.site.published, unlisted: { posts: { [key]: { commentsOpen: true } }, aliases: {} } };
}

describe("GET /comments", () => {
  it("returns the newest approved comments on all listed posts, each with its post", async () => {
    const fixture = createFixture();
    withUnlisted(fixture, "quiet");
    const first = await fixture.approved("one");
    fixture.clock.now += 1_000;
    const second = await fixture.approved("two", { slug: "tides" });
    fixture.clock.now += 1_000;
    const reply = await fixture.approved("three", { parentId: first });
    fixture.clock.now += 1_000;
    await fixture.approved("not told", { slug: "quiet" });
    await fixture.post("/posts/hello/comments", { authorName: "Eve", body: "pending" });
    const items = await readRecent(fixture);
    expect(items.map(({ id, parentId, post }) => [id, parentId, post.slug])).toEqual([
      [reply, first, "hello"],
      [second, null, "tides"],
      [first, null, "hello"],
    ]);
    expect(items[1]).toMatchObject({
      body: "two",
      bodyHtml: "<p>two</p>",
      isAuthor: false,
      post: { slug: "tides", title: "About <tides>", url: `${SITE}/posts/tides`, path: "/posts/tides" },
    });
  });

  it("returns 50, however many newer ones are on unlisted posts, and omits posts without a document", async () => {
    const fixture = createFixture();
    withUnlisted(fixture, "quiet");
    fixture.site.published = {
      ...fixture.site.published,
      slugs: { ...fixture.site.published.slugs, posts: ["closed", "hello", "pathless", "tides"] },
    };
    for (let n = 0; n < 52; n += 1) await fixture.approved(`listed ${n}`);
    for (let n = 0; n < 60; n += 1) await fixture.approved(`quiet ${n}`, { slug: "quiet" });
    for (let n = 0; n < 60; n += 1) await fixture.approved(`nowhere ${n}`, { slug: "pathless" });
    const items = await readRecent(fixture);
    expect(items.map(({ body }) => body)).toEqual(Array.from({ length: 50 }, (_, n) => `listed ${51 - n}`));
  });

  it("changes with an approval, a rejection and a new build, and otherwise returns 304", async () => {
    const fixture = createFixture();
    const id = await fixture.approved("one");
    const etag = (await fixture.get("/comments")).headers.get("ETag") ?? "";
    expect((await fixture.get("/comments", { "If-None-Match": etag })).status).toBe(304);
    await fixture.store.comments.decide({ id, revision: 1, decision: "reject" });
    expect((await fixture.get("/comments", { "If-None-Match": etag })).status).toBe(200);
    expect(await readRecent(fixture)).toEqual([]);
    await fixture.store.comments.decide({ id, revision: 1, decision: "approve" });
    expect(await readRecent(fixture)).toHaveLength(1);
    fixture.site.published = { ...fixture.site.published, slugs: { ...fixture.site.published.slugs, posts: ["tides"] } };
    fixture.clock.now += 10_000;
    await fixture.get("/comments");
    expect(await readRecent(fixture)).toEqual([]);
  });

  it("returns 503 while the titles cannot be read, and recovers", async () => {
    const fixture = createFixture();
    await fixture.approved("one");
    fixture.site.failing = true;
    expect((await fixture.get("/comments")).status).toBe(503);
    fixture.site.failing = false;
    expect(await readRecent(fixture)).toHaveLength(1);
  });
});

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly author: { readonly name: string };
  readonly content: { readonly "#text": string };
  readonly link: { readonly "@_href": string };
  readonly "thr:in-reply-to"?: { readonly "@_ref": string };
}

async function readFeed({ get }: Fixture, path: string): Promise<{ title: string; updated: string; entries: readonly Entry[] }> {
  const response = await get(path);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "application/atom+xml; charset=utf-8"]);
  const text = await response.text();
  expect(XMLValidator.validate(text)).toBe(true);
  const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === "entry", parseTagValue: false });
  const { feed } = parser.parse(text) as { feed: { title: string; updated: string; entry?: Entry[] } };
  return { title: feed.title, updated: feed.updated, entries: feed.entry ?? [] };
}

describe("the Atom feeds", () => {
  it("of the site and of a post contain author, post, text and parent", async () => {
    const fixture = createFixture();
    const first = await fixture.approved("one *fine* day & more");
    fixture.clock.now += 1_000;
    const reply = await fixture.approved("a reply", { parentId: first });
    fixture.clock.now += 1_000;
    await fixture.approved("elsewhere", { slug: "tides" });
    const site = await readFeed(fixture, "/comments.atom");
    expect(site).toMatchObject({ title: "Comments on Ines & the tides", updated: "2026-01-31T09:30:02.000Z" });
    expect(site.entries).toHaveLength(3);
    // Also under a former slug.
    await fixture.approved("of tides", { slug: "old-tides" });
    expect((await readFeed(fixture, "/posts/old-tides/comments.atom")).entries).toHaveLength(2);
    const { title, entries } = await readFeed(fixture, "/posts/hello/comments.atom");
    expect(title).toBe("Comments on About <hello>");
    expect(entries.map(({ link }) => link["@_href"])).toEqual([
      `${SITE}/posts/hello#comment-${reply}`,
      `${SITE}/posts/hello#comment-${first}`,
    ]);
    expect(entries[0]?.["thr:in-reply-to"]?.["@_ref"]).toBe(entries[1]?.id);
    expect(entries[1]).toMatchObject({
      title: "Ada on About <hello>",
      author: { name: "Ada" },
      content: { "#text": "<p>one <em>fine</em> day &#x26; more</p>" },
    });
  });

  it("are well-formed without comments, and state no last change", async () => {
    const fixture = createFixture();
    expect(await readFeed(fixture, "/posts/tides/comments.atom")).toMatchObject({ updated: "1970-01-01T00:00:00.000Z", entries: [] });
    expect((await readFeed(fixture, "/comments.atom")).entries).toEqual([]);
    expect((await fixture.get("/posts/draft/comments.atom")).status).toBe(404);
  });

  it("contain no text that would end an element early, and no character that XML does not allow", async () => {
    const fixture = createFixture();
    const sent = { authorName: "]]></name><script>", body: "</content> &amp; \uFFFE `<b>`" };
    const response = await fixture.post("/posts/hello/comments", sent);
    const { id } = (await response.json()) as { id: string };
    await fixture.store.comments.decide({ id, revision: 1, decision: "approve" });
    const { entries } = await readFeed(fixture, "/comments.atom");
    expect(entries[0]?.author.name).toBe("]]></name><script>");
  });
});

describe("GET /posts/{slug}/comments/{id}", () => {
  it("states on which page and in which thread a comment is, for each order", async () => {
    const fixture = createFixture();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      fixture.clock.now += 1_000;
      ids.push(await fixture.approved(`t${n}`));
    }
    const [first = "", , third = ""] = ids;
    const reply = await fixture.approved("deep", { parentId: third });
    const place = async (id: string, query = ""): Promise<unknown> =>
      (await fixture.get(`/posts/hello/comments/${id}?commentsPageSize=2${query}`)).json();
    expect(await place(third)).toMatchObject({
      threadId: third,
      commentsPage: 2,
      commentsPageSize: 2,
      commentsSort: "oldest",
      beyondReplies: false,
    });
    expect(await place(first, "&commentsSort=newest")).toMatchObject({ commentsPage: 3, commentsSort: "newest" });
    expect(await place(reply, "&commentsSort=popular")).toMatchObject({
      threadId: third,
      commentsPage: 1,
      comment: { id: reply, parentId: third, depth: 1, replies: [], isAuthor: false },
    });
  });

  it("returns 404 for a pending or unknown comment, another post's comment or an invalid id, and 400 for an invalid query", async () => {
    const fixture = createFixture();
    const id = await fixture.approved("one");
    const pending = (await (await fixture.post("/posts/hello/comments", { authorName: "Ada", body: "two" })).json()) as { id: string };
    for (const path of [`hello/comments/${pending.id}`, `tides/comments/${id}`, `hello/comments/${"a".repeat(24)}`, "hello/comments/x"])
      expect((await fixture.get(`/posts/${path}`)).status).toBe(404);
    expect((await fixture.get(`/posts/hello/comments/${id}?commentsPageSize=51`)).status).toBe(400);
  });
});
