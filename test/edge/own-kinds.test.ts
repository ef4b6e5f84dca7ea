import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createReadHandler } from "../../edge/handler.ts";
import { buildIn, bytesBelow, writeFiles } from "../build/site-folder.ts";
import { type Conformance, createConformance } from "../helpers/openapi.ts";

const DEFINITIONS = new URL("../../contract/config/define-kind.ts", import.meta.url).href;
const CONFIG = `
import { defineKind, field } from ${JSON.stringify(DEFINITIONS)};
export default {
  kinds: {
    talks: defineKind({
      words: { one: "Talk", many: "Talks" },
      fields: {
        event: field.text(),
        heldOn: field.date(),
        level: field.oneOf(["intro", "deep"]).optional(),
        seats: field.number().default(40),
        recorded: field.boolean().default(false),
        topics: field.list(field.text()),
        post: field.reference("posts").optional(),
      },
      order: ["-heldOn", "title"],
      filters: ["event", "level", "seats", "recorded", "topics", "post"],
        sorts: ["seats"],
      tags: true,
      page: "/talks/{slug}/",
    }),
    notes: defineKind({ words: { one: "Note", many: "Notes" }, fields: {} }),
  },
};`;

const document = (front: string, body = ""): string => `---\n${front}\n---\n${body}`;
const FILES = {
  "octavo.config.mjs": CONFIG,
  "content/site.yaml": "name: Fjord\nurl: https://fjord.example\n",
  "content/posts/hello.md": document("title: Hello\npublishedAt: 2024-01-01", "See [the talk](../talks/tides.md).\n"),
  "content/posts/later.md": document("title: Later\npublishedAt: 2031-01-01", "Later.\n"),
  "content/talks/tides.md": document(
    "event: Fjord  Conf\nheldOn: 2025-02-01\nlevel: deep\nseats: 12.5\nrecorded: true\ntopics: [Sea Level, maps]\ntags: [Sea]\npost: hello\nlanguage: nb",
    "# Tides in a file\n\nAbout *tides*.\n",
  ),
  "content/talks/looms.md": document("title: Looms\nevent: WeaveConf\nheldOn: 2024-06-01\npost: later", "Warp.\n"),
  "content/talks/draft.md": document("title: Draft\nevent: None\nheldOn: 2026-01-01\ndraft: true"),
  "content/notes/one.md": document(
    "publishedAt: 2024-05-05\ncover: { src: https://pictures.example/a.jpg, alt: A }",
    "A note without a title.\n",
  ),
};

let cwd: string;
let conformance: Conformance | null = null;
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-own-"));
  writeFiles(cwd, FILES);
  expect((await buildIn(cwd)).diagnostics.all()).toEqual([]);
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

async function get(path: string, lost: readonly string[] = []): Promise<{ status: number; body: unknown; link: string | null }> {
  const handler = createReadHandler({
    read: async (file) => {
      try {
        return lost.includes(file) ? null : readFileSync(join(cwd, "dist", file));
      } catch {
        return null;
      }
    },
  });
  const response = await handler(new Request(`https://fjord.example/api/v1${path}`));
  conformance ??= createConformance(JSON.parse(readFileSync(join(cwd, "dist/api/v1/openapi.json"), "utf8")));
  await conformance.checkResponse("GET", `/api/v1${path}`, response);
  return { status: response.status, body: await response.json(), link: response.headers.get("link") };
}

const slugsOf = async (path: string): Promise<readonly string[]> => {
  const { status, body } = await get(path);
  expect([path, status]).toEqual([path, 200]);
  return (body as { items: { slug: string }[] }).items.map(({ slug }) => slug);
};

describe("a kind that a site defines", () => {
  it("is among the newest documents if it has dates", async () => {
    const { status, body } = await get("/latest");
    expect(status).toBe(200);
    const note = {
      kind: "notes",
      slug: "one",
      url: null,
      path: null,
      title: "A note without a title.",
      excerpt: "A note without a title.",
    };
    expect(body).toEqual({
      items: [
        { ...note, cover: expect.objectContaining({ alt: "A" }) as unknown, language: "en", publishedAt: "2024-05-05T00:00:00.000Z" },
        expect.objectContaining({ kind: "posts", slug: "hello" }),
      ],
    });
  });

  it("has a list in its own order, whose items have the members of all kinds and their own fields", async () => {
    const { status, body, link } = await get("/talks");
    expect(status).toBe(200);
    expect(link).toContain("https://fjord.example/api/v1/talks");
    expect(body).toEqual({
      items: [
        {
          ...{ slug: "tides", url: "https://fjord.example/talks/tides/", path: "/talks/tides/", title: "Tides in a file" },
          ...{ excerpt: "About tides.", cover: null, tags: [{ slug: "sea", name: "Sea" }], language: "nb" },
          ...{ publishedAt: null, updatedAt: null, event: "Fjord  Conf", heldOn: "2025-02-01", level: "deep", seats: 12.5, recorded: true },
          topics: ["Sea Level", "maps"],
          post: { kind: "posts", slug: "hello", title: "Hello", url: "https://fjord.example/posts/hello", path: "/posts/hello" },
        },
        expect.objectContaining({ slug: "looms", title: "Looms", level: null, seats: 40, recorded: false, topics: [], post: null }),
      ],
      pagination: { page: 1, pageSize: 20, totalItems: 2, totalPages: 1, hasNextPage: false, hasPreviousPage: false },
    });
  });

  it("answers each document with its body", async () => {
    expect((await get("/talks/tides")).body).toMatchObject({
      slug: "tides",
      bodyHtml: '<h1 id="tides-in-a-file">Tides in a file</h1>\n<p>About <em>tides</em>.</p>',
      bodyText: "Tides in a file\nAbout tides.",
      toc: [{ id: "tides-in-a-file", level: 1, title: "Tides in a file" }],
      translations: [],
    });
    expect(await slugsOf("/notes")).toEqual(["one"]);
    expect((await get("/notes/one")).body).toMatchObject({ title: "A note without a title.", url: null, path: null, cover: { alt: "A" } });
  });

  it.each([
    ["event=fjord%20CONF", ["tides"]],
    ["level=deep", ["tides"]],
    ["seats=12.5", ["tides"]],
    ["seats=40", ["looms"]],
    ["recorded=false", ["looms"]],
    ["topics=sea+level", ["tides"]],
    ["post=hello", ["tides"]],
    ["tag=SEA", ["tides"]],
    ["language=nb", ["tides"]],
    ["language=en", ["looms"]],
    ["event=nobody", []],
    ["level=DEEP", []],
    ["level=deep&recorded=false", []],
    ["page=2&pageSize=1", ["looms"]],
    ["period=2025", ["tides"]],
    ["period=2024-06", ["looms"]],
    ["period=undated", []],
    ["sort=title", ["looms", "tides"]],
    ["sort=-title", ["tides", "looms"]],
    ["sort=heldOn", ["looms", "tides"]],
    ["sort=seats&period=2024", ["looms"]],
    ["sort=-seats&page=2&pageSize=1", ["tides"]],
    ["utm_source=feed", ["tides", "looms"]],
  ])("filters its list by ?%s", async (query, slugs) => {
    expect(await slugsOf(`/talks?${query}`)).toEqual(slugs);
  });

  it.each([
    "seats=012",
    "seats=twelve",
    "recorded=yes",
    "pageSize=0",
    "language=%20",
    "sort=event",
    "sort=Title",
    "period=2025-13",
    "sort=title&sort=-title",
  ])("refuses ?%s", async (query) => {
    expect(await get(`/talks?${query}`)).toMatchObject({ status: 400, body: { code: "validation-error" } });
  });

  it("leaves the API's own path as it is, with links and the id of the build", async () => {
    const manifest = JSON.parse(readFileSync(join(cwd, "dist/index/v1/manifest.json"), "utf8"));
    const base = "https://fjord.example/api/v1";
    const feeds = { rss: "https://fjord.example/feed.xml", json: "https://fjord.example/feed.json" };
    expect(await get("")).toMatchObject({
      status: 200,
      body: {
        ...{ name: "Fjord", language: "en", buildId: manifest.buildId, format: manifest.format },
        links: {
          site: "https://fjord.example",
          openapi: `${base}/openapi.json`,
          kinds: `${base}/kinds`,
          search: `${base}/search`,
          ...feeds,
        },
      },
    });
    expect((await get("/")).status).toBe(404);
  });

  it("has no period if its order has no date", async () => {
    expect(await get("/notes?period=2025")).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: "period", code: "unrecognized" }] },
    });
    expect(await slugsOf("/notes?sort=-title")).toEqual(["one"]);
  });

  it("is in /kinds with the parameters of its list, like the built-in ones", async () => {
    const { body } = await get("/kinds");
    const { items } = body as { items: { name: string }[] };
    expect(items.map(({ name }) => name)).toEqual(["posts", "projects", "books", "photos", "pages", "notes", "talks"]);
    expect(items.at(-1)).toMatchObject({
      ...{
        path: "/talks",
        words: { one: "Talk", many: "Talks" },
        builtIn: false,
        count: 2,
        page: "/talks/{slug}/",
        date: "heldOn",
        tags: true,
      },
      order: ["-heldOn", "title"],
      filters: expect.arrayContaining([
        { name: "level", type: "oneOf", values: ["intro", "deep"] },
        { name: "period", type: "period", values: null },
      ]),
      sorts: ["heldOn", "title", "seats"],
      schema: { properties: { event: { type: "string" }, tags: { items: { $ref: "openapi.json#/components/schemas/Tag" } } } },
    });
    expect(items[0]).toMatchObject({ count: 1, builtIn: true, schema: { $ref: "openapi.json#/components/schemas/PostSummary" } });
  });

  it("can be linked from Markdown, and counts its tags", async () => {
    expect((await get("/posts/hello")).body).toMatchObject({
      bodyHtml: '<p>See <a href="https://fjord.example/talks/tides/">the talk</a>.</p>',
    });
    expect((await get("/tags/talks")).body).toEqual({ items: [{ slug: "sea", name: "Sea", count: 1, url: null, path: null }] });
  });

  it.each([
    "/talks/draft",
    "/talks/none",
    "/tags/notes",
    "/tags/none",
    "/none",
    "/none/one",
    "/Talks",
    "/talks/tides/more",
  ])("does not have %s", async (path) => {
    expect(await get(path)).toMatchObject({ status: 404, body: { code: "not-found" } });
  });

  it("answers 503, not 404, while its files or the manifest cannot be read", async () => {
    expect(await get("/talks/tides", ["api/v1/talks/tides.json"])).toMatchObject({ status: 503 });
    expect(await get("/tags/talks", ["api/v1/tags/talks.json"])).toMatchObject({ status: 503 });
    expect(await get("/nothing", ["index/v1/manifest.json"])).toMatchObject({ status: 503 });
  });

  it("is documented: the tests above saw each status of its operations, except those of hosts without a program", () => {
    const missing = conformance?.coverage({ operations: (id) => /Talks|Notes/.test(id), exceptStatuses: [304, 405, 414, 500, 501] });
    expect(missing).toEqual(["getNotesItem 404", "getNotesItem 503", "listNotes 503", "listTalks 503"]);
  });

  it("is in the sitemap if it has pages", () => {
    const sitemap = readFileSync(join(cwd, "dist/sitemap.xml"), "utf8");
    expect(sitemap).toContain("<loc>https://fjord.example/talks/tides/</loc>");
    expect(sitemap).not.toContain("draft");
    expect(sitemap).not.toContain("notes");
  });
});

describe("an edit of a document", () => {
  it.each<[what: string, file: string, text: string]>([
    [
      "renames a document that another refers to",
      "content/posts/hello.md",
      document("title: Hello again\npublishedAt: 2024-01-01", "Hi.\n"),
    ],
    [
      "withdraws a document that another refers to",
      "content/posts/hello.md",
      document("title: Hello\npublishedAt: 2024-01-01\ndraft: true", "Hi.\n"),
    ],
    ["changes a field", "content/talks/looms.md", document("title: Looms\nevent: FjordConf\nheldOn: 2026-06-01\npost: hello", "Weft.\n")],
    ["changes a heading that is the title", "content/talks/tides.md", document("event: F\nheldOn: 2025-02-01", "# Other tides\n")],
  ])("%s: built over an earlier build, the site equals a clean build", async (_, file, text) => {
    const folder = mkdtempSync(join(tmpdir(), "octavo-own-edit-"));
    try {
      writeFiles(folder, FILES);
      await buildIn(folder);
      writeFiles(folder, { [file]: text });
      expect((await buildIn(folder)).ok).toBe(true);
      await buildIn(folder, { outDir: join(folder, "clean"), cacheDir: join(folder, "clean-cache") });
      expect(bytesBelow(join(folder, "dist"))).toEqual(bytesBelow(join(folder, "clean")));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("is refused with the line of each wrong field, and the nearest name for a broken reference", async () => {
    const folder = mkdtempSync(join(tmpdir(), "octavo-own-wrong-"));
    try {
      writeFiles(folder, {
        ...FILES,
        "content/talks/looms.md": document("title: Looms\nevent: W\nheldOn: 31.12.2024\nlevel: easy\npost: helo"),
      });
      const { ok, diagnostics } = await buildIn(folder);
      expect(ok).toBe(false);
      expect(diagnostics.all().map(({ line, field = "", code }) => [line, field, code])).toEqual([
        [4, "heldOn", "bad-date"],
        [5, "level", "bad-value"],
        [6, "post", "unknown-reference"],
      ]);
      expect(diagnostics.all()[2]?.hint).toContain('did you mean "hello"?');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
