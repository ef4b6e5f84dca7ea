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
  // One server for each database.
  for (const stop of stops.splice(0)) await stop();
  const { port, stop } = await serveSite(site.cwd, ...args);
  stops.push(stop);
  return (path, method = "GET", accept = "text/html,*/*;q=0.8") => askRaw(port, path, { Accept: accept }, method);
}

const READER = "/_octavo/reader.js";

describe("the reader", () => {
  it("answers the pages that the build names with 200, and all others with 404", async () => {
    await build();
    const get = await serve("start", "--read-only");
    const known = [
      "/",
      "/posts",
      "/posts/",
      "/search?q=ice",
      "/about",
      "/services",
      "/services/advice",
      "/projects/loom",
      "/projects/loom/",
    ];
    const posts = [
      "/2026/01/first-ice.html",
      "/posts/first-ice",
      "/%C3%9Cber%20uns/dort",
      "/%C3%9Cber%20uns/dort/index.html",
      "/2026/01/quiet.html",
    ];
    for (const path of [...known, ...posts]) {
      const { status, text } = await get(path);
      expect([path, status, text.includes(READER)]).toEqual([path, 200, true]);
    }
    const unknown = [
      "/nothing",
      "/2025/01/first-ice.html",
      "/first-ice",
      "/posts/nothing",
      "/2026/01/draft.html",
      "/services/nothing",
      "/a/posts/first-ice",
      "/%ff",
    ];
    for (const path of unknown) {
      const { status, text, headers } = await get(path);
      // A person sees the reader, which says that nothing is here.
      expect([path, status, text.includes(READER) || headers["content-type"] === "application/problem+json"]).toEqual([path, 404, true]);
    }
    expect(await get("/nothing", "HEAD")).toMatchObject({ status: 404, text: "" });
    expect(await get("/nothing", "GET", "*/*")).toMatchObject({ status: 404, headers: { "content-type": "application/problem+json" } });
    // curl takes any type, a picture of a page does not.
    expect((await get("/posts", "GET", "*/*")).text).toContain(READER);
    expect((await get("/posts", "GET", "image/webp")).status).toBe(404);
  });

  it("is for search engines where it is the site itself, and not in a preview", async () => {
    await build();
    const robots = async (get: Awaited<ReturnType<typeof serve>>, path = "/"): Promise<unknown> => {
      const { headers, text } = await get(path);
      expect(text).not.toContain("noindex");
      return headers["x-robots-tag"] ?? null;
    };
    const site200 = await serve("start", "--read-only");
    expect(await robots(site200)).toBeNull();
    expect(await robots(site200, "/2026/01/first-ice.html")).toBeNull();
    // It stands in no list, and who has its address reads it.
    expect(await robots(site200, "/2026/01/quiet.html")).toBe("noindex");
    expect(await robots(await serve("start", "--read-only", "--public-url", "https://other.example"))).toBe("noindex");
    expect(await robots(await serve("start"))).toBe("noindex");
    expect(await robots(await serve("start", "--public-url", "https://marsh.example"))).toBeNull();
    expect(await robots(await serve("dev", "--public-url", "https://marsh.example"))).toBe("noindex");
    await build("--public-url", "https://preview-17.example");
    expect(await robots(await serve("start", "--read-only"))).toBe("noindex");
  });
});

describe("a website of the owner's own", () => {
  it("answers unknown pages with its 404.html, and is never the reader", async () => {
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
    // The reader replaces pages only.
    for (const path of ["/api/v1/nothing", "/media/nothing.png"])
      expect([path, (await get(path)).headers["content-type"]]).toEqual([path, "application/problem+json"]);
    expect((await get("/api/docs")).status).toBe(200);
    expect((await get("/")).headers).not.toHaveProperty("x-robots-tag");
  });

  it("is compressed, and the server outlives all that is asked of its files", async () => {
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

  it("answers unknown pages with a problem where it has no 404.html", async () => {
    await build();
    await site.write("dist/index.html", "<!doctype html><title>Home</title>");
    const get = await serve("start", "--read-only");
    const { status, text } = await get("/nothing");
    expect([status, JSON.parse(text).code]).toEqual([404, "not-found"]);
  });
});
