import { statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { resolveOwnKinds } from "../../../build/config/resolve-kinds.ts";
import { createContentSchemas } from "../../../build/content-schema/content-schemas.ts";
import { createOwnKindSite, type OwnKindSite } from "./own-kind-site.ts";

let site: OwnKindSite;
beforeEach(() => {
  site = createOwnKindSite();
});
afterEach(() => site.remove());

const FIELDS = "{ link: field.url(), stars: field.number().optional(), topics: field.list(field.text()), seen: field.date().optional() }";
const configure = (files: string): void =>
  site.configure(`{ bookmarks: { words, files: ${JSON.stringify(files)}, fields: ${FIELDS}, tags: true, page: "/links/{slug}/" } }`);

const YAML = `- title: A Heron
  link: https://heron.example
  stars: 4.5
  topics: [birds, tides]
  tags: [Sea]
- slug: looms
  title: Looms, "woven"
  link: https://looms.example
  seen: 2024-05-01
- { slug: draft, link: https://draft.example, draft: true }
`;
const BY_SLUG = `a-heron: { title: A Heron, link: https://heron.example, stars: 4.5, topics: [birds, tides], tags: [Sea] }
looms: { title: 'Looms, "woven"', link: https://looms.example, seen: 2024-05-01 }
`;
const CSV = `\ufeffslug,title,link,stars,topics,seen,tags\r
,A Heron,https://heron.example,4.5,birds | tides,,Sea\r
looms,"Looms, ""woven""",https://looms.example,"",,2024-05-01,\r
\r
`;
const JSON_TEXT = JSON.stringify([
  { title: "A Heron", link: "https://heron.example", stars: 4.5, topics: ["birds", "tides"], tags: ["Sea"] },
  { slug: "looms", title: 'Looms, "woven"', link: "https://looms.example", seen: "2024-05-01" },
]);

describe("a data file", () => {
  it.each([
    ["bookmarks.yaml", YAML],
    ["bookmarks.yml", BY_SLUG],
    ["links/bookmarks.csv", CSV],
    ["bookmarks.json", JSON_TEXT],
  ])("contains a document in each entry: %s", async (file, text) => {
    configure(file);
    site.write({ [`content/${file}`]: text });
    expect(await site.build()).toEqual([]);
    const { items } = site.read("/bookmarks");
    expect(items).toMatchObject([
      { slug: "looms", title: 'Looms, "woven"', link: "https://looms.example", stars: null, topics: [], seen: "2024-05-01", tags: [] },
      { slug: "a-heron", title: "A Heron", stars: 4.5, topics: ["birds", "tides"], seen: null, tags: [{ slug: "sea", name: "Sea" }] },
    ]);
    expect(site.read("/bookmarks/looms")).toMatchObject({
      path: "/links/looms/",
      bodyHtml: null,
      bodyText: null,
      toc: [],
      translations: [],
    });
  });

  it("renders Markdown fields, and resolves references of entries relative to the file", async () => {
    site.configure(
      '{ versions: { words, files: "log/versions.yaml", fields: { changes: field.markdown(), shot: field.picture().optional(), next: field.reference("versions").optional() } } }',
    );
    site.write({
      "content/log/versions.yaml":
        "v1:\n  changes: |\n    See [the post](../posts/hello.md).\n  next: v2\n  shot: { src: a.svg, alt: A }\nv2: { changes: '*Two*' }\n",
      "content/log/a.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8z"/></svg>',
      "content/posts/hello.md": "---\ntitle: Hello\npublishedAt: 2024-01-01\n---\nHello.\n",
    });
    expect(await site.build()).toEqual([]);
    expect(site.read("/versions/v1")).toMatchObject({
      title: "v1",
      changesHtml: '<p>See <a href="https://fjord.example/posts/hello">the post</a>.</p>',
      shot: { alt: "A", width: 8 },
      next: { kind: "versions", slug: "v2", title: "v2" },
    });
    expect(site.read("/versions/v2").changesHtml).toBe("<p><em>Two</em></p>");
  });

  it("is reread if an entry changes, and the other documents stay unchanged", async () => {
    configure("bookmarks.yaml");
    site.write({ "content/bookmarks.yaml": YAML });
    await site.build();
    const timeOf = (slug: string): number => statSync(join(site.cwd, `dist/api/v1/bookmarks/${slug}.json`)).mtimeMs;
    const before = timeOf("looms");
    site.write({ "content/bookmarks.yaml": `- { title: First, link: https://first.example }\n${YAML.replace("4.5", "5")}` });
    expect(await site.build()).toEqual([]);
    expect(timeOf("looms")).toBe(before);
    expect(site.read("/bookmarks/a-heron").stars).toBe(5);
    expect(site.read("/bookmarks/first").title).toBe("First");
  });

  it.each<[file: string, text: string, messages: readonly string[]]>([
    ["b.yaml", "- { title: A, link: nowhere }\n", ['1:21 error: "nowhere" is not an http or https address']],
    ["b.yaml", "- title: A\n  link: https://a.example\n  lnk: x\n", ["3:3 error: unknown key"]],
    ["b.yaml", "- { link: https://a.example }\n", ["1:3 error: has neither slug nor title"]],
    [
      "b.yaml",
      "- { title: A, link: https://a.example }\n- { slug: a, link: https://b.example }\n",
      ['2:11 error: "a" is taken by content/b.yaml:1'],
    ],
    ["b.yaml", "- A\n", ['1:3 error: "A" is not an entry']],
    ["b.yaml", "Heron\n", ['1:1 error: holds "Heron"']],
    ["b.yaml", "a: { slug: b, link: https://a.example }\n", ["1:12 error: differs from its key, a"]],
    ["b.yaml", "a: { link: 'https://a.example'\n", ["2:1 error: not valid YAML"]],
    ["b.json", '[\n  { "title": "A", "link": "nowhere" }\n]\n', ['2:27 error: "nowhere" is not an http or https address']],
    ["b.json", '[{ "title": "A", }]', ["1:18 error: not valid JSON: property name expected"]],
    ["b.json", '[{ "title": "A", "title": "B" }]', ["1:18 error: the key title occurs twice"]],
    ["b.csv", "title,link\nA,nowhere\n", ['2:3 error: "nowhere" is not an http or https address']],
    ["b.csv", "title,lnk\nA,https://a.example\nB,https://b.example\n", ["1:7 error: unknown key"]],
    ["b.csv", "title\nA\nB\n", ["1:1 error: missing"]],
    ["b.csv", "title,link,stars\nA,https://a.example,many\n", ['2:21 error: "many" is not a number']],
    ["b.json", '[{ "title": "A\\u0000", "link": "https://a.example" }]', ["1:13 error: contains a NUL character"]],
    ["b.yaml", '- { title: "A \\uD800", link: https://a.example }\n', ["1:12 error: contains half of a character"]],
    ["b.yaml", '- { title: A, link: "https://a.example/\0" }\n', ["1:40 error: contains a NUL character"]],
    ["b.json", '[{ "title": "A\0" }]', ["1:15 error: contains a NUL character"]],
    ["b.csv", "title,link\nA\0,https://a.example\n", ["2:2 error: contains a NUL character"]],
    ["b.csv", "", ["1:1 warning: has no entries"]],
    ["b.csv", "title,link\n", ["1:1 warning: has no entries"]],
    ["b.json", "[]", ["1:1 warning: has no entries"]],
    [
      "b.csv",
      "title,link\nA\nB,nowhere\nC,https://c.example,x,y\n",
      [
        "2:1 error: the line has 1 values, but the first line has 2 names",
        '3:3 error: "nowhere" is not an http or https address',
        "4:21 error: the line has 4 values, but the first line has 2 names",
      ],
    ],
    ["b.csv", "title,link\nA\n", ["2:1 error: the line has 1 values, but the first line has 2 names"]],
    ["b.csv", "title,link\nA,https://a.example,x\n", ["2:21 error: the line has 3 values, but the first line has 2 names"]],
    ["b.csv", 'title,link\n"A,https://a.example\n', ["2:1 error: the quote that begins this value is never closed"]],
    ["b.csv", 'title,link\n"A"B,https://a.example\n', ["2:4 error: text follows the quote that ends a value"]],
    ["b.csv", 'title,link\nA "B",https://a.example\n', ["2:3 error: a quote is inside an unquoted value"]],
    ["b.csv", "title;link\nA;https://a.example\n", ["1:1 error: the names in the first line are separated by semicolons"]],
    ["b.csv", "title,title,\nA,B,\n", ["1:7 error: two columns are called title", "1:13 error: column 3 has no name"]],
    ["b.csv", "title,link\nA,https://a.example\na,https://b.example\n", ['3:1 error: "a" is taken by content/b.csv:2']],
  ])("names line, column and field of a mistake in %s: %j", async (file, text, messages) => {
    configure(file);
    site.write({ [`content/${file}`]: text, "content/posts/hello.md": "---\ntitle: Hello\npublishedAt: 2024-01-01\n---\nHello.\n" });
    const lines = await site.build();
    expect(lines.map((line) => line.replace(/ \([^()]*\)$/, "").replace(/(not valid YAML).*/, "$1"))).toEqual(
      messages.map((message) => `content/${file}:${message}`),
    );
    // The cache leads to the same result.
    expect(await site.build()).toEqual(lines);
  });

  it("that is nested too deeply for a parser is an error at the place where it is too deep", async () => {
    configure("b.json");
    site.write({ "content/b.json": `[{ "title": "[[", "link": ${"[".repeat(50_000)}` });
    expect(await site.build()).toEqual([
      "content/b.json:1:125 error: lists or mappings are nested more than 100 levels deep here (remove levels)",
    ]);
  });

  it("without entries cannot be the target of references", async () => {
    site.configure('{ links: { words, files: "links.csv", fields: {} }, talks: { words, fields: { link: field.reference("links") } } }');
    site.write({ "content/links.csv": "slug\n", "content/talks/t.md": "---\nlink: a\n---\nT.\n" });
    expect(await site.build()).toEqual([
      "content/links.csv:1:1 warning: has no entries (add one, or remove the file and its kind)",
      'content/talks/t.md:2:7 error: there is no "a" in links (want the slug of a document in links)',
    ]);
  });

  it("that cannot be read causes no findings about references to its entries", async () => {
    site.configure('{ links: { words, files: "links.csv", fields: {} }, talks: { words, fields: { link: field.reference("links") } } }');
    site.write({ "content/links.csv": 'slug\n"a\n', "content/talks/t.md": "---\nlink: a\n---\nT.\n" });
    expect(await site.build()).toEqual(['content/links.csv:2:1 error: the quote that begins this value is never closed (close it with ")']);
  });

  it("has no page of its own, and is not mistaken for a document", async () => {
    configure("bookmarks.csv");
    site.write({
      "content/bookmarks.csv": CSV,
      "content/posts/hello.md": "---\ntitle: Hello\npublishedAt: 2024-01-01\n---\nSee [them](../bookmarks.csv).\n",
    });
    expect(await site.build()).toEqual([
      'content/posts/hello.md:5:12 error: "../bookmarks.csv" has no page of its own (link to the page of your site that shows it, by a path that begins with /)',
    ]);
  });

  it("must be the only file of its kind", async () => {
    site.configure('{ talks: { words, fields: {}, files: ["talks/*.md", "talks.yaml"] } }');
    const { loadConfig } = await import("../../../build/config/load-config.ts");
    const { diagnostics } = await loadConfig({ cwd: site.cwd });
    expect(diagnostics.all()).toMatchObject([
      {
        field: "kinds.talks.files",
        message: "names a data file together with other files",
        hint: 'want "talks/**/*.md", or one file: "talks.yaml"',
      },
    ]);
  });
});

describe("files of a kind", () => {
  it("may be YAML without a body, one for each document", async () => {
    site.configure('{ cooks: { words, files: "cooks/*.{md,yaml}", fields: { about: field.markdown().optional() }, tags: true } }');
    site.write({
      "content/cooks/aud.yaml": "title: Aud\nabout: |\n  Cooks *soup*.\ntags: [Sea]\n",
      "content/cooks/ines.yaml": "tags: []\n",
    });
    expect(await site.build()).toEqual([]);
    expect(site.read("/cooks/aud")).toMatchObject({ title: "Aud", aboutHtml: "<p>Cooks <em>soup</em>.</p>", bodyText: "" });
    expect(site.read("/cooks/ines")).toMatchObject({ title: "ines", excerpt: null });
    site.write({ "content/cooks/ines.yaml": "tags: []\nabuot: x\n" });
    expect(await site.build()).toEqual(['content/cooks/ines.yaml:2:1 error: unknown key (did you mean "about"?)']);
  });

  it("cannot be JSON or CSV, which contain entries", async () => {
    site.configure('{ cooks: { words, files: "cooks/*", fields: {} } }');
    site.write({ "content/cooks/aud.json": '{ "title": "Aud" }', "content/cooks/ines.md": "Ines.\n" });
    const hint = "exclude it from the globs: only a kind of your own can have a JSON or CSV file, one with all its entries";
    expect(await site.build()).toEqual([`content/cooks/aud.json:1:1 error: is neither Markdown nor YAML (${hint})`]);
  });
});

it("a data file has a JSON Schema for editors", async () => {
  const [own] = await resolveOwnKinds({ links: { words: { one: "L", many: "Ls" }, files: "links.yaml", fields: {} } }, () =>
    expect.unreachable(),
  );
  expect(createContentSchemas(own === undefined ? [] : [own]).links).toMatchObject({
    title: "The data file of links",
    anyOf: [{ type: "array", items: { properties: { title: {} } } }, { type: "object" }, { type: "null" }],
  });
});

it("a data file that is a document of the site is not a document of a kind", async () => {
  configure("categories.yaml");
  site.write({ "content/categories.yaml": "weather: { description: All of it. }\n" });
  expect(await site.build()).toContain(
    "octavo.config.mjs:3:54 warning: categories.yaml has a special meaning, so bookmarks has no document from it (rename the file, for example to data/categories.yaml)",
  );
});
