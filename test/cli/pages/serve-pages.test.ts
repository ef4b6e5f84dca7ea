import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../../../cli/main.ts";
import { askRaw, type RawAnswer, serveSite } from "../serving.ts";
import { createSite, post, type SiteFixture } from "../site-fixture.ts";
import { createTestIo } from "../test-io.ts";

let site: SiteFixture;
const stops: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  site = await createSite({
    "octavo.config.mts": 'export default { urls: { posts: "/{year}/{month}/{slug}.html" } };\n',
    "content/posts/elsewhere.md": post("Elsewhere", "2026-01-03", "permalink: /Über uns/dort/\n"),
    "content/posts/quiet.md": post("Quiet", "2026-01-04", "unlisted: true\n"),
    "content/posts/draft.md": post("Draft", "2026-01-05", "draft: true\n"),
    "content/projects/loom.md": "---\ntitle: Loom\n---\n\nText.\n",
    "content/services/advice.md": "---\ntitle: Advice\nsummary: Short.\npricing: { model: on_request }\n---\n\nText.\n",
  });
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await site.remove();
});

async function build(...args: string[]): Promise<void> {
  const io = createTestIo({ cwd: site.cwd });
  expect([await main(["build", ...args], io), io.err()]).toEqual([0, ""]);
}

async function serve(...args: string[]): Promise<(path: string, method?: string, accept?: string) => Promise<RawAnswer>> {
  // Only one server can use each database.
  for (const stop of stops.splice(0)) await stop();
  const { port, stop } = await serveSite(site.cwd, ...args);
  stops.push(stop);
  return (path, method = "GET", accept = "text/html,*/*;q=0.8") => askRaw(port, path, { Accept: accept }, method);
}

describe("pages on request", () => {
  it("are at the addresses that the build states, and all others answer 404", async () => {
    const get = await serve("start");
    const known = {
      "/": "Marsh notes",
      "/posts": "Posts",
      "/search?q=ice": "Search",
      "/services": "Services",
      "/projects/loom": "Loom",
      "/archive/2026": "2026",
    };
    const posts = { "/2026/01/first-ice.html": "First ice", "/%C3%9Cber%20uns/dort/": "Elsewhere", "/2026/01/quiet.html": "Quiet" };
    for (const [path, title] of Object.entries({ ...known, ...posts })) {
      const { status, text, headers } = await get(path);
      expect([path, status, /<h1(?: class="sr-only")?>(.*?)<\/h1>/.exec(text)?.[1]]).toEqual([path, 200, title]);
      expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" });
      // Without a website, these pages are only for the author.
      expect([text.includes('<meta name="robots" content="noindex">'), headers["x-robots-tag"]]).toEqual([true, "noindex"]);
      expect((await get(path, "GET", "*/*")).text).toBe(text);
      expect(await get(path, "HEAD")).toMatchObject({ status: 200, text: "" });
    }
    const unknown = ["/nothing", "/first-ice", "/posts/page/1", "/posts/nothing", "/2026/01/draft.html", "/archive/2025", "/404", "/%ff"];
    for (const path of unknown) {
      const { status, text, headers } = await get(path);
      expect([path, status, text.includes("There is no such page")]).toEqual([path, 404, true]);
      expect(headers).toMatchObject({ "cache-control": "no-cache", "content-type": "text/html; charset=utf-8" });
    }
    expect(await get("/nothing", "HEAD")).toMatchObject({ status: 404, text: "" });
    expect(await get("/nothing", "GET", "*/*")).toMatchObject({ status: 404, headers: { "content-type": "application/problem+json" } });
  });

  it("have one address each, with or without a final slash, and make clients revalidate", async () => {
    const get = await serve("start");
    expect(await get("/posts/?page=2")).toMatchObject({ status: 301, headers: { location: "/posts?page=2" } });
    expect(await get("/%C3%9Cber%20uns/dort")).toMatchObject({ status: 301, headers: { location: "/%C3%9Cber%20uns/dort/" } });
    expect((await get("/posts")).headers.etag).toMatch(/^"/);
  });

  it("must be revalidated by caches if the site is public", async () => {
    await site.write("octavo.config.mts", "export default { website: true };\n");
    const get = await serve("start", "--public-url", "https://marsh.example");
    for (const path of ["/posts", "/site.css", "/site.js"])
      expect([path, (await get(path)).headers["cache-control"]]).toEqual([path, "public, max-age=0, must-revalidate"]);
    expect(await get("/posts/")).toMatchObject({ status: 301, headers: { location: "/posts" } });
    expect((await get("/posts")).headers).not.toHaveProperty("x-robots-tag");
    expect((await get("/nothing")).status).toBe(404);
  });

  it("do not exist if a build left none", async () => {
    await build();
    const get = await serve("start", "--read-only");
    expect((await get("/")).text).toContain("/api/v1/posts");
    expect((await get("/posts")).status).toBe(404);
    const { io, stop } = await serveSite(site.cwd, "preview", "--db", "data/other.db");
    stops.push(stop);
    expect(io.err()).toBe("note: dist has no pages: set website: true in octavo.config.ts, and build again\n");
  });

  it("are shown by preview, without a note, if the build left them to programs", async () => {
    await site.write("octavo.config.mts", 'export default { website: { render: "edge" } };\n');
    await build();
    const { port, io, stop } = await serveSite(site.cwd, "preview", "--db", "data/other.db");
    stops.push(stop);
    expect((await askRaw(port, "/posts", { Accept: "text/html" })).status).toBe(200);
    expect(io.err()).toBe("");
  });

  it("are partly files and partly made on request, if the build left most of them to programs", async () => {
    await site.write("octavo.config.mts", 'export default { website: { render: "edge" } };\n');
    const get = await serve("start");
    for (const path of ["/", "/archive", "/posts", "/site.css"]) expect([path, (await get(path)).status]).toEqual([path, 200]);
    const { status, text } = await get("/nothing");
    expect([status, text.includes("There is no such page")]).toEqual([404, true]);
  });

  it("of dev are made from the newest build, with drafts if they are requested, and dist has none", async () => {
    await site.write("octavo.config.mts", "export default { website: true };\n");
    const get = await serve("dev", "--drafts", "--public-url", "https://marsh.example");
    const { text, headers } = await get("/posts/draft");
    expect(text).toContain("<h1>Draft</h1>");
    expect(text).toContain('<script type="module" src="/_octavo/live.js"></script>');
    expect(headers["x-robots-tag"]).toBe("noindex");
    expect((await get("/_octavo/live.js")).text).toContain("EventSource");
    // The author's own visits are not counted.
    expect((await get("/site.js")).text).not.toContain("post_view");
    expect((await get("/_hosts/frame.json")).status).toBe(404);
  });
});

describe("an owner's own website", () => {
  it("answers unknown pages with its 404.html, and has no other pages", async () => {
    await build();
    await site.write("dist/index.html", "<!doctype html><title>Home</title>");
    await site.write("dist/404.html", "<!doctype html><title>Lost</title>");
    await site.write("dist/notes/index.html", "<!doctype html><title>Notes</title>");
    const get = await serve("start", "--read-only");
    for (const path of ["/", "/notes", "/notes/", "/index.html"]) expect([path, (await get(path)).status]).toEqual([path, 200]);
    for (const path of ["/nothing", "/posts", "/2026/01/first-ice.html", "/nothing/at/all.css", "/_hosts/x", "//nothing"]) {
      const { status, text, headers } = await get(path);
      expect([path, status, text]).toEqual([path, 404, "<!doctype html><title>Lost</title>"]);
      expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "public, max-age=30" });
      expect(headers).not.toHaveProperty("etag");
    }
    expect(await get("/nothing", "HEAD")).toMatchObject({ status: 404, text: "" });
    // The number appears only in pages.
    for (const path of ["/api/v1/nothing", "/media/nothing.png"])
      expect([path, (await get(path)).headers["content-type"]]).toEqual([path, "application/problem+json"]);
    expect((await get("/api/docs")).status).toBe(200);
    expect((await get("/")).headers).not.toHaveProperty("x-robots-tag");
  });

  it("is compressed, and the server survives every request for its files", async () => {
    await build();
    await site.write("dist/index.html", `<!doctype html><title>${"Home ".repeat(1_000)}</title>`);
    await site.write("dist/404.html", `<!doctype html><title>${"Lost ".repeat(1_000)}</title>`);
    await site.write("dist/small.html", "<!doctype html><title>Small</title>");
    const { port, stop } = await serveSite(site.cwd, "start", "--read-only");
    stops.push(stop);
    for (const coding of ["br", "gzip", "x-gzip", "identity"]) {
      for (const path of ["/", "/small", "/nothing"]) {
        const first = await askRaw(port, path, { "Accept-Encoding": coding });
        const expected = path === "/small" || coding === "identity" ? undefined : coding.replace("x-", "");
        expect([path, coding, first.headers["content-encoding"]]).toEqual([path, coding, expected]);
        const tag = String(first.headers.etag ?? "*");
        for (const sent of [tag, tag.replace(/(-br|-gzip)?"$/, '-gzip"')])
          for (const method of ["GET", "HEAD"]) await askRaw(port, path, { "Accept-Encoding": coding, "If-None-Match": sent }, method);
        await askRaw(port, path, { "Accept-Encoding": coding, Range: "bytes=0-3" });
      }
    }
    expect((await askRaw(port, "/small")).text).toBe("<!doctype html><title>Small</title>");
  });

  it("answers unknown pages with a problem if it has no 404.html", async () => {
    await build();
    await site.write("dist/index.html", "<!doctype html><title>Home</title>");
    const get = await serve("start", "--read-only");
    const { status, text } = await get("/nothing");
    expect([status, JSON.parse(text).code]).toEqual([404, "not-found"]);
  });
});
