import { rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createNodeHost } from "../../hosts/node/node-app.ts";
import { createDistFixture, type DistFixture, manifestOf } from "./dist-fixture.ts";

let dist: DistFixture;
let errors: unknown[];
let get: (path: string, init?: RequestInit) => Promise<Response>;

beforeEach(async () => {
  dist = await createDistFixture();
  errors = [];
  const app = createNodeHost({
    distDir: dist.dir,
    hint: { contentDir: "content", watching: false },
    onError: (error) => errors.push(error),
  });
  get = async (path, init) => app.fetch(new Request(`http://localhost${path}`, init));
});
afterEach(() => dist.remove());

describe("the node host", () => {
  it("passes requests below /api/v1 to the read handler", async () => {
    const answer = await get("/api/v1/about");
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ headline: "Hello" });
    const missing = await get("/api/v1/nothing");
    expect(await missing.json()).toMatchObject({ code: "not-found", type: "https://reed.example/api/v1/problems/not-found" });
  });

  it("answers only below the site's path, and states which path that is", async () => {
    await dist.write("api/v1/redirects.json", '{"items":[{"from":"/blog/old","to":"/blog/new"}]}');
    const asked: string[] = [];
    const app = createNodeHost({
      distDir: dist.dir,
      base: "/blog",
      server: {
        answers: (path, method) => path === "/api/v1/posts/reed/comments" && method === "POST",
        fetch: async (request) => {
          asked.push(`${new URL(request.url).pathname} ${await request.text()}`);
          return new Response(null, { status: 202 });
        },
        counts: async () => null,
      },
    });
    const ask = async (path: string, init?: RequestInit): Promise<Response> => app.fetch(new Request(`http://localhost${path}`, init));
    expect(await (await ask("/blog/api/v1/about")).json()).toEqual({ headline: "Hello" });
    const status = async (path: string): Promise<number> => (await ask(path)).status;
    expect(await Promise.all(["/blog/feed.xml", "/blog/media/heron.0123abcd.svg", "/blog/", "/blog"].map(status))).toEqual([
      200, 200, 200, 200,
    ]);
    expect(await (await ask("/blog/api")).text()).toContain('href="/blog/api/v1/posts"');
    const moved = await ask("/blog/old/?a");
    expect([moved.status, moved.headers.get("Location")]).toEqual([301, "/blog/new?a"]);
    await ask("/blog/api/v1/posts/reed/comments", { method: "POST", body: "text" });
    expect(asked).toEqual(["/api/v1/posts/reed/comments text"]);
    for (const path of ["/", "/api/v1/about", "/feed.xml", "/blogs/feed.xml", "/old"]) {
      const outside = await ask(path);
      expect([path, outside.status, await outside.json()]).toEqual([
        path,
        404,
        expect.objectContaining({ detail: "This site is at /blog/." }),
      ]);
    }
  });

  it("immediately shows a like that the server in the same process has stored", async () => {
    await dist.write("api/v1/posts/reed.json", '{"slug":"reed","likeCount":null,"commentCount":null}');
    let likeCount = 0;
    const app = createNodeHost({
      distDir: dist.dir,
      server: {
        answers: () => false,
        fetch: async () => new Response(null, { status: 500 }),
        counts: async () => ({ posts: { reed: { likeCount, commentCount: 0 } } }),
      },
    });
    for (likeCount of [1, 2]) {
      const answer = await app.fetch(new Request("http://localhost/api/v1/posts/reed"));
      expect(await answer.json()).toEqual({ slug: "reed", likeCount, commentCount: 0 });
    }
  });

  it.each([
    ["/media/marsh.0123abcd.webp", "image/webp"],
    ["/media/heron.0123abcd.svg", "image/svg+xml"],
    ["/index/v1/columns.0123abcd.json", "application/json; charset=utf-8"],
  ])("serves the hashed file %s for a year", async (path, type) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": type,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "access-control-allow-origin": "*",
    });
  });

  it.each([
    ["/feed.xml", "application/rss+xml; charset=utf-8", "<rss/>"],
    ["/feed.json", "application/feed+json; charset=utf-8", "{}"],
    ["/sitemap.xml", "application/xml; charset=utf-8", "<urlset/>"],
    ["/sitemap-12.xml", "application/xml; charset=utf-8", "<urlset />"],
    ["/robots.txt", "text/plain; charset=utf-8", "User-agent: *\n"],
  ])("serves %s", async (path, type, body) => {
    const answer = await get(path);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(answer.headers.get("cache-control")).toContain("max-age=300");
    expect(await answer.text()).toBe(body);
  });

  it("requires clients to revalidate the manifest each time", async () => {
    expect((await get("/index/v1/manifest.json")).headers.get("cache-control")).toBe("no-cache");
  });

  it.each([
    "/media/heron.0123abcd.svg",
    "/media/page.0123abcd.html",
  ])("prevents %s from running scripts on the site's origin", async (path) => {
    const answer = await get(path);
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(answer.headers.get("content-type")).not.toContain("html");
  });

  it("streams a large file whole", async () => {
    const answer = await get("/media/big.0123abcd.bin");
    expect(answer.headers.get("content-length")).toBe(String(3 * 1024 * 1024));
    expect(await answer.text()).toBe("x".repeat(3 * 1024 * 1024));
  });

  it.each([
    ["bytes=0-3", 206, "not ", "bytes 0-3/15"],
    ["bytes=11-", 206, "webp", "bytes 11-14/15"],
    ["bytes=-4", 206, "webp", "bytes 11-14/15"],
    ["Bytes=11-900", 206, "webp", "bytes 11-14/15"],
    ["bytes=15-", 416, "", "bytes */15"],
    ["bytes=-0", 416, "", "bytes */15"],
    ["bytes=3-1", 200, "not really webp", null],
    ["bytes=0-1,3-4", 200, "not really webp", null],
    ["lines=0-1", 200, "not really webp", null],
  ])("answers a range of a picture or video: %s → %i", async (range, status, text, contentRange) => {
    const answer = await get("/media/marsh.0123abcd.webp", { headers: { Range: range } });
    expect([answer.status, await answer.text(), answer.headers.get("content-range")]).toEqual([status, text, contentRange]);
    expect(answer.headers.get("content-length")).toBe(String(text.length));
    expect(answer.headers.get("accept-ranges")).toBe("bytes");
  });

  it("answers a range of a large file, or the whole file if it has changed since the first part", async () => {
    await dist.write("media/film.0123abcd.bin", `${"a".repeat(2_000_000)}${"b".repeat(2_000_000)}`);
    const path = "/media/film.0123abcd.bin";
    const etag = (await get(path)).headers.get("etag") ?? "";
    const part = await get(path, { headers: { Range: "bytes=1999998-2100001", "If-Range": etag } });
    expect([part.status, await part.text()]).toEqual([206, `aa${"b".repeat(100_002)}`]);
    const whole = await get(path, { headers: { Range: "bytes=0-1", "If-Range": '"other"' } });
    expect([whole.status, (await whole.text()).length]).toEqual([200, 4_000_000]);
    expect((await get(path, { method: "HEAD", headers: { Range: "bytes=0-1" } })).status).toBe(200);
  });

  it.each(["/media/marsh.0123abcd.webp", "/feed.xml"])("answers 304 for %s to a client that has the file", async (path) => {
    const etag = (await get(path)).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[^"]+"$/);
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const answer = await get(path, { headers: { "If-None-Match": header } });
      expect([answer.status, answer.headers.get("etag"), await answer.text()]).toEqual([304, etag, ""]);
    }
    expect((await get(path, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
  });

  it("immediately gives a changed file another ETag", async () => {
    const before = (await get("/feed.xml")).headers.get("etag");
    await dist.write("feed.new", "<rss>");
    await rename(join(dist.dir, "feed.new"), join(dist.dir, "feed.xml"));
    const after = await get("/feed.xml");
    expect(after.headers.get("etag")).not.toBe(before);
    expect(await after.text()).toBe("<rss>");
  });

  it("answers HEAD like GET without the body", async () => {
    for (const path of ["/", "/media/marsh.0123abcd.webp", "/feed.xml", "/nothing"]) {
      const [full, head] = [await get(path), await get(path, { method: "HEAD" })];
      expect(head.status).toBe(full.status);
      expect(await head.text()).toBe("");
      expect(head.headers.get("content-type")).toBe(full.headers.get("content-type"));
    }
  });

  it("refuses other methods and lists the allowed ones", async () => {
    for (const path of ["/", "/media/marsh.0123abcd.webp", "/robots.txt"]) {
      const answer = await get(path, { method: "POST", body: "x" });
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
      expect(await answer.json()).toMatchObject({ code: "method-not-allowed" });
    }
    expect((await get("/robots.txt", { method: "OPTIONS" })).status).toBe(204);
  });

  it.each([
    "/nothing",
    "/favicon.ico",
    "/media",
    "/media/",
    "/media/nothing.webp",
    "/index/v1/",
    "/index.html",
    "/api/",
    "/%ZZ",
    "/.hidden",
    "/media/.hidden",
  ])("answers %s with a problem document", async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(await answer.json()).toMatchObject({ code: "not-found", status: 404, type: "https://reed.example/api/v1/problems/not-found" });
  });

  it("answers an address over 8 KiB with 414, whatever its path", async () => {
    for (const path of ["/", "/media/x", "/api/v1/posts", "/x"]) {
      const answer = await get(`${path}?a=${"x".repeat(8192)}`);
      expect(answer.status).toBe(414);
      expect(await answer.json()).toMatchObject({ code: "uri-too-long" });
    }
  });

  it("does not follow symbolic links out of dist", async () => {
    await symlink(join(dist.dir, "..", "secret.txt"), join(dist.dir, "media", "link.txt"));
    await symlink(join(dist.dir, ".."), join(dist.dir, "media", "up"));
    await symlink(join(dist.dir, "..", "secret.txt"), join(dist.dir, "api", "v1", "services.json"));
    expect((await get("/media/link.txt")).status).toBe(404);
    expect((await get("/media/up/secret.txt")).status).toBe(404);
    expect((await get("/api/v1/services")).status).not.toBe(200);
  });

  it("follows dist if it is itself a link", async () => {
    await symlink(dist.dir, join(dist.dir, "..", "current"));
    const app = createNodeHost({ distDir: join(dist.dir, "..", "current") });
    expect((await app.fetch(new Request("http://localhost/robots.txt"))).status).toBe(200);
    expect((await app.fetch(new Request("http://localhost/media/marsh.0123abcd.webp"))).status).toBe(200);
  });

  it("uses a new build from the next request on", async () => {
    expect(await (await get("/index/v1/manifest.json")).text()).toContain("Helsinki");
    await dist.write("index/v1/manifest.new", manifestOf("Asia/Tokyo"));
    await rename(join(dist.dir, "index/v1/manifest.new"), join(dist.dir, "index/v1/manifest.json"));
    expect(await (await get("/index/v1/manifest.json")).text()).toContain("Tokyo");
  });

  it("delays all answers until the first build is done", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const app = createNodeHost({ distDir: dist.dir, ready: promise });
    let answered = false;
    const answer = Promise.resolve(app.fetch(new Request("http://localhost/robots.txt"))).then((response) => {
      answered = true;
      return response.status;
    });
    await new Promise((done) => setImmediate(done));
    expect(answered).toBe(false);
    resolve();
    expect(await answer).toBe(200);
  });

  it("reveals nothing about the cause to strangers", async () => {
    const app = createNodeHost({
      distDir: dist.dir,
      ready: Promise.reject(new Error("/secret/path broke")),
      onError: (error) => errors.push(error),
    });
    const answer = await app.fetch(new Request("http://localhost/robots.txt"));
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("secret");
    expect(errors).toEqual([new Error("/secret/path broke")]);
  });
});

describe("the page at /", () => {
  it("shows the site, its counts and paths, and how to change it", async () => {
    const answer = await get("/");
    const html = await answer.text();
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(html).toContain("<h1>Reed &amp; &lt;Heron&gt;</h1>");
    expect(html).toContain('<a href="/api/v1/posts"><b>1</b> Post</a>');
    expect(html).toContain('<a href="/api/v1/photos"><b>12</b> Photos</a>');
    expect(html).toContain("content/posts/my-first-post.md");
    for (const href of [
      "/api/v1/posts/first-ice",
      "/api/v1/post-series/creek",
      "/api/v1/posts?tag=winter",
      "/api/v1/search?q=first",
      "/api/v1/tags/posts",
      "/api/v1/openapi.json",
      "/feed.xml",
    ]) {
      expect(html).toContain(`href="${href}"`);
    }
  });

  it.each([
    ["Europe/Helsinki", "2026-01-02"],
    ["Pacific/Honolulu", "2026-01-01"],
    ["Asia/Unheard_Of", "2026-01-02"],
  ])("shows the day of a post in the time zone %s: %s", async (timeZone, day) => {
    await dist.write("index/v1/manifest.json", manifestOf(timeZone));
    expect(await (await get("/")).text()).toContain(`<time datetime="2026-01-02T03:04:05.000Z">${day}</time>`);
  });

  it("lists every path that is answered from files", async () => {
    const html = await (await get("/")).text();
    const { ROUTES } = await import("../../contract/paths.ts");
    for (const route of ROUTES)
      if (route.serverMethods.length === 0 && route.name !== "problem" && route.name !== "post-markdown")
        expect(html).toContain(`<code>${route.path === "" ? "/api/v1" : route.path}</code>`);
    expect(html).not.toContain("{slug}.md");
    await dist.write("index/v1/manifest.json", JSON.stringify({ ...JSON.parse(manifestOf("UTC")), postsAsMarkdown: true }));
    expect(await (await get("/")).text()).toContain('<a href="/api/v1/posts/first-ice.md"><code>/posts/{slug}.md</code></a>');
  });

  it("shows the kinds that the site defines", async () => {
    const html = await (await get("/")).text();
    expect(html).toContain('<a href="/api/v1/talks"><b>2</b> Talks &amp; more</a>');
    expect(html).toContain('<a href="/api/v1/talks/on-ice"><code>/talks/{slug}</code></a></dt><dd>One talk</dd>');
  });

  it("links to the feeds and reader lists that exist, and to no others", async () => {
    const files = async (): Promise<readonly (string | undefined)[]> =>
      [...(await (await get("/")).text()).matchAll(/<a href="(\/[^"/]+)">/g)].map(([, href]) => href);
    expect(await files()).toEqual(["/feed.xml", "/feed.json", "/sitemap.xml", "/robots.txt"]);
    await dist.write("llms.txt", "# Reed\n");
    await Promise.all(["feed.json", "robots.txt"].map((name) => rm(join(dist.dir, name))));
    expect(await files()).toEqual(["/feed.xml", "/sitemap.xml", "/llms.txt"]);
    await Promise.all(["feed.xml", "sitemap.xml", "llms.txt"].map((name) => rm(join(dist.dir, name))));
    expect(await files()).toEqual([]);
    expect(await (await get("/")).text()).not.toContain("<h2>Feeds</h2>");
  });

  it("loads nothing from other origins, and its policy allows nothing else", async () => {
    const answer = await get("/");
    const html = await answer.text();
    expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
    expect(html).not.toMatch(/<script|src="|url\(|@import|href="https?:/);
  });

  it("states that nothing has been built", async () => {
    const app = createNodeHost({ distDir: join(dist.dir, "nothing") });
    const answer = await app.fetch(new Request("http://localhost/"));
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain("Nothing is built yet");
  });
});
