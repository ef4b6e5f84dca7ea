import { describe, expect, it } from "vitest";
import { MEMBER_ROUTES, ROUTES } from "../../contract/paths.ts";
import { BASE_URL, makeBook, makeDist, makePage, makePhoto, makePost, makeProject, makeService, serve } from "./site-fixture.ts";

const POSTS = [makePost("rain", { title: "Rain" }), makePost("snow"), makePost("fog", { publishedAt: null })];
const SERIES = {
  slug: "rain",
  title: "Rain",
  description: null,
  cover: null,
  status: "ongoing" as const,
  totalPosts: 0,
  url: null,
  path: null,
  updatedAt: null,
  items: [],
};
const dist = () =>
  makeDist({
    postsAsMarkdown: true,
    ...{ posts: POSTS, aliases: { drizzle: "rain" }, series: [SERIES] },
    ...{
      projects: [makeProject("rain")],
      books: [makeBook("rain")],
      photos: [makePhoto("rain")],
      services: [makeService("rain")],
      pages: [makePage("rain")],
    },
  });
const site = () => serve(dist());
/** A path of each route, with possible parameters. */
const pathOf = (path: string): string =>
  path.replace("{slug}", "rain").replace("{resource}", "posts").replace("{code}", "not-found").replace("{id}", "1");

describe("the read handler", () => {
  it.each([
    "/posts",
    "/posts/rain",
    "/projects",
    "/books",
    "/photos",
    "/services",
    "/services-page",
    "/site-settings",
    "/about",
    "/tags/posts",
    "/tags/projects",
    "/tags/photos",
    "/tags/books",
    "/post-series",
    "/post-series/rain",
    "/projects/rain",
    "/books/rain",
    "/photos/rain",
    "/services/rain",
    "/albums",
    "/categories",
    "/authors",
    "/archive",
    "/redirects",
    "/kinds",
    "/languages",
    "/latest",
    "/openapi.json",
    "/problems/not-found",
  ])("answers %s with its file", async (path) => {
    const served = site();
    const response = await served.get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.text()).toBe(served.dist.get(`api/v1${path.endsWith(".json") ? path : `${path}.json`}`));
  });

  it("answers a former slug with the current post", async () => {
    const served = site();
    const [byAlias, bySlug] = [await served.get("/posts/drizzle"), await served.get("/posts/rain")];
    expect(byAlias.status).toBe(200);
    expect(await byAlias.json()).toMatchObject({ slug: "rain" });
    expect(byAlias.headers.get("etag")).toBe(bySlug.headers.get("etag"));
  });

  it.each([
    "/posts/never",
    "/posts/constructor",
    "/posts/__proto__",
    "/posts/Rain",
    "/posts/rain.json",
    "/posts/rain/",
    "/posts/",
    "/posts/rain%2f",
    "/posts/%72ain",
    "/posts/rain%00",
    "/posts/..%2f..%2fsecret",
    "/posts/-a",
    `/posts/${"a".repeat(161)}`,
    "//posts",
    "/posts//rain",
    "/posts.json",
    "/Posts",
    "/tags",
    "/tags/services",
    "/tags/constructor",
    "/post-series/never",
    "/post-series/A",
    "/problems/never",
    "/problems/toString",
    "/admin",
    "/admin/posts",
    "/client/x",
    "/index/v1/manifest.json",
    "/posts/Bad_Slug/comments",
    "/posts/rain/comments/1/2",
    "/posts/rain/comments/%31",
    "/",
    "/%",
  ])("has nothing at %j", async (path) => {
    const response = await site().get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(response.headers.get("cache-control")).toBe("public, max-age=30");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await response.json()).toMatchObject({ type: `${BASE_URL}/problems/not-found`, status: 404, code: "not-found", errors: [] });
  });

  it("answers a post as Markdown with its file, even at a former slug", async () => {
    const served = site();
    for (const slug of ["rain", "drizzle"]) {
      const response = await served.get(`/posts/${slug}.md`);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
      expect(await response.text()).toBe(served.dist.get("api/v1/posts/rain.md"));
      expect(served.dist.get("api/v1/posts/rain.md")).toMatch(/^---\ntitle: Rain\n/);
    }
  });

  it("distinguishes Markdown of a missing post, of a site that publishes none, and a lost file", async () => {
    expect((await site().get("/posts/never.md")).status).toBe(404);
    const without = serve(makeDist({ posts: POSTS, aliases: { drizzle: "rain" } }));
    for (const slug of ["rain", "drizzle", "never"]) {
      const response = await without.get(`/posts/${slug}.md`);
      expect(await response.json()).toMatchObject({ status: 404, code: "not-found" });
    }
    for (const spoil of [null, "<!doctype html>\n", "---\ntitle: Ra"]) {
      const lost = dist();
      for (const slug of ["rain", "drizzle"]) {
        if (spoil === null) lost.delete(`api/v1/posts/${slug}.md`);
        else lost.set(`api/v1/posts/${slug}.md`, spoil);
      }
      for (const slug of ["rain", "drizzle"])
        expect(await (await serve(lost, { onError: () => undefined }).get(`/posts/${slug}.md`)).json()).toMatchObject({
          code: "index-unavailable",
        });
    }
  });

  it.each([
    "/api/v1/../v1/../../etc/passwd",
    "/",
    "/api",
    "/api/v1/",
    "/api/v2/posts",
    "/api/v1posts",
    "/media/a.jpg",
    "/API/V1/posts",
  ])("has nothing outside the API at %s", async (path) => {
    const response = await site().handle(new Request(`http://localhost${path}`));
    expect(response.status).toBe(404);
  });

  it("reads only files that belong to a path of the API", async () => {
    const served = site();
    for (const path of ["/posts/..%2f..%2fsecret", "/../../etc/passwd", "/posts/rain%00", "/admin/x"]) await served.get(path);
    expect(served.reads.every((path) => path === "index/v1/manifest.json")).toBe(true);
  });

  it("refuses an address over 8 KiB", async () => {
    const room = 8_192 - "/api/v1/posts?x=".length;
    expect((await site().get(`/posts?x=${"a".repeat(room)}`)).status).toBe(200);
    const response = await site().get(`/posts?x=${"a".repeat(room + 1)}`);
    expect(response.status).toBe(414);
    expect(await response.json()).toMatchObject({ code: "uri-too-long" });
  });

  it("reports an unknown path before a wrong method, and a wrong method before a wrong query", async () => {
    expect((await site().get("/nope?page=0", { method: "POST" })).status).toBe(404);
    expect((await site().get("/posts/Bad", { method: "DELETE" })).status).toBe(404);
    expect((await site().get("/posts?page=0", { method: "POST" })).status).toBe(405);
    expect((await site().get("/posts?page=0")).status).toBe(400);
  });

  it("ignores the query of a path without parameters", async () => {
    expect((await site().get("/about?page=0&q=%ff")).status).toBe(200);
  });
});

describe("the read handler (methods)", () => {
  const NEEDED: Readonly<Record<string, string>> = { search: "?q=rain", resolve: "?path=/posts/rain" };
  it.each(
    ROUTES.map(({ name, path, methods }) => ({ name, path: pathOf(path), methods })),
  )("allows the methods of $name and no others", async ({ name, path, methods }) => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const response = await site().get(path + (NEEDED[name] ?? ""), { method });
      const found = MEMBER_ROUTES.includes(name) ? [404] : [200, 503];
      if (methods.some((known) => known === method)) expect(found).toContain(response.status);
      else {
        expect(response.status).toBe(405);
        expect(response.headers.get("allow")).toBe(
          [...methods.flatMap((known) => (known === "GET" ? ["GET", "HEAD"] : [known])), "OPTIONS"].join(", "),
        );
        expect(await response.json()).toMatchObject({ code: "method-not-allowed" });
      }
    }
  });

  it("answers HEAD as GET, without the body", async () => {
    for (const path of ["/posts", "/posts?page=2&pageSize=1", "/posts/rain", "/about", "/posts?page=0", "/never", "/counts"]) {
      const [get, head] = [await site().get(path), await site().get(path, { method: "HEAD" })];
      expect(head.status).toBe(get.status);
      expect([...head.headers]).toEqual([...get.headers]);
      expect(await head.text()).toBe("");
      expect(head.headers.get("content-length")).toBe(String((await get.arrayBuffer()).byteLength));
    }
  });

  it("answers a preflight with the methods of the path", async () => {
    const response = await site().get("/posts/rain/comments", { method: "OPTIONS" });
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
      "access-control-allow-headers": "Content-Type, Idempotency-Key, If-None-Match, X-Edit-Token, traceparent, tracestate, baggage",
      "access-control-max-age": "7200",
    });
    expect((await site().get("/nope", { method: "OPTIONS" })).status).toBe(404);
  });

  it("allows likes only from origins that the server accepts", async () => {
    for (const method of ["OPTIONS", "GET", "POST", "PUT"]) {
      const response = await site().get("/posts/rain/like", { method });
      expect(response.headers.has("access-control-allow-origin")).toBe(false);
    }
  });

  it("reports that the server's own routes are currently unavailable", async () => {
    for (const [path, method] of [
      ["/posts/rain/comments", "GET"],
      ["/posts/rain/comments", "POST"],
      ["/posts/rain/comments/1", "PATCH"],
      ["/posts/rain/like", "POST"],
      ["/services/inquiries", "POST"],
      ["/engagement", "POST"],
      ["/counts", "GET"],
    ] as const) {
      const response = await site().get(path, { method });
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toBe("5");
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await response.json()).toMatchObject({ code: "temporary-reduced-capacity" });
    }
  });
});

describe("the read handler (headers)", () => {
  it.each([
    ["/posts", "public, max-age=60, s-maxage=300, stale-while-revalidate=600, stale-if-error=86400"],
    ["/posts?page=2", "public, max-age=60, s-maxage=300, stale-while-revalidate=600, stale-if-error=86400"],
    ["/posts/rain", "public, max-age=60, s-maxage=300, stale-while-revalidate=600, stale-if-error=86400"],
    ["/tags/posts", "public, max-age=300, s-maxage=3600, stale-while-revalidate=86400, stale-if-error=604800"],
    ["/openapi.json", "public, max-age=300, s-maxage=3600, stale-while-revalidate=86400, stale-if-error=604800"],
  ])("sends %s with headers for caching and CORS", async (path, cacheControl) => {
    const { headers } = await site().get(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": cacheControl,
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Octavo-Snapshot, X-Request-Id",
      "x-content-type-options": "nosniff",
    });
    expect(headers.get("etag")).toMatch(/^"[\w-]{22}"$/);
  });

  it("answers 304 to a client that has the bytes, with the headers that a cache needs", async () => {
    const served = site();
    const full = await served.get("/posts?pageSize=2");
    const etag = full.headers.get("etag") ?? "";
    for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, `"a,b" , W/${etag}`, "*", " * "]) {
      const response = await served.get("/posts?pageSize=2", { headers: { "If-None-Match": ifNoneMatch } });
      expect(response.status).toBe(304);
      expect(await response.text()).toBe("");
      for (const name of ["etag", "cache-control", "link", "access-control-allow-origin", "x-content-type-options"]) {
        expect(response.headers.get(name)).toBe(full.headers.get(name));
      }
      expect(response.headers.has("content-type")).toBe(false);
    }
    for (const ifNoneMatch of ['"other"', etag.slice(1, -1), '""', ""]) {
      expect((await served.get("/posts?pageSize=2", { headers: { "If-None-Match": ifNoneMatch } })).status).toBe(200);
    }
  });

  it("never turns an error into a 304", async () => {
    expect((await site().get("/posts/never", { headers: { "If-None-Match": "*" } })).status).toBe(404);
  });

  it("changes the ETag with the answer", async () => {
    const before = await site().get("/posts");
    const after = await serve(makeDist({ posts: POSTS.slice(1) })).get("/posts");
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
  });
});

describe("the read handler (addresses)", () => {
  it("uses another base for links if the host names one; problem types keep the base that the site was built for", async () => {
    const baseUrl = "http://127.0.0.1:3000/api/v1";
    const served = serve(dist(), { baseUrl });
    expect((await served.get("/posts?pageSize=2")).headers.get("link")).toContain(`<${baseUrl}/posts?page=2&pageSize=2>; rel="next"`);
    expect(await (await served.get("/nope")).json()).toMatchObject({ type: `${BASE_URL}/problems/not-found` });
  });

  it("begins links of a preview with the preview's base, and problem types with production's", async () => {
    const files = new Map(dist());
    const manifest = JSON.parse(files.get("index/v1/manifest.json") ?? "");
    const home = "https://home.example/api/v1";
    files.set("index/v1/manifest.json", JSON.stringify({ ...manifest, site: { ...manifest.site, problemBaseUrl: home } }));
    const served = serve(files);
    expect((await served.get("/posts?pageSize=2")).headers.get("link")).toContain(`<${BASE_URL}/posts?page=2`);
    expect(await (await served.get("/nope")).json()).toMatchObject({ type: `${home}/problems/not-found` });
  });
});
