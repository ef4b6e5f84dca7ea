import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { assemble } from "../../build/assemble/assemble.ts";
import { buildSite } from "../../build/build-site.ts";
import { loadConfig } from "../../build/config/load-config.ts";
import { toPublished } from "../../build/outputs/index/published-file.ts";
import { INDEX_FORMAT, type Published } from "../../contract/index-format.ts";
import { findReportWeek } from "../../server/notices/weekly-report.ts";
import { createPublished, type PublishedOptions } from "../../server/published.ts";
import { openPublished, openPublishedFiles } from "../../server/published-files.ts";
import { makeContent, makePost } from "../build/factories.ts";
import { DEFAULT_PAGES } from "../helpers/kind-values.ts";

const PUBLISHED: Published = {
  slugs: { posts: ["closed", "hello"], projects: ["loom"], photos: ["pier"] },
  aliases: { former: "hello", gone: "nowhere" },
  commentsClosed: ["closed"],
  services: [{ id: "srv-1", slug: "weaving" }],
};

/** A source of files with a log of its reads. */
function setUp(options: Partial<PublishedOptions> = {}) {
  const asked: string[] = [];
  const clock = { now: 1_000_000 };
  const files = new Map<string, string>();
  const publish = (id: string, published: unknown = PUBLISHED, manifest: Record<string, unknown> = {}) => {
    files.set(`index/v1/published.${id}.json`, JSON.stringify(published));
    const site = { baseUrl: "https://ines.example/api/v1", timeZone: "Europe/Lisbon" };
    files.set(
      "index/v1/manifest.json",
      JSON.stringify({ format: INDEX_FORMAT, buildId: id, site, published: `published.${id}.json`, more: [], ...manifest }),
    );
  };
  publish("a");
  const read = vi.fn(async (path: string) => {
    asked.push(path);
    const text = files.get(path);
    return text === undefined ? null : Buffer.from(text);
  });
  const errors: unknown[] = [];
  const source = createPublished({ read, clock: () => clock.now, onError: (error) => errors.push(error), ...options });
  return { asked, clock, files, publish, read, errors, source };
}

const withPosts = (...posts: string[]): Published => ({ ...PUBLISHED, slugs: { ...PUBLISHED.slugs, posts } });

describe("published content", () => {
  it("recognizes unlisted posts by a hash of their slug, and finds the current slug by a former one", async () => {
    const [post, closed] = [
      makePost("calm", { unlisted: true, aliases: ["quiet", "long-ago-quiet"] }),
      makePost("shut", { unlisted: true, commentsOpen: false }),
    ];
    const content = makeContent({ posts: [makePost("hello"), post, closed] });
    const urls = { ...DEFAULT_PAGES, posts: "/{slug}" };
    const published = toPublished(assemble(content, { feeds: { rss: true, json: true } }), {}, urls, false);
    expect(JSON.stringify(published)).not.toMatch(/calm|quiet|shut/);
    const { publish, source } = setUp();
    publish("u", published);
    const known = await source.refresh();
    for (const slug of ["calm", "quiet", "long-ago-quiet"])
      expect(known?.findPost(slug)).toEqual({ slug: "calm", commentsOpen: true, listed: false });
    expect(known?.findPost("shut")).toEqual({ slug: "shut", commentsOpen: false, listed: false });
    expect(known?.findPost("hello")).toMatchObject({ listed: true });
    expect(known?.findPost("other")).toBeNull();
    expect(["/calm", "/quiet", "/shut", "/other"].map((path) => known?.isPage(path))).toEqual([true, true, true, false]);
  });

  it("recognizes pages of published documents by their path, whatever path pattern the owner sets", async () => {
    const { source, publish, clock } = setUp();
    const isPage = async (...paths: string[]) => {
      const content = await source.refresh();
      return paths.map((path) => content?.isPage(path));
    };
    expect(await isPage("/posts/hello")).toEqual([false]);
    const pages = {
      posts: "/blog/{slug}/",
      projects: "/work/{slug}.html",
      books: "/{slug}",
      photos: "/photos/{slug}/view",
      pages: "/{path}/",
    };
    publish("b", { ...PUBLISHED, pages });
    clock.now += 10_000;
    const yes = ["/blog/hello", "/blog/former", "/work/loom.html", "/photos/pier/view"];
    expect(await isPage(...yes)).toEqual([true, true, true, true]);
    const no = ["/", "", "/blog/", "/blog/none", "/blog/hello/more", "/x/blog/hello", "/work/loom", "/work/.html", "/photos/pier", "/pier"];
    expect(await isPage(...no)).toEqual(no.map(() => false));
  });

  it("recognizes pages with their own address, and pages of unlisted posts only by a hash", async () => {
    const urls = { ...DEFAULT_PAGES, posts: "/{year}/{slug}" };
    const posts = [
      makePost("hello", { page: "/2024/hello" }),
      makePost("size", { page: "/gr%C3%B6%C3%9Fe%20x/" }),
      makePost("calm", { page: "/quiet/corner", unlisted: true }),
    ];
    const published = toPublished(assemble(makeContent({ posts }), { feeds: { rss: true, json: true } }), {}, urls, false);
    expect(published.paths).toEqual(["/2024/hello", "/größe x"]);
    expect(JSON.stringify(published)).not.toMatch(/quiet|corner/);
    const { publish, source } = setUp();
    publish("p", published);
    const known = await source.refresh();
    const paths = ["/2024/hello", "/größe%20x", "/quiet/corner", "/2024/calm", "/quiet"];
    expect(paths.map((path) => known?.isPage(path))).toEqual([true, true, true, false, false]);
  });

  it("finds posts by current and former slug, and everything else by slug", async () => {
    const content = await setUp().source.current();
    expect(content?.findPost("hello")).toEqual({ slug: "hello", commentsOpen: true, listed: true });
    expect(content?.findPost("former")).toEqual({ slug: "hello", commentsOpen: true, listed: true });
    expect(content?.findPost("closed")).toEqual({ slug: "closed", commentsOpen: false, listed: true });
    for (const unknown of ["draft", "gone", "nowhere", "__proto__", "constructor", ""]) expect(content?.findPost(unknown)).toBeNull();
    expect([
      content?.has("posts", "former"),
      content?.has("projects", "loom"),
      content?.has("books", "loom"),
      content?.has("photos", "pier"),
    ]).toEqual([true, true, false, true]);
    expect([content?.hasServiceId("srv-1"), content?.hasServiceId("weaving"), content?.has("services", "weaving")]).toEqual([
      true,
      false,
      true,
    ]);
    expect(content).toMatchObject({ buildId: "a", baseUrl: "https://ines.example/api/v1", timeZone: "Europe/Lisbon" });
  });

  it("has the kinds of an older build, and no documents of newer kinds", async () => {
    const { publish, source } = setUp();
    publish("b", { ...PUBLISHED, slugs: { posts: ["hello"], projects: ["loom"] }, pages: { posts: "/{slug}", projects: "/p/{slug}" } });
    const content = await source.current();
    expect([content?.has("posts", "former"), content?.has("projects", "loom"), content?.has("books", "loom")]).toEqual([true, true, false]);
    expect([content?.isPage("/hello"), content?.isPage("/p/loom"), content?.isPage("/books/loom")]).toEqual([true, true, false]);
  });

  it("checks the manifest once per interval, and reads the rest only when it has changed", async () => {
    const { asked, clock, publish, source } = setUp({ intervalMs: 5_000 });
    await source.current();
    await source.current();
    clock.now += 4_999;
    await source.current();
    expect(asked).toEqual(["index/v1/manifest.json", "index/v1/published.a.json"]);
    clock.now += 1;
    await source.current();
    await source.refresh();
    expect(asked.slice(2)).toEqual(["index/v1/manifest.json"]);
    publish("b", withPosts("fresh"));
    clock.now += 5_000;
    await source.current();
    await source.refresh();
    expect((await source.current())?.findPost("fresh")).not.toBeNull();
    expect((await source.current())?.findPost("hello")).toBeNull();
  });

  it("does not make a request wait for a check while it has a copy", async () => {
    const { clock, read, source } = setUp({ intervalMs: 5_000 });
    await source.current();
    clock.now += 5_000;
    read.mockImplementationOnce(() => new Promise(() => {}));
    expect((await source.current())?.buildId).toBe("a");
  });

  it("checks immediately on request, and concurrent callers share the check", async () => {
    const { asked, publish, source } = setUp();
    await source.current();
    publish("b", withPosts("fresh"));
    const looks = await Promise.all([source.refresh(), source.refresh(), source.refresh()]);
    expect(looks.map((content) => content?.findPost("fresh") != null)).toEqual([true, true, true]);
    expect(asked.filter((path) => path.endsWith("manifest.json"))).toHaveLength(2);
  });

  it("can limit the requests to a CDN for made-up slugs", async () => {
    const { asked, clock, source } = setUp({ forcedIntervalMs: 1_000 });
    await source.current();
    for (let count = 0; count < 50; count += 1) await source.refresh();
    expect(asked).toHaveLength(2);
    clock.now += 1_000;
    await source.refresh();
    await source.refresh();
    expect(asked).toHaveLength(3);
  });

  it("changes the public base even if the content is unchanged", async () => {
    const { publish, source } = setUp();
    await source.current();
    publish("a", PUBLISHED, { site: { baseUrl: "http://localhost:3000/api/v1", timeZone: "UTC" }, buildId: "a2" });
    expect(await source.refresh()).toMatchObject({ baseUrl: "http://localhost:3000/api/v1", buildId: "a2" });
  });

  it("uses UTC if this runtime does not know the site's time zone", async () => {
    const { publish, source } = setUp();
    publish("b", PUBLISHED, { site: { baseUrl: "https://ines.example/api/v1", timeZone: "Europe/Atlantis" } });
    const { timeZone = "" } = (await source.current()) ?? {};
    expect(timeZone).toBe("UTC");
    expect(findReportWeek(Date.parse("2026-03-02T07:00:00Z"), timeZone)).toBe("2026-02-23");
  });
});

describe("published content whose source is unavailable or returns garbage", () => {
  it.each<[string, (files: Map<string, string>) => void]>([
    ["is empty", (files) => files.clear()],
    ["has no such file", (files) => files.delete("index/v1/published.b.json")],
    ["is truncated", (files) => files.set("index/v1/published.b.json", '{"slugs":{"posts":["he')],
    ["is HTML", (files) => files.set("index/v1/manifest.json", "<!doctype html>")],
    ["is null", (files) => files.set("index/v1/manifest.json", "null")],
    [
      "has another format",
      (files) =>
        files.set("index/v1/manifest.json", (files.get("index/v1/manifest.json") ?? "").replace(`"format":${INDEX_FORMAT}`, '"format":99')),
    ],
    [
      "has wrong types",
      (files) => files.set("index/v1/published.b.json", '{"slugs":{"posts":"hello"},"aliases":{},"commentsClosed":[],"services":[]}'),
    ],
    [
      "points outside the folder",
      (files) =>
        files.set("index/v1/manifest.json", (files.get("index/v1/manifest.json") ?? "").replace("published.b.json", "../../secrets.json")),
    ],
    [
      "has an invalid base",
      (files) =>
        files.set(
          "index/v1/manifest.json",
          (files.get("index/v1/manifest.json") ?? "").replace("https://ines.example/api/v1", "javascript:alert(1)"),
        ),
    ],
  ])("keeps the last good copy if it %s", async (_case, spoil) => {
    const { clock, files, publish, errors, source } = setUp();
    await source.current();
    publish("b", withPosts("fresh"));
    const good = new Map(files);
    spoil(files);
    expect((await source.refresh())?.findPost("hello")).not.toBeNull();
    expect(errors).toHaveLength(1);
    expect(source.status()).toMatchObject({ buildId: "a", readAt: 1_000_000, error: expect.any(String) });
    for (const [name, text] of good) files.set(name, text);
    clock.now += 2_000;
    expect((await source.refresh())?.findPost("fresh")).not.toBeNull();
    expect(source.status()).toMatchObject({ buildId: "b", error: null });
  });

  it("returns null while there has never been a good copy, and is read again after a pause", async () => {
    const { asked, clock, files, publish, errors, source } = setUp();
    files.clear();
    expect(await source.current()).toBeNull();
    expect(await source.current()).toBeNull();
    expect(await source.refresh()).toBeNull();
    expect(asked).toHaveLength(1);
    publish("b");
    clock.now += 2_000;
    expect(await source.current()).toMatchObject({ buildId: "b" });
    expect(errors).toHaveLength(1);
  });

  it("reports a fault once, not at every check", async () => {
    const { clock, files, errors, source } = setUp();
    await source.current();
    files.clear();
    for (let count = 0; count < 5; count += 1) {
      clock.now += 10_000;
      await source.refresh();
    }
    expect(errors).toHaveLength(1);
  });

  it("delays nobody for longer than the timeout", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { read, source } = setUp({ timeoutMs: 50 });
    read.mockImplementation(() => new Promise(() => {}));
    const waiting = source.current();
    await vi.advanceTimersByTimeAsync(50);
    expect(await waiting).toBeNull();
    expect(source.status().error).toContain("50 ms");
  });
});

describe("a change", () => {
  it("takes effect only after `onChange` has finished", async () => {
    const followed: string[] = [];
    const { publish, source } = setUp({
      onChange: async ({ buildId, findPost }) => {
        followed.push(`${buildId} ${["former", "older"].filter((slug) => findPost(slug) !== null).join(",")}`);
      },
    });
    await source.current();
    publish("b", { ...withPosts("hello"), aliases: { older: "hello" } });
    await source.refresh();
    await source.refresh();
    expect(followed).toEqual(["a former", "b older"]);
  });

  it("still takes effect if `onChange` fails, which is then retried", async () => {
    let fails = true;
    const tried: string[] = [];
    const { clock, publish, source } = setUp({
      onChange: async ({ buildId }) => {
        tried.push(buildId);
        if (buildId === "b" && fails) throw new Error("locked");
      },
    });
    await source.current();
    publish("b", withPosts("fresh"));
    expect((await source.refresh())?.findPost("fresh")).not.toBeNull();
    expect(source.status().error).toBe("locked");
    fails = false;
    clock.now += 2_000;
    await source.refresh();
    expect([tried, source.status().error]).toEqual([["a", "b", "b"], null]);
    clock.now += 10_000;
    await source.refresh();
    expect(tried).toHaveLength(3);
  });
});

describe("openPublishedFiles", () => {
  it("reads a folder", async () => {
    const folder = mkdtempSync(join(tmpdir(), "octavo-published-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, "index/v1"), { recursive: true });
    writeFileSync(join(folder, "index/v1/manifest.json"), '{"a":1}');
    const { read, isRemote } = openPublishedFiles(folder);
    expect(isRemote).toBe(false);
    expect(Buffer.from((await read("index/v1/manifest.json")) ?? []).toString()).toBe('{"a":1}');
    expect(await read("index/v1/none.json")).toBeNull();
  });

  it("returns the published content of a folder as soon as there is some", async () => {
    const folder = mkdtempSync(join(tmpdir(), "octavo-published-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const clock = { now: 0 };
    const source = openPublished(folder, { clock: () => clock.now });
    expect(await source.current()).toBeNull();
    mkdirSync(join(folder, "index/v1"), { recursive: true });
    writeFileSync(join(folder, "index/v1/published.a.json"), JSON.stringify(PUBLISHED));
    const site = { baseUrl: "https://ines.example/api/v1", timeZone: "UTC" };
    writeFileSync(
      join(folder, "index/v1/manifest.json"),
      JSON.stringify({ format: INDEX_FORMAT, buildId: "a", site, published: "published.a.json" }),
    );
    clock.now += 10_000;
    expect((await source.current())?.findPost("hello")).not.toBeNull();
  });

  it("reads the files of a build", async () => {
    const cwd = mkdtempSync(join(tmpdir(), "octavo-published-"));
    onTestFinished(() => rmSync(cwd, { recursive: true }));
    cpSync(new URL("../fixtures/sites/small/content", import.meta.url), join(cwd, "content"), { recursive: true });
    const { config } = await loadConfig({ cwd });
    const [contentDir, outDir, cacheDir] = ["content", "dist", "cache"].map((name) => join(cwd, name)) as [string, string, string];
    const built = await buildSite({
      cwd,
      config,
      contentDir,
      outDir,
      cacheDir,
      now: "2024-07-01T00:00:00.000Z",
      drafts: false,
      future: false,
      search: true,
      strict: false,
    });
    expect(built.ok).toBe(true);
    const content = await openPublished(outDir, { clock: () => 0 }).current();
    expect(content?.findPost("counting-threads")).toMatchObject({ slug: "counting-threads" });
    for (const hidden of ["unfinished", "later"]) expect(content?.findPost(hidden)).toBeNull();
    expect(content?.has("books", "on-weaving")).toBe(true);
  });

  it("reads from a CDN, and asks it to revalidate", async () => {
    const seen: [url: string | undefined, cache: string | undefined][] = [];
    const server = createServer((request, response) => {
      seen.push([request.url, request.headers["cache-control"]]);
      if (request.url === "/site/index/v1/manifest.json") response.setHeader("Content-Type", "application/json").end('{"a":1}');
      else response.writeHead(404).end("no");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { read, isRemote } = openPublishedFiles(`http://127.0.0.1:${port}/site`);
    expect(isRemote).toBe(true);
    expect(Buffer.from((await read("index/v1/manifest.json")) ?? []).toString()).toBe('{"a":1}');
    expect(await read("index/v1/none.json")).toBeNull();
    expect(seen[0]).toEqual(["/site/index/v1/manifest.json", "no-cache"]);
  });
});

it("the server states why a file cannot be read, without its path on the machine", async () => {
  const folder = mkdtempSync(join(tmpdir(), "octavo-published-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // A file instead of a folder, for ENOTDIR, because root may read files that a user may not.
  writeFileSync(join(folder, "index"), "");
  const source = openPublished(folder, { clock: () => 0 });
  expect(await source.current()).toBeNull();
  expect(source.status().error).toBe("index/v1/manifest.json cannot be read (ENOTDIR)");
});
