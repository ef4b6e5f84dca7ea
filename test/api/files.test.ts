import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import exifr from "exifr";
import { XMLParser } from "fast-xml-parser";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Manifest, PageIndex } from "../../contract/index-format.ts";
import { createNodeHost } from "../../hosts/node/node-app.ts";
import { listen, type RunningServer } from "../../hosts/node/server.ts";
import { LIST_KINDS } from "../../kinds/list-kinds.ts";
import { fileName, NO_FILE, type SearchBase, splitHashes } from "../../search/format/layout.ts";
import { BUILD_TIMEOUT_MS, buildSampleSite, type SampleSite } from "../helpers/sample-site.ts";
import { type OpenApi, openApi, serveInProcess } from "./open-api.ts";
import type { Listed } from "./request.ts";

/** Files that the Node host serves beside the API, over a socket, for the real sample site. */

const SITE_URL = "https://ines.example";
const DOCUMENT = "public, max-age=300, s-maxage=3600, stale-while-revalidate=86400, stale-if-error=604800";
const IMMUTABLE = "public, max-age=31536000, immutable";

let site: SampleSite;
let server: RunningServer;
let api: OpenApi;
beforeAll(async () => {
  site = await buildSampleSite();
  server = await listen(createNodeHost({ distDir: site.outDir }), { host: "127.0.0.1", port: 0 });
  api = await openApi({ plain: site.outDir, counted: site.outDir, empty: site.outDir }, serveInProcess);
}, BUILD_TIMEOUT_MS);
afterAll(async () => {
  await server.close();
  await site.remove();
});

const get = (path: string, init?: RequestInit): Promise<Response> => fetch(server.url + path, init);

/** Addresses of all published documents. */
function publishedUrls(): string[] {
  return LIST_KINDS.flatMap((kind): readonly Listed[] => api.catalog[kind]).map(({ url }) => url);
}

/** Checks the headers of a file and of its 304; returns its body. */
async function expectFile(path: string, type: string, cacheControl: string): Promise<Buffer> {
  const answer = await get(path);
  const body = Buffer.from(await answer.arrayBuffer());
  const { headers } = answer;
  expect([path, answer.status, headers.get("Content-Type"), headers.get("Cache-Control")]).toEqual([path, 200, type, cacheControl]);
  expect(headers.get("Content-Length")).toBe(String(body.length));
  expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  const etag = headers.get("ETag") ?? expect.fail(`${path} has no ETag`);
  const again = await get(path, { headers: { "If-None-Match": `"other", W/${etag}` } });
  expect([path, again.status, await again.text(), again.headers.get("Cache-Control")]).toEqual([path, 304, "", cacheControl]);
  return body;
}

describe("feeds", () => {
  it("RSS has the posts, newest first, each at its own address", async () => {
    const text = (await expectFile("/feed.xml", "application/rss+xml; charset=utf-8", DOCUMENT)).toString("utf8");
    const { rss } = new XMLParser({ ignoreAttributes: false }).parse(text);
    const items: { link: string; title: string; pubDate: string }[] = rss.channel.item;
    expect(items.map(({ link }) => link)).toEqual(api.catalog.posts.map(({ url }) => url));
    expect(items.map(({ title }) => title)).toEqual(api.catalog.posts.map(({ title }) => title));
    expect(items.map(({ pubDate }) => new Date(pubDate).toISOString())).toEqual(api.catalog.posts.map(({ publishedAt }) => publishedAt));
    expect(rss.channel["atom:link"]["@_href"]).toBe(`${SITE_URL}/feed.xml`);
  });

  it("JSON Feed has the same posts", async () => {
    const text = (await expectFile("/feed.json", "application/feed+json; charset=utf-8", DOCUMENT)).toString("utf8");
    const feed: { version: string; feed_url: string; items: { id: string; content_html: string; date_published: string }[] } =
      JSON.parse(text);
    expect([feed.version, feed.feed_url]).toEqual(["https://jsonfeed.org/version/1.1", `${SITE_URL}/feed.json`]);
    expect(feed.items.map(({ id, date_published }) => [id, date_published])).toEqual(
      api.catalog.posts.map(({ url, publishedAt }) => [url, publishedAt]),
    );
    for (const { content_html } of feed.items) expect(content_html).not.toMatch(/(?:src|href)="(?:\.|\/)/);
  });
});

describe("sitemap.xml", () => {
  it("lists the home page and every published document without a canonical URL elsewhere, once each, and nothing else", async () => {
    const text = (await expectFile("/sitemap.xml", "application/xml; charset=utf-8", DOCUMENT)).toString("utf8");
    const entries: { loc: string; lastmod?: string }[] = new XMLParser().parse(text).urlset.url;
    const elsewhere = api.catalog.documents.filter(({ url, canonicalUrl }) => url !== canonicalUrl).map(({ url }) => url);
    expect(elsewhere).not.toEqual([]);
    const wanted = [`${SITE_URL}/`, ...publishedUrls().filter((url) => !elsewhere.includes(url))];
    expect(entries.map(({ loc }) => loc).sort()).toEqual(wanted.sort());
    for (const { url, updatedAt } of api.catalog.posts)
      if (!elsewhere.includes(url)) expect(entries.find(({ loc }) => loc === url)?.lastmod).toBe(updatedAt);
  });
});

it("robots.txt allows everything and names the sitemap", async () => {
  const text = (await expectFile("/robots.txt", "text/plain; charset=utf-8", DOCUMENT)).toString("utf8");
  expect(text.split("\n")).toEqual(expect.arrayContaining(["User-agent: *", "Allow: /", `Sitemap: ${SITE_URL}/sitemap.xml`]));
});

it("llms.txt names the newest posts, and llms-full.txt has their texts", async () => {
  const [list, full] = await Promise.all(
    ["/llms.txt", "/llms-full.txt"].map(async (path) => (await expectFile(path, "text/plain; charset=utf-8", DOCUMENT)).toString("utf8")),
  );
  for (const { url } of api.catalog.posts) {
    expect(list).toContain(`](${url})`);
    expect(full).toContain(`\nURL: ${url}\n`);
  }
});

describe("media", () => {
  const TYPES: Readonly<Record<string, string>> = {
    jpg: "image/jpeg",
    png: "image/png",
    webp: "image/webp",
    csv: "text/csv; charset=utf-8",
  };
  const listMedia = (): Promise<string[]> => readdir(join(site.outDir, "media"));

  it("are exactly the files to which documents refer", async () => {
    const texts = await Promise.all(
      [
        "/about",
        "/site-settings",
        "/services-page",
        "/services",
        "/post-series/weaving-for-programmers",
        "/post-series/a-server-under-the-stairs",
      ].map(async (target) => (await api.send(target)).text),
    );
    const all = JSON.stringify(api.catalog) + texts.join("\n");
    const named = new Set([...all.matchAll(/https:\/\/ines\.example\/media\/([A-Za-z0-9._-]+)/g)].map(([, name]) => name));
    expect([...named].sort()).toEqual((await listMedia()).sort());
  });

  it("may be cached for a year, and have their own types", async () => {
    const names = await listMedia();
    expect(names.length).toBeGreaterThan(100);
    for (const name of names) {
      const body = await expectFile(`/media/${name}`, TYPES[name.split(".").at(-1) ?? ""] ?? "unknown", IMMUTABLE);
      if (name.endsWith(".csv")) continue;
      const { format } = await sharp(body).metadata();
      expect(TYPES[name.split(".").at(-1) ?? ""]).toBe(`image/${format}`);
    }
  });

  it("have the size, type and variants of their Image, up to their own width", async () => {
    const images = [
      ...api.catalog.photos.map(({ image }) => image),
      ...api.catalog.posts.flatMap(({ cover, images }) => [cover, ...images]),
    ];
    expect(images.length).toBeGreaterThan(30);
    for (const image of images) {
      if (image === null) continue;
      const widths = image.variants.map(({ width }) => width);
      const widest = Math.min(image.width ?? 0, 1600);
      expect(widths).toEqual([...[480, 960].filter((width) => width < widest), widest]);
      for (const { url, width, height, mimeType } of [image, ...image.variants]) {
        const answer = await get(url.slice(SITE_URL.length));
        expect(answer.headers.get("Content-Type")).toBe(mimeType);
        expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ width, height });
      }
    }
  });

  it("reveal no location, camera or author", async () => {
    for (const name of await listMedia()) {
      if (name.endsWith(".csv")) continue;
      const bytes = Buffer.from(await (await get(`/media/${name}`)).arrayBuffer());
      const { exif, xmp, iptc, comments } = await sharp(bytes).metadata();
      expect({ name, exif, xmp, iptc, comments }).toEqual({ name });
      // exifr cannot read WebP. For these files, sharp has shown that they carry neither EXIF nor
      // XMP.
      if (name.endsWith(".webp")) continue;
      expect(await exifr.gps(bytes)).toBeUndefined();
      const tags = await exifr.parse(bytes, {
        tiff: true,
        exif: true,
        gps: true,
        iptc: true,
        xmp: true,
        makerNote: true,
        jfif: false,
        ihdr: false,
        icc: false,
      });
      expect([name, tags]).toEqual([name, undefined]);
    }
  });
});

describe("index files", () => {
  it("are the manifest, which caches revalidate each time, and the files that it names, which are immutable", async () => {
    const manifest: Manifest = JSON.parse(
      (await expectFile("/index/v1/manifest.json", "application/json; charset=utf-8", "no-cache")).toString("utf8"),
    );
    const base: SearchBase = JSON.parse(await readFile(join(site.outDir, "index/v1", manifest.search?.base ?? ""), "utf8"));
    const { parts }: PageIndex = JSON.parse(await readFile(join(site.outDir, "index/v1", manifest.resolve ?? ""), "utf8"));
    const named = [
      ...parts.map(([, name]) => name),
      ...[...JSON.stringify(manifest).matchAll(/"([a-z.]+\.[0-9a-f]+\.json)"/g)].map(([, name]) => name ?? ""),
      ...[base.shards, base.near].flatMap(({ hashes }, at) =>
        splitHashes(hashes).map((hash) => fileName(at === 0 ? "shard" : "near", hash)),
      ),
      ...[base.hits, base.largeHits, base.texts].flatMap(({ slots, dated }, at) =>
        splitHashes(slots + dated)
          .filter((hash) => hash !== NO_FILE)
          .map((hash) => fileName(at === 2 ? "texts" : "hits", hash)),
      ),
    ];
    const files = await readdir(join(site.outDir, "index/v1"));
    expect([...named, "manifest.json"].sort()).toEqual(files.sort());
    for (const name of named)
      JSON.parse((await expectFile(`/index/v1/${name}`, "application/json; charset=utf-8", IMMUTABLE)).toString("utf8"));
  });
});

describe("the page at /", () => {
  it("links only to existing pages, and shows each day in the author's time zone", async () => {
    const answer = await get("/");
    const html = await answer.text();
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "text/html; charset=utf-8"]);
    const links = [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => (href ?? "").replaceAll("&amp;", "&"));
    expect(links.length).toBeGreaterThan(20);
    for (const link of links) expect([link, (await get(link)).status]).toEqual([link, 200]);
    // Published at midnight in Bergen, which is the evening before in UTC.
    expect(html).toContain('<time datetime="2026-03-21T23:00:00.000Z">2026-03-22</time>');
  });

  it.each([
    "/nothing",
    "/media",
    "/media/",
    "/media/nothing.0123456789abcdef.jpg",
    "/index/v1/",
    "/index/v1/posts.chunk.0123456789abcdef.json",
    "/feed.xml/",
    "/api/",
    "/api/v2/posts",
    "/posts/four-cranes",
    "/sitemap-1.xml",
  ])("comes with no page at %s", async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([404, "application/problem+json"]);
    expect(await answer.json()).toMatchObject({ code: "not-found", type: `${SITE_URL}/api/v1/problems/not-found` });
  });

  it.each([
    "/",
    "/api",
    "/feed.xml",
    "/robots.txt",
    "/index/v1/manifest.json",
  ])("and %s accept only GET, HEAD and OPTIONS", async (path) => {
    const refused = await get(path, { method: "POST", body: "x" });
    expect([refused.status, refused.headers.get("Allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    const head = await get(path, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect((await get(path, { method: "OPTIONS" })).status).toBe(204);
  });
});
