import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Published } from "../../../contract/index-format.ts";
import { buildIn, writeFiles } from "../site-folder.ts";

const SITE = "https://marsh.example/blog";
const FILES = {
  "content/site.yaml": `name: Marsh\nurl: ${SITE}/\nnavigation:\n  - { label: Reed, url: /notes/reed }\n  - { label: Shop, url: /shop }\n`,
  "content/posts/ice.md": "---\ntitle: Ice\ndate: 2026-01-03\nredirectFrom: /old/ice/\n---\n\n## A\n\nThe creek froze.\n",
  "content/posts/reed.md": [
    "---\ntitle: Reed\ndate: 2026-01-02\npermalink: /notes/reed/\n---\n",
    "[file](ice.md) [below](/posts/ice) [whole](/blog/posts/ice#a) [former](/old/ice)",
    "[own](https://marsh.example/blog/posts/ice) [other](https://marsh.example/posts/none) [page](/about?x#y) ![A reed](reed.svg)",
  ].join("\n"),
  "content/posts/reed.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>',
};

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "octavo-base-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const read = (path: string): string => readFileSync(join(dir, "dist", path), "utf8");
const json = (path: string): Record<string, unknown> => JSON.parse(read(path));

describe("a site under a path", () => {
  it("has the path exactly once in every address that it writes", async () => {
    writeFiles(dir, FILES);
    const { ok, diagnostics, notices } = await buildIn(dir, {});
    expect([ok, diagnostics.all()]).toEqual([true, []]);
    expect(notices).toContain("no robots.txt: crawlers read only https://marsh.example/robots.txt, which is outside this site");

    expect(json("api/v1/posts/ice.json")).toMatchObject({
      url: `${SITE}/posts/ice`,
      path: "/blog/posts/ice",
      canonicalUrl: `${SITE}/posts/ice`,
    });
    expect(json("api/v1/posts/reed.json")).toMatchObject({ url: `${SITE}/notes/reed/`, path: "/blog/notes/reed/" });
    expect(json("api/v1/redirects.json")).toEqual({ items: [{ from: "/blog/old/ice/", to: "/blog/posts/ice" }] });
    expect(json("api/v1.json").links).toMatchObject({ site: SITE, openapi: `${SITE}/api/v1/openapi.json`, rss: `${SITE}/feed.xml` });
    expect(json("api/v1/site-settings.json")).toMatchObject({
      url: SITE,
      pages: { posts: "/posts/{slug}" },
      navigation: [
        { url: `${SITE}/notes/reed/`, path: "/blog/notes/reed/" },
        { url: `${SITE}/shop`, path: "/blog/shop" },
      ],
    });
    expect(read("sitemap.xml").match(/<loc>[^<]*/g)).toEqual([`<loc>${SITE}/`, `<loc>${SITE}/posts/ice`, `<loc>${SITE}/notes/reed/`]);
    const files = readdirSync(join(dir, "dist"), { recursive: true }).map(String);
    expect(files).not.toContain("robots.txt");
    for (const file of files.filter((name) => /\.(?:json|xml|txt)$/.test(name)))
      expect([file, read(file).includes("/blog/blog"), /marsh\.example\/(?!blog|posts\/none)/.test(read(file))]).toEqual([
        file,
        false,
        false,
      ]);
  });

  it("resolves links in its texts as paths of the site, with or without the site's own path in front", async () => {
    writeFiles(dir, FILES);
    await buildIn(dir, {});
    const links = String(json("api/v1/posts/reed.json").bodyHtml).match(/(?<=(?:href|src)=")[^"]*/g);
    const ice = `${SITE}/posts/ice`;
    expect(links?.slice(0, -1)).toEqual([ice, ice, `${ice}#a`, ice, ice, "https://marsh.example/posts/none", `${SITE}/about?x#y`]);
    expect(links?.at(-1)).toMatch(/^https:\/\/marsh\.example\/blog\/media\/reed\.[0-9a-f]{16}\.svg$/);
  });

  it("reports its pages to the server by their full paths", async () => {
    writeFiles(dir, FILES);
    await buildIn(dir, {});
    const published: Published = JSON.parse(read(`index/v1/${json("index/v1/manifest.json").published}`));
    expect([published.pages?.posts, published.paths]).toEqual(["/blog/posts/{slug}", ["/blog/notes/reed"]]);
  });

  it("has the preview's path in the addresses of a preview, and its own path in canonical addresses and problem types", async () => {
    writeFiles(dir, FILES);
    const { notices } = await buildIn(dir, { addresses: { public: "https://preview.example", site: "https://preview.example/x" } });
    expect(notices).toContain(
      `pages are at https://preview.example/x, the API and media at https://preview.example; canonicalUrl and problem types begin with ${SITE}`,
    );
    expect(json("api/v1/posts/ice.json")).toMatchObject({
      url: "https://preview.example/x/posts/ice",
      path: "/x/posts/ice",
      canonicalUrl: `${SITE}/posts/ice`,
    });
    expect(json("api/v1/problems/not-found.json").type).toBe(`${SITE}/api/v1/problems/not-found`);
  });

  it("is reported if its address is not valid for a site", async () => {
    for (const [url, message] of [
      ["https://marsh.example/a//b", "has a path that a site cannot have"],
      ["https://marsh.example/blog?x", "has a query or a fragment"],
    ] as const) {
      writeFiles(dir, { ...FILES, "content/site.yaml": `name: Marsh\nurl: ${url}\n` });
      const { ok, diagnostics } = await buildIn(dir, {});
      expect([ok, diagnostics.all().map((one) => one.message)]).toEqual([false, [`"${url}" ${message}`]]);
    }
  });
});
