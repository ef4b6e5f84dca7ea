import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BuildResult } from "../../../build/build-options.ts";
import { type Addresses, noticeOfAddresses, resolveAddresses, toCanonicalUrl } from "../../../build/shared/site-addresses.ts";
import { buildIn, buildUntilSettled, stagesOf, treeOf, writeFiles, writeOldFiles } from "../site-folder.ts";

const HOME = "https://marsh.example";
const PREVIEW = "https://preview.example";
const FRONT_END = "http://localhost:4321";
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';
const reed = (title: string): string => `---\ntitle: ${title}\ndate: 2026-01-02\n---\n\n[Ice](ice.md) ![A reed](reed.svg)\n`;
const FILES = {
  "content/site.yaml": `name: Marsh\nurl: ${HOME}\n`,
  "content/posts/ice.md": "---\ntitle: Ice\ndate: 2026-01-03\ncanonicalUrl: https://elsewhere.example/ice\n---\n\nThe creek froze.\n",
  "content/posts/reed.md": reed("Reed"),
  "content/posts/reed.svg": SVG,
};

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "octavo-addresses-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const build = (addresses: Partial<Addresses>, cwd = dir): Promise<BuildResult> => buildIn(cwd, { addresses });
const read = (path: string): string => readFileSync(join(dir, "dist", path), "utf8");
const json = (path: string): Record<string, unknown> => JSON.parse(read(path));

describe("resolveAddresses", () => {
  it("uses the site's own address by default, and the canonical address for everything if only that is given", () => {
    expect(resolveAddresses({}, HOME)).toEqual({ site: HOME, public: HOME, canonical: HOME });
    const local = "http://127.0.0.1:3000";
    expect(resolveAddresses({ canonical: local }, HOME)).toEqual({ site: local, public: local, canonical: local });
    expect(resolveAddresses({ public: PREVIEW }, HOME)).toEqual({ site: HOME, public: PREVIEW, canonical: HOME });
  });

  it("returns addresses for which a notice is given only if they differ", () => {
    expect(noticeOfAddresses(resolveAddresses({}, HOME))).toBeNull();
    expect(noticeOfAddresses(resolveAddresses({ public: PREVIEW }, HOME))).toBe(
      `pages are at ${HOME}, the API and media at ${PREVIEW}; canonicalUrl and problem types begin with ${HOME}`,
    );
    expect(noticeOfAddresses(resolveAddresses({ public: `${HOME}/blog` }, HOME))).toBe(
      `pages are at ${HOME}, the API and media at ${HOME}/blog; canonicalUrl and problem types begin with ${HOME}. If the pages are also at ${HOME}/blog, set url: ${HOME}/blog instead of the public URL`,
    );
    expect(toCanonicalUrl(`${FRONT_END}/posts/reed`, { site: FRONT_END, canonical: HOME })).toBe(`${HOME}/posts/reed`);
  });
});

describe("a preview under another public address", () => {
  it("has pages at the site's address, the API and media at the public one, and problem types as in production", async () => {
    writeFiles(dir, FILES);
    const { notices } = await build({ public: PREVIEW });
    expect(notices).toContain(noticeOfAddresses({ site: HOME, public: PREVIEW, canonical: HOME }));

    const post = json("api/v1/posts/reed.json");
    expect(post).toMatchObject({ url: `${HOME}/posts/reed`, canonicalUrl: `${HOME}/posts/reed` });
    expect(post.bodyHtml).toContain(`href="${HOME}/posts/ice"`);
    expect(post.bodyHtml).toContain(`src="${PREVIEW}/media/`);
    expect(json("api/v1/site-settings.json")).toMatchObject({
      url: HOME,
      feeds: { rss: `${PREVIEW}/feed.xml`, json: `${PREVIEW}/feed.json` },
    });
    expect(json("index/v1/manifest.json").site).toMatchObject({ baseUrl: `${PREVIEW}/api/v1`, problemBaseUrl: `${HOME}/api/v1` });
    expect(json("api/v1/openapi.json").servers).toEqual([{ url: `${PREVIEW}/api/v1`, description: "Marsh" }]);
    expect(json("api/v1/problems/not-found.json").type).toBe(`${HOME}/api/v1/problems/not-found`);
    expect(read("api/v1/openapi.json")).not.toContain(`${PREVIEW}/api/v1/problems`);
    expect(json("feed.json")).toMatchObject({ home_page_url: `${HOME}/`, feed_url: `${PREVIEW}/feed.json` });
    expect(read("feed.xml")).toContain(`<atom:link href="${PREVIEW}/feed.xml"`);
    expect(read("sitemap.xml")).toContain(`<loc>${HOME}/posts/reed</loc>`);
    expect(read("sitemap.xml") + read("robots.txt")).not.toContain(PREVIEW);
  });

  it("leaves no trace in a later build for production, and contains none of an earlier one", async () => {
    writeFiles(dir, FILES);
    await build({});
    const production = treeOf(join(dir, "dist"));
    await build({ public: PREVIEW });
    expect(treeOf(join(dir, "dist"))).not.toEqual(production);
    await build({});
    expect(treeOf(join(dir, "dist"))).toEqual(production);
  });
});

describe("a front end on another port", () => {
  const ADDRESSES = { site: FRONT_END, public: "http://localhost:3000" };

  it("is the address of the pages, including in the sitemap, while canonicalUrl is production's", async () => {
    writeFiles(dir, FILES);
    await build(ADDRESSES);
    expect(json("api/v1/posts/reed.json")).toMatchObject({ url: `${FRONT_END}/posts/reed`, canonicalUrl: `${HOME}/posts/reed` });
    expect(json("api/v1/posts/ice.json")).toMatchObject({ canonicalUrl: "https://elsewhere.example/ice" });
    expect(read("sitemap.xml")).toContain(`<loc>${FRONT_END}/posts/reed</loc>`);
    // Search engines should find a post that first appeared elsewhere there.
    expect(read("sitemap.xml")).not.toContain("/posts/ice");
  });

  it("is the same after a change of one post as in a fresh build", async () => {
    writeOldFiles(dir, FILES);
    await buildUntilSettled(() => build(ADDRESSES));
    writeFiles(dir, { "content/posts/reed.md": reed("Reed again") });
    expect(stagesOf(await build(ADDRESSES))).not.toEqual([]);
    const changed = treeOf(join(dir, "dist"));
    rmSync(join(dir, ".octavo"), { recursive: true });
    rmSync(join(dir, "dist"), { recursive: true });
    await build(ADDRESSES);
    expect(changed).toEqual(treeOf(join(dir, "dist")));
    expect(json("api/v1/posts/reed.json")).toMatchObject({ title: "Reed again", canonicalUrl: `${HOME}/posts/reed` });
  });
});
