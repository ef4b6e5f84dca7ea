import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createReadHandler } from "../../../../edge/handler.ts";
import { type Conformance, createConformance } from "../../../helpers/openapi.ts";
import { buildIn, type Files, writeFiles } from "../../site-folder.ts";

const URLS = {
  tags: "/tags/{slug}/",
  categories: "/topics/{slug}",
  series: "/series/{slug}/",
  authors: "/people/{slug}/",
};
const toConfig = (urls: object): string => `export default ${JSON.stringify({ urls })};`;
const toPost = (front: string): string => `---\ntitle: A\npublishedAt: 2024-01-01\n${front}\n---\nText.\n`;
const FILES: Files = {
  "octavo.config.mjs": toConfig(URLS),
  "content/site.yaml": "name: Fjord\nurl: https://fjord.example\n",
  "content/series/loom.yaml": "title: Loom\n",
  "content/posts/a.md": toPost("tags: [Größe, Sea]\ncategories: [Notes]\nauthors: [Ines Aas]\nseries: loom"),
  "content/books/b.md": "---\ntitle: B\nauthors: [Ada]\nstatus: reading\ntags: [Sea]\n---\nGood.\n",
};

let cwd: string;
let conformance: Conformance | null = null;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-groups-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

async function build(files: Files): Promise<readonly string[]> {
  writeFiles(cwd, { ...FILES, ...files });
  const { diagnostics, ok } = await buildIn(cwd);
  if (ok) conformance = createConformance(JSON.parse(read("api/v1/openapi.json")));
  return diagnostics.all().map(({ file, line, column, severity, message }) => `${file}:${line}:${column} ${severity} ${message}`);
}

const read = (path: string): string => readFileSync(join(cwd, "dist", path), "utf8");

async function get(path: string): Promise<unknown> {
  const handler = createReadHandler({ read: async (file) => readFileSync(join(cwd, "dist", file)) });
  const response = await handler(new Request(`https://fjord.example/api/v1${path}`));
  await conformance?.checkResponse("GET", path, response);
  return response.status === 200 ? response.json() : response.status;
}

const at = (path: string): object => ({ url: `https://fjord.example${path}`, path });

describe("pages of groups and services", () => {
  it("have the addresses from `urls` in collections, in the sitemap and for /resolve", async () => {
    expect(await build({})).toEqual([]);
    expect(await get("/tags/posts")).toMatchObject({ items: [at("/tags/gr%C3%B6%C3%9Fe/"), at("/tags/sea/")] });
    expect(await get("/tags/books/sea")).toMatchObject(at("/tags/sea/"));
    expect(await get("/categories/notes")).toMatchObject(at("/topics/notes"));
    expect(await get("/post-series")).toMatchObject({ items: [at("/series/loom/")] });
    expect(await get("/post-series/loom")).toMatchObject(at("/series/loom/"));
    const author = { slug: "ines-aas", url: null, pageUrl: "https://fjord.example/people/ines-aas/", path: "/people/ines-aas/" };
    expect(await get("/authors/ines-aas")).toMatchObject(author);
    expect(await get("/site-settings")).toMatchObject({ pages: { ...URLS, albums: null } });
    expect(await get("/resolve?path=/tags/größe")).toEqual({
      ...{ kind: "tags", slug: "größe", moved: false },
      ...at("/tags/gr%C3%B6%C3%9Fe/"),
    });
    expect(await get("/resolve?path=/series/loom/")).toMatchObject({ kind: "series", slug: "loom" });
    expect(await get("/resolve?path=/tags/nothing/")).toBe(404);
    const locations = [...read("sitemap.xml").matchAll(/<loc>https:\/\/fjord\.example([^<]+)/g)].map(([, path]) => path);
    expect(locations).toEqual(expect.arrayContaining(["/tags/sea/", "/topics/notes", "/series/loom/", "/people/ines-aas/"]));
    expect(locations.filter((path) => path === "/tags/sea/")).toHaveLength(1);
  });

  it("do not exist without a pattern", async () => {
    expect(await build({ "octavo.config.mjs": toConfig({}) })).toEqual([]);
    const none = { url: null, path: null };
    expect(await get("/tags/posts/sea")).toMatchObject(none);
    expect(await get("/post-series/loom")).toMatchObject(none);
    expect(await get("/authors/ines-aas")).toMatchObject({ pageUrl: null, path: null });
    expect(await get("/resolve?path=/tags/sea/")).toBe(404);
    expect(read("sitemap.xml")).not.toContain("/tags/");
  });

  it("must differ from pages of documents, even of drafts", async () => {
    const files = { "content/posts/draft.md": toPost("draft: true\npermalink: /tags/sea") };
    expect(await build(files)).toEqual(['content/posts/draft.md:5:12 error its page, /tags/sea, is also the page of the tag "sea"']);
  });

  it("must not belong to two groups", async () => {
    const files = {
      "octavo.config.mjs": toConfig({ tags: "/{slug}/", categories: "/{slug}" }),
      "content/posts/c.md": toPost("tags: [notes]"),
    };
    expect(await build(files)).toEqual([
      'octavo.config.mjs:1:56 error /notes would be the page of the category "notes" and of the tag "notes"',
    ]);
  });

  it("with the same address are reported in one message for each pair of groups", async () => {
    const names = ["a", "b", "c", "d", "e"];
    const config = { "octavo.config.mjs": toConfig({ tags: "/t/{slug}", categories: "/t/{slug}" }) };
    const clashing = (count: number): string => {
      const list = names.slice(0, count).join(", ");
      return toPost(`tags: [${list}]\ncategories: [${list}]`);
    };
    const start = 'octavo.config.mjs:1:57 error /t/a would be the page of the category "a" and of the tag "a"';
    expect(await build({ ...config, "content/posts/c.md": clashing(2) })).toEqual([`${start}; likewise /t/b`]);
    expect(await build({ ...config, "content/posts/c.md": clashing(5) })).toEqual([`${start}; likewise /t/b, /t/c, /t/d and 1 more`]);
  });

  it.each([
    ["/feed.{slug}", "xml", "/feed.xml", "is an address of the API and its files"],
    ["/{slug}", "api", "/api", "is a folder around addresses of the API and its files"],
    ["/{slug}/", "Media", "/media/", "is an address of the API and its files"],
  ])("must differ from Octavo's addresses: %s with %s", async (pattern, tag, path, why) => {
    const files = { "octavo.config.mjs": toConfig({ tags: pattern }), "content/posts/c.md": toPost(`tags: [${tag}]`) };
    expect(await build(files)).toEqual([
      `octavo.config.mjs:1:32 error ${path} would be the page of the tag "${tag.toLowerCase()}" and ${why}`,
    ]);
  });

  it("must differ from documents' pages and redirects, including a page that all services share", async () => {
    const service = { "content/services/hour.md": "---\ntitle: Hour\n---\nAn hour.\n" };
    const page = { "octavo.config.mjs": toConfig({ services: "/offers" }), "content/posts/c.md": toPost("permalink: /offers/") };
    expect(await build({ ...service, ...page })).toEqual([
      "content/posts/c.md:4:12 error its page, /offers/, is also the page of the services",
    ]);
    const config = { urls: { services: "/offers" }, redirects: { "/offers/": "/else" } };
    writeFiles(cwd, { "content/posts/c.md": toPost("tags: []"), "octavo.config.mjs": `export default ${JSON.stringify(config)};` });
    const { diagnostics } = await buildIn(cwd, { check: true });
    expect(diagnostics.all().map(({ message }) => message)).toEqual(['"/offers/" would hide the page /offers (services: hour)']);
  });

  it("exist for each service, or once for all services", async () => {
    const service = {
      "content/services/hour.md": "---\ntitle: Hour\n---\nAn hour.\n",
      "content/services/day.md": "---\ntitle: Day\n---\nA day.\n",
    };
    expect(await build({ ...service, "octavo.config.mjs": toConfig({}) })).toEqual([]);
    expect(await get("/services/hour")).toMatchObject(at("/services"));
    expect(await get("/site-settings")).toMatchObject({ pages: { services: "/services" } });
    expect(read("sitemap.xml")).not.toContain("/services");
    expect(await build({ "octavo.config.mjs": toConfig({ services: "/offers" }) })).toEqual([]);
    expect(await get("/services")).toMatchObject({ items: [at("/offers"), at("/offers")] });
    expect(read("sitemap.xml").match(/fjord\.example\/offers/g)).toHaveLength(1);
    expect(await get("/resolve?path=/offers")).toBe(404);
    expect(await build({ "octavo.config.mjs": toConfig({ services: "/offers/{slug}/" }) })).toEqual([]);
    expect(await get("/resolve?path=/offers/hour")).toEqual({ kind: "services", slug: "hour", moved: false, ...at("/offers/hour/") });
    const page = { "octavo.config.mjs": toConfig({ services: "/offers/{slug}/" }), "content/posts/c.md": toPost("permalink: /offers/day") };
    expect(await build(page)).toEqual(['content/posts/c.md:4:12 error its page, /offers/day, is also the page of the service "day"']);
  });

  it("take precedence over former pages of documents, and the build says so", async () => {
    const files = { "content/posts/c.md": toPost("redirectFrom: [/tags/sea, /old]") };
    expect(await build(files)).toEqual([
      'content/posts/c.md:4:15 warning /tags/sea is the page of the tag "sea", so nothing is redirected from there',
    ]);
    expect(await get("/redirects")).toEqual({ items: [{ from: "/old", to: "/posts/c" }] });
    expect(await get("/resolve?path=/tags/sea")).toMatchObject({ kind: "tags" });
  });
});
