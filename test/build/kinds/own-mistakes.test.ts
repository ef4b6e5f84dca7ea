import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildIn } from "../site-folder.ts";
import { createOwnKindSite, type OwnKindSite } from "./own-kind-site.ts";

let site: OwnKindSite;
beforeEach(() => {
  site = createOwnKindSite();
});
afterEach(() => site.remove());

const withoutHints = (lines: readonly string[]): readonly string[] => lines.map((line) => line.replace(/ \(.*/, ""));

describe("a kind named after a member of every object", () => {
  it("works like any other", async () => {
    site.configure("{ constructor: { words, fields: { event: field.text() } } }");
    site.write({ "content/constructor/a.md": "---\ntitle: A\nevent: Conf\n---\nA.\n" });
    expect(await site.build()).toEqual([]);
    expect(site.read("/constructor/a")).toMatchObject({ title: "A", event: "Conf" });
  });
});

describe("a document of one of the site's own kinds", () => {
  it("reports all its mistakes, of every sort, at once", async () => {
    site.configure("{ talks: { words, fields: { event: field.text(), heldOn: field.date(), slides: field.picture() } } }");
    site.write({
      "content/talks/tides.md":
        "---\nheldOn: 2024-13-01\nslides: { src: lost.jpg, alt: A }\nlevel: deep\n---\n![A](gone.jpg) and [a link](nowhere.md)\n",
    });
    expect(withoutHints(await site.build())).toEqual([
      "content/talks/tides.md:2:1 error: missing",
      'content/talks/tides.md:2:9 error: "2024-13-01" is not a date',
      'content/talks/tides.md:3:9 error: "lost.jpg" is not there',
      "content/talks/tides.md:4:1 error: unknown key",
      'content/talks/tides.md:6:6 error: "gone.jpg" is not there',
      'content/talks/tides.md:6:29 error: "nowhere.md" is not there',
    ]);
  });

  it("reports a mistake in one field while fields of every type are absent", async () => {
    const types = ["pictures()", "picture()", "text()", "number()", "boolean()", "date()", "instant()", "url()", "file()", "markdown()"];
    const more = ['oneOf(["a"])', "list(field.text())", "object({ a: field.text() })", 'reference("posts")'];
    const fields = [...types, ...more].map((type, at) => `f${at}: field.${type}${type === "pictures()" ? "" : ".optional()"}`);
    site.configure(`{ talks: { words, fields: { ${fields.join(", ")}, heldOn: field.date() } } }`);
    site.write({
      "content/talks/tides.md": "---\nheldOn: soon\n---\nTides.\n",
      "content/talks/ebb.md": "---\nheldOn: 2024-01-31\nf0: ebb.jpg\n---\nEbb.\n",
    });
    expect(withoutHints(await site.build())).toEqual([
      'content/talks/ebb.md:3:5 error: "ebb.jpg" is not a list',
      'content/talks/tides.md:2:9 error: "soon" is not a date',
    ]);
  });

  it("reports a key of a field that was removed, and a misspelt key", async () => {
    site.configure("{ talks: { words, fields: { event: field.text().optional() } } }");
    site.write({ "content/talks/tides.md": "---\nlevel: deep\nevnt: Conf\n---\nTides.\n" });
    const known = "slug, draft, publishedAt, expiresAt, title, excerpt, cover, language, …";
    expect(await site.build()).toEqual([
      `content/talks/tides.md:2:1 error: unknown key (known keys: ${known})`,
      'content/talks/tides.md:3:1 error: unknown key (did you mean "event"?)',
    ]);
    const { diagnostics } = await buildIn(site.cwd);
    expect(diagnostics.all()[0]?.remedy).toBe(
      'if the field was removed, remove the key; if it is new, define it in kinds.talks.fields of octavo.config.ts; if it has another name, use kinds.talks.names, where "" ignores the key',
    );
  });

  it.each([
    ["tag: sea", "talks has no tags: write tags: true"],
    ["tags: [sea]", "talks has no tags: write tags: true"],
    ["Keywords: [sea]", "talks has no tags: write tags: true"],
    ["permalink: /sea/", 'talks has no pages: write page: "/talks/{slug}/"'],
    ["redirect_from: [/sea/]", 'talks has no pages: write page: "/talks/{slug}/"'],
  ])("reports a key that the definition of its kind must first allow: %s", async (front, hint) => {
    site.configure("{ talks: { words, fields: {} } }");
    site.write({ "content/talks/tides.md": `---\ntitle: A\n${front}\n---\nTides.\n` });
    expect(await site.build()).toEqual([
      `content/talks/tides.md:3:1 error: unknown key (${hint} in kinds.talks of octavo.config.ts, or remove the key)`,
    ]);
  });

  it("may have a field with a name that means tags elsewhere", async () => {
    site.configure("{ talks: { words, fields: { category: field.text() } } }");
    site.write({ "content/talks/tides.md": "---\ntitle: A\ncategory: sea\n---\nTides.\n" });
    expect(await site.build()).toEqual([]);
    expect(site.read("/talks/tides")).toMatchObject({ category: "sea", tags: [] });
  });

  it("causes a warning if its dates never make it public", async () => {
    site.configure("{ talks: { words, fields: {} } }");
    site.write({ "content/talks/tides.md": "---\npublishedAt: 2025-01-01\nexpiresAt: 2024-01-01\n---\nTides.\n" });
    expect(withoutHints(await site.build())).toEqual(["content/talks/tides.md:3:12 warning: is not after publishedAt"]);
  });
});

it("a file of two kinds is an error that names the settings of both", async () => {
  site.configure("{ talks: { words, fields: {} }, notes: { words, fields: {}, files: 'talks/*.md' } }");
  site.write({ "content/talks/a.md": "A.\n" });
  expect(await site.build()).toEqual([
    "content/talks/a.md:1:1 error: belongs to two collections, notes and talks (narrow the globs of kinds.notes.files or kinds.talks.files in octavo.config.ts; collections: { <name>: [] } switches a built-in one off)",
  ]);
});

it("a kind without `files` and without its folder causes a warning", async () => {
  site.configure("{ talks: { words, fields: {} }, notes: { words, fields: {}, files: 'talks/*.md' } }");
  site.write({ "content/posts/a.md": "---\ntitle: A\npublishedAt: 2024-01-01\n---\nA.\n" });
  expect(withoutHints(await site.build())).toEqual([
    "octavo.config.mjs:3:34 warning: no file matches talks/**/*.{md,mdx}, so talks has no document from it",
    "octavo.config.mjs:3:92 warning: no file matches talks/*.md, so notes has no document from it",
  ]);
});

it("a glob that matches nothing causes a warning that names the nearest existing folder", async () => {
  site.configure("{ talks: { words, fields: {}, files: ['talks/**/*.md', 'talks/old/*.md', 'talk/*.md'] } }");
  site.write({ "content/talks/tides.md": "Tides.\n" });
  const about = "globs are relative to the content folder";
  expect(await site.build()).toEqual([
    `octavo.config.mjs:3:62 warning: no file matches talk/*.md, so talks has no document from it (the nearest folder that exists is content; ${about})`,
    `octavo.config.mjs:3:62 warning: no file matches talks/old/*.md, so talks has no document from it (the nearest folder that exists is content/talks; ${about})`,
  ]);
});
