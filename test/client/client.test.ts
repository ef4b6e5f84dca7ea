import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import { OPERATIONS } from "../../contract/operations/operations.ts";
import { type ClientMethods, createClient, OctavoError, type PostSummary } from "../../packages/octavo-client/client.ts";
import { BUILD_TIMEOUT_MS } from "../helpers/sample-site.ts";
import { type LiveSite, openLiveSite } from "./live-site.ts";
import { collect, failureOf } from "./outcomes.ts";

/** The client on the sample site with its write server. */

/** A client that does not wait between attempts. */
const runtime = { sleep: async () => {} };
const SLUG = "tides-are-sums-of-cosines";
let site: LiveSite;
beforeAll(async () => {
  site = await openLiveSite();
}, BUILD_TIMEOUT_MS);
afterAll(() => site.close());

describe.each([
  { how: "in process", open: () => createClient({ baseUrl: site.baseUrl, fetch: site.fetch, runtime }) },
  { how: "over a socket", open: () => createClient({ baseUrl: site.socketUrl, runtime }) },
])("the client $how", ({ open }) => {
  let client: ClientMethods;
  beforeAll(() => {
    client = open();
  });

  it("gets an answer to every read", async () => {
    const { items: series } = await client.series.list();
    const answers = {
      post: (await client.posts.get(SLUG)).slug,
      project: (await client.projects.get((await client.projects.list()).items[0]?.slug ?? "")).slug,
      book: (await client.books.get((await client.books.list()).items[0]?.slug ?? "")).slug,
      photo: (await client.photos.get((await client.photos.list()).items[0]?.slug ?? "")).slug,
      service: (await client.services.get((await client.services.list()).items[0]?.slug ?? "")).id,
      series: (await client.series.get(series[0]?.slug ?? "")).slug,
      page: (await client.services.page()).locale,
      name: (await client.site.settings()).name,
      about: (await client.site.about()).headline,
      tags: (await client.tags.list("posts")).items,
      albums: (await client.albums.list()).items,
      categories: (await client.categories.list()).items,
      authors: (await client.authors.list()).items,
      archive: (await client.archive.get()).items,
      redirects: (await client.redirects.list()).items,
      counts: Object.keys((await client.counts.get()).posts),
      openapi: (await client.api.description()).openapi,
      problem: (await client.api.problem("not-found")).code,
    };
    for (const [name, value] of Object.entries(answers)) expect(value, name).toBeTruthy();
  });

  it("sends filters, lists of tags and dates", async () => {
    const { items } = await client.posts.list({ tag: ["weaving"], hasCode: null, publishedFrom: new Date(0), pageSize: 3 });
    expect(items.length).toBeGreaterThan(0);
    for (const { tags } of items) expect(tags.map(({ slug }) => slug)).toContain("weaving");
    expectTypeOf(items).toEqualTypeOf<PostSummary[]>();
    const two = await client.posts.list({ tag: ["weaving", "zzz"] });
    expect(two.items).toEqual([]);
    expect(two.pagination.totalItems).toBe(0);
  });

  it("follows pages", async () => {
    const { items, pagination } = await client.posts.list({ pageSize: 100 });
    expect(pagination.totalPages).toBe(1);
    expect(await collect(client.posts.all({ pageSize: 7 }))).toEqual(items);
    expect(await collect(client.posts.all({ pageSize: 7, page: 2 }))).toEqual(items.slice(7));
    expect(items.length).toBeGreaterThan(14);
  });

  it("searches, and gets one page of results or all", async () => {
    const { items, facets, pagination } = await client.search({ q: "tide", pageSize: 2 });
    expect(items).toHaveLength(2);
    expect(facets.post).toBeGreaterThan(0);
    expect(await collect(client.search.all({ q: "tide", pageSize: 2 }))).toHaveLength(pagination.totalItems);
  });

  it("submits, edits and withdraws a comment", async () => {
    const { id, editToken, status } = await client.comments.submit(SLUG, { authorName: "Ada", body: `A *fine* table ${site.baseUrl}` });
    expect(status).toBe("pending");
    const edited = await client.comments.edit(SLUG, id, { body: "A finer table" }, { editToken });
    expect(edited.body).toBe("A finer table");
    const late = await failureOf(client.comments.edit(SLUG, id, { body: "?" }, { editToken: "x".repeat(editToken.length) }));
    expect(late.problem.code).toBe("edit-token-invalid");
    await expect(client.comments.withdraw(SLUG, id, { editToken })).resolves.toBeUndefined();
  });

  it("reads comments page by page", async () => {
    const { totalComments } = await client.comments.list(SLUG);
    const ids: string[] = [];
    for (const number of [1, 2]) {
      const { id } = await client.comments.submit(SLUG, { authorName: "Bo", body: `Number ${totalComments + number}` });
      await site.approve(id);
      ids.push(id);
    }
    const { items } = await client.comments.list(SLUG, { commentsPage: totalComments + 1, commentsPageSize: 1 });
    expect(items.map(({ id }) => id)).toEqual(ids.slice(0, 1));
    const all = await collect(client.comments.all(SLUG, { commentsPageSize: 1, commentsPage: totalComments + 1 }));
    expect(all.map(({ id }) => id)).toEqual(ids);
  });

  // The current write server does not answer these four. Once it does, they must work.
  it.each<[string, () => Promise<unknown>]>([
    ["comments.recent", () => client.comments.recent()],
    ["comments.recentFeed", () => client.comments.recentFeed()],
    ["comments.feed", () => client.comments.feed(SLUG)],
    ["comments.get", () => client.comments.get(SLUG, "no-such-comment")],
  ])("requests %s", async (_, ask) => {
    const failure = await ask().catch((error: unknown) => error);
    if (!(failure instanceof OctavoError)) return expect(failure).not.toBeInstanceOf(Error);
    return expect(["temporary-reduced-capacity", "not-found"]).toContain(failure.problem.code);
  });

  it("sends an inquiry and engagement", async () => {
    expect((await client.inquiries.submit({ email: "ada@ada.example", message: "Two metres?" })).status).toBe("received");
    expect(await client.engagement.send({ type: "post_view", slug: SLUG })).toEqual({ accepted: 1, rejected: [] });
  });

  it("lists all of the API's objections at once", async () => {
    const { problem, message, method, url } = await failureOf(client.posts.list({ page: 0, pageSize: 1000 }));
    expect(problem.code).toBe("validation-error");
    expect(problem.errors.map(({ parameter }) => parameter)).toEqual(["page", "pageSize"]);
    expect(message).toMatch(/^GET .*\/posts\?page=0&pageSize=1000: validation-error: .*; page: .*; pageSize: /);
    expect([method, new URL(url).search]).toEqual(["GET", "?page=0&pageSize=1000"]);
    const missing = await failureOf(client.posts.get("no-such-post"));
    switch (missing.problem.code) {
      case "not-found":
        expectTypeOf(missing.problem.status).toEqualTypeOf<404>();
        expect(missing.problem.status).toBe(404);
        break;
      default:
        throw missing;
    }
  });
});

describe("the client", () => {
  it("likes as one visitor if cookies are kept, and withdraws the like", async () => {
    const client = createClient({ baseUrl: site.baseUrl, fetch: site.fetch });
    expect((await client.likes.get(SLUG)).liked).toBe(false);
    const { liked, likeCount } = await client.likes.add(SLUG);
    expect([liked, (await client.likes.add(SLUG)).likeCount]).toEqual([true, likeCount]);
    expect((await client.likes.get(SLUG)).liked).toBe(true);
    expect(await client.likes.remove(SLUG)).toEqual({ slug: SLUG, liked: false, likeCount: likeCount - 1 });
  });

  it("has a method for every operation, and `all` for paged ones", () => {
    const client: object = createClient({ baseUrl: "https://ines.example/api/v1" });
    const find = (name: string): unknown => name.split(".").reduce<unknown>((at, key) => at?.[key as keyof typeof at], client);
    for (const { name, paged } of OPERATIONS) {
      expect(find(name), name).toBeTypeOf("function");
      const all = name === "search" ? "search.all" : name.replace(/\.list$/, ".all");
      if (paged) expect(find(all), all).toBeTypeOf("function");
    }
  });
});
