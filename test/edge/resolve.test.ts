import { readFileSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createReadHandler } from "../../edge/handler.ts";
import { buildIn, bytesBelow, filesBelow, writeFiles } from "../build/site-folder.ts";
import { type Conformance, createConformance } from "../helpers/openapi.ts";

const DEFINITIONS = new URL("../../contract/config/define-kind.ts", import.meta.url).href;
const FILES = {
  "octavo.config.mjs": `
import { defineKind, field } from ${JSON.stringify(DEFINITIONS)};
export default {
  urls: { posts: "/{year}/{slug}/", books: "/reading/{slug}" },
  formerUrls: { posts: "/archive/{slug}" },
  kinds: { talks: defineKind({ words: { one: "Talk", many: "Talks" }, fields: {}, page: "/talks/{slug}/" }) },
};`,
  "content/site.yaml": "name: Fjord\nurl: https://fjord.example\ntimeZone: Europe/Oslo\n",
  "content/posts/heron.md": "---\ntitle: Heron\npublishedAt: 2014-12-05\naliases: [grey-heron]\n---\nA heron.\n",
  "content/posts/place.md":
    "---\ntitle: Place\npublishedAt: 2015-01-01\npermalink: /größe/über uns/\nredirectFrom: [/2011/old.html]\n---\nA place.\n",
  "content/posts/secret-garden.md":
    "---\ntitle: Secret\npublishedAt: 2016-01-01\nunlisted: true\naliases: [hidden-lawn]\nredirectFrom: [/quiet/corner]\n---\nA garden.\n",
  "content/posts/draft.md": "---\ntitle: Draft\npublishedAt: 2016-01-01\ndraft: true\n---\nLater.\n",
  "content/books/loom.md": "---\ntitle: Loom\nauthors: [Ada]\nstatus: reading\n---\nGood.\n",
  "content/talks/tides.md": "---\ntitle: Tides\nredirectFrom: [/tides]\n---\nTides.\n",
};

let cwd: string;
let conformance: Conformance;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "octavo-resolve-"));
  writeFiles(cwd, FILES);
  expect((await buildIn(cwd)).diagnostics.all()).toEqual([]);
  conformance = createConformance(JSON.parse(readFileSync(join(cwd, "dist/api/v1/openapi.json"), "utf8")));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

async function resolve(query: string): Promise<{ readonly status: number; readonly body: unknown; readonly reads: number }> {
  let reads = 0;
  const handler = createReadHandler({
    read: async (file) => {
      reads += 1;
      return readFileSync(join(cwd, "dist", file));
    },
  });
  const target = `/api/v1/resolve${query}`;
  const response = await handler(new Request(`https://fjord.example${target}`));
  await conformance.checkResponse("GET", target, response);
  return { status: response.status, body: await response.json(), reads };
}

const page = (kind: string, slug: string, path: string, moved = false) => ({
  ...{ kind, slug, path, url: `https://fjord.example${path}`, moved },
});
const HERON = page("posts", "heron", "/2014/heron/");
const PLACE = page("posts", "place", "/gr%C3%B6%C3%9Fe/%C3%BCber%20uns/");
const SECRET = page("posts", "secret-garden", "/2016/secret-garden/");

describe("/resolve", () => {
  it.each([
    ["/2014/heron/", HERON],
    ["/2014/heron", HERON],
    ["/2014/%68eron?utm_source=x#top", HERON],
    ["https://fjord.example/2014/heron/", HERON],
    ["http://fjord.example/2014/heron", HERON],
    ["/archive/heron", { ...HERON, moved: true }],
    ["/2014/grey-heron/", { ...HERON, moved: true }],
    ["/größe/über uns", PLACE],
    ["/gro\u0308\u00dfe/u\u0308ber uns/", PLACE],
    ["/gr%C3%B6%C3%9Fe/%C3%BCber%20uns/", PLACE],
    ["/2011/old.html", { ...PLACE, moved: true }],
    ["/reading/loom", page("books", "loom", "/reading/loom")],
    ["/talks/tides", page("talks", "tides", "/talks/tides/")],
    ["/tides/", page("talks", "tides", "/talks/tides/", true)],
    ["/2016/secret-garden", SECRET],
    ["/archive/hidden-lawn", { ...SECRET, moved: true }],
    ["/quiet/corner/", { ...SECRET, moved: true }],
  ])("finds the document at %s", async (path, found) => {
    const { status, body, reads } = await resolve(`?path=${encodeURIComponent(path)}`);
    expect([status, body]).toEqual([200, found]);
    expect(reads).toBeLessThanOrEqual(4);
  });

  it.each([
    ...[
      "/",
      "/2014",
      "/2016/draft/",
      "/never/was",
      "/posts/heron",
      "/2014/Heron/",
      "/~0123456789abcdef",
      "/%",
      "//fjord.example.org/2014/heron",
      "/2014/heron\0",
      "/2014/heron%00",
    ],
    ...["https://elsewhere.example/2014/heron/", "http://fjord.example:8080/2014/heron", "https://"],
  ])("finds no document at %s", async (path) => {
    const { status, reads } = await resolve(`?path=${encodeURIComponent(path)}`);
    expect(status).toBe(404);
    expect(reads).toBeLessThanOrEqual(4);
  });

  it.each([
    "",
    "?path=",
    "?path=2014/heron",
    `?path=/${"a".repeat(1_024)}`,
    "?path=/a&path=/b",
    "?paths=/a",
    "?path=/%ff",
  ])("refuses %s", async (query) => {
    expect(await resolve(query)).toMatchObject({ status: 400, body: { code: "validation-error" } });
  });

  it("names no unlisted post in its files", () => {
    const files = filesBelow(join(cwd, "dist/index/v1")).filter((name) => name.startsWith("resolve."));
    expect(files.length).toBeGreaterThan(1);
    const texts = files.map((name) => readFileSync(join(cwd, "dist/index/v1", name), "utf8")).join("");
    expect(texts).toContain("/2014/heron");
    expect(texts).not.toMatch(/secret|hidden|quiet/);
  });

  it("is the same after an edit as after a clean build, with few new files", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1_500 }, (_, number) => [`content/talks/talk-${number}.md`, `---\ntitle: Talk ${number}\n---\nA talk.\n`]),
    );
    writeFiles(cwd, many);
    await buildIn(cwd);
    const before = new Set(filesBelow(join(cwd, "dist/index/v1")));
    writeFiles(cwd, { "content/talks/talk-one-more.md": "---\ntitle: One more\nredirectFrom: [/one]\n---\nA talk.\n" });
    await buildIn(cwd);
    const added = filesBelow(join(cwd, "dist/index/v1")).filter((name) => name.startsWith("resolve.") && !before.has(name));
    expect(added.length).toBeLessThanOrEqual(4);
    expect((await resolve("?path=/one")).body).toMatchObject({ slug: "talk-one-more", moved: true });
    const built = bytesBelow(join(cwd, "dist"));
    rmSync(join(cwd, ".octavo"), { recursive: true });
    rmSync(join(cwd, "dist"), { recursive: true });
    await buildIn(cwd);
    expect(bytesBelow(join(cwd, "dist"))).toEqual(built);
  });
});
