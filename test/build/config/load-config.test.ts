import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "../../../build/config/load-config.ts";
import { byKey } from "../../../contract/by-key.ts";
import { COLLECTION_NAMES, PAGE_GROUPS } from "../../../contract/config/config-names.ts";
import { LIST_KINDS } from "../../../kinds/list-kinds.ts";
import { linesOf } from "../parse/parse-files.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-config-"));
});
afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

async function load(text: string, name = "octavo.config.mjs") {
  writeFileSync(join(cwd, name), text);
  const { config, diagnostics } = await loadConfig({ cwd });
  return { config, lines: linesOf(diagnostics) };
}

/**
 * Loads a configuration in a separate Node process, because in this one the test runner resolves
 * imports.
 */
function loadInNode(
  folder: string,
  env: NodeJS.ProcessEnv = {},
): { content: string; files: string[]; found: string[]; at: (number | undefined)[][]; err: string } {
  const script = `
    import { loadConfig } from ${JSON.stringify(new URL("../../../build/config/load-config.ts", import.meta.url).href)};
    const { config, diagnostics } = await loadConfig({ cwd: ${JSON.stringify(folder)} });
    console.log(JSON.stringify({ content: config.content, files: diagnostics.all().map(({ file }) => file), found: diagnostics.all().map(({ message, hint }) => message + " (" + hint + ")"), at: diagnostics.all().map(({ line, column, endColumn }) => [line, column, endColumn]) }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  return { ...JSON.parse(stdout), err: stderr };
}

describe("the configuration", () => {
  it("has defaults for everything, and does not need a file", async () => {
    const { config, diagnostics } = await loadConfig({ cwd });
    expect(diagnostics.all()).toEqual([]);
    expect(config).toEqual({
      ownKinds: [],
      file: null,
      root: cwd,
      sources: "",
      content: "content",
      out: "dist",
      site: {},
      urls: { ...Object.fromEntries(LIST_KINDS.map((kind) => [kind, `/${kind}/{slug}`])), pages: "/{path}/" },
      groupUrls: { tags: null, categories: null, series: null, albums: null, authors: null },
      servicesUrl: null,
      formerUrls: byKey(LIST_KINDS, () => []),
      slugs: byKey(COLLECTION_NAMES, () => null),
      collections: {
        ...byKey(COLLECTION_NAMES, (name) => [`${name}/**/*.{md,mdx}`]),
        photos: ["photos/**/*.{md,mdx,yaml,yml}"],
        services: ["services/**/*.{md,mdx,yaml,yml}"],
        series: ["series/**/*.{yaml,yml}"],
      },
      datesRepeatedSlugs: false,
      ownCollections: false,
      static: ["static", "public"],
      public: { folder: "public", isGiven: false },
      rules: { headers: [], redirects: [] },
      translations: null,
      frontMatter: {
        names: byKey(COLLECTION_NAMES, () => ({})),
        unknownKeys: "error",
        splitAt: "commas",
        defaults: byKey(COLLECTION_NAMES, () => ({})),
        extra: {},
        read: null,
        dates: null,
        folders: byKey(COLLECTION_NAMES, () => []),
      },
      extraSchemas: {},
      fileDates: null,
      markdown: {
        rawHtml: "allow",
        parser: "auto",
        excerptMarks: ["more", "truncate"],
        shortcodes: {},
        wikiLinks: false,
        highlight: false,
        figures: false,
        embeds: false,
        math: false,
        diagrams: false,
        remarkPlugins: [],
        rehypePlugins: [],
      },
      mdx: "strict",
      checks: {
        brokenLinks: "error",
        missingPictures: "error",
        dates: "error",
        slugs: "error",
        titles: "error",
        pages: "warning",
        anchors: "warning",
        markdown: "warning",
      },
      pictures: { widths: [480, 960, 1600], quality: 78 },
      discovery: {
        feeds: { rss: true, json: true },
        inFeeds: { posts: 50, fullText: true },
        sitemap: { add: [] },
        robots: { disallow: [] },
        llms: { full: true },
      },
      postsAsMarkdown: false,
      scripts: true,
      website: null,
      hasWriteServer: true,
      otherPaths: [],
      cards: null,
      publish: { to: null, after: [] },
      writes: null,
      cacheKey: [],
    });
  });

  it.each(["octavo.config.js", "octavo.config.mjs"])("is found as %s", async (name) => {
    if (name.endsWith(".js")) writeFileSync(join(cwd, "package.json"), '{ "type": "module" }');
    expect((await load('export default { content: "words" };', name)).config.content).toBe("words");
  });

  it("accepts one or more texts as cacheKey, and keeps them unchanged", async () => {
    expect((await load('export default { cacheKey: " one\\n" };')).config.cacheKey).toEqual([" one\n"]);
    expect((await load('export default { cacheKey: ["one", ""] };', "octavo.config.js")).config.cacheKey).toEqual(["one", ""]);
  });

  it("keeps values as they are written, and reads a single text as a list", async () => {
    const { config, lines } = await load(`export default {
      collections: { posts: "blog/**/*.md", books: [] },
      urls: { posts: "/blog/{slug}/" },
      static: "assets",
      site: { name: "Ines", url: "https://ines.example" },
      frontMatter: { names: { all: { when: "updatedAt" }, posts: { day: "publishedAt" } }, defaults: { posts: { language: "nb" } } },
    };`);
    expect(lines).toEqual([]);
    expect(config.collections).toMatchObject({ posts: ["blog/**/*.md"], books: [], series: ["series/**/*.{yaml,yml}"] });
    expect(config.ownCollections).toBe(true);
    expect(config.urls).toMatchObject({ posts: "/blog/{slug}/", books: "/books/{slug}" });
    expect(config.static).toEqual(["assets"]);
    expect(config.site).toEqual({ name: "Ines", url: "https://ines.example" });
    expect(config.frontMatter.names.posts).toEqual({ when: "updatedAt", day: "publishedAt" });
    expect(config.frontMatter.defaults.posts).toEqual({ language: "nb" });
  });

  it("passes plugins on unchanged", async () => {
    const { config, lines } = await load(
      "const plugin = () => {}; export default { markdown: { remarkPlugins: [plugin, [plugin, { a: 1 }]] } };",
    );
    expect(lines).toEqual([]);
    expect(config.markdown.remarkPlugins).toHaveLength(2);
    expect(config.markdown.remarkPlugins[0]).toBeTypeOf("function");
  });

  it("accepts transforms of shortcodes, includes their source in the cache key, and reports other values", async () => {
    const { config, lines } = await load("export default { markdown: { shortcodes: { map: () => 'a map', gist: false } } };");
    expect(lines).toEqual([]);
    expect(config.markdown.shortcodes).toEqual({ map: expect.any(Function), gist: false });
    expect(config.sources).not.toBe("");
    expect((await load('export default { markdown: { shortcodes: { map: "x" } } };', "octavo.config.js")).lines).toEqual([
      'octavo.config.js:1:49  error  markdown.shortcodes.map: "x" is not a function (want false, or { name: (shortcode) => Markdown })',
    ]);
  });

  it("is reread if the file has changed", async () => {
    await load('export default { content: "one" };');
    await new Promise((resolve) => setImmediate(resolve));
    writeFileSync(join(cwd, "octavo.config.mjs"), 'export default { content: "two", out: "elsewhere" };');
    const { config } = await loadConfig({ cwd });
    expect(config.content).toBe("two");
  });

  it("suggests `kinds` for a misspelling of it", async () => {
    const { lines } = await load("export default { kindz: {} };");
    expect(lines).toEqual(['octavo.config.mjs:1:18  error  kindz: unknown key (did you mean "kinds"?)']);
  });

  it("reports all mistakes, each with its place and a remedy", async () => {
    const { lines } = await load(`export default {
  contents: "words",
  urls: { posts: "blog/{slug}", books: "/books", photos: "/p/{yaer}/{slug}", talks: "/x/{slug}" },
  collections: { posts: 3 },
  mdx: "loose",
  frontMatter: {
    names: { posts: { date: "publishedOn" } },
    unknownKeys: "drop",
  },
  pictures: { quality: "high", widths: [0, 480.5] },
  markdown: { remarkPlugins: "gfm" },
  checks: { brokenLinks: "warn" },
};
`);
    expect(lines).toEqual([
      'octavo.config.mjs:2:3  error  contents: unknown key (did you mean "content"?)',
      'octavo.config.mjs:3:18  error  urls.posts: "blog/{slug}" does not begin with / (want a path such as "/blog/{slug}" or "/{year}/{month}/{name}/")',
      'octavo.config.mjs:3:40  error  urls.books: "/books" has none of {slug}, {name}, {path}, {slug_or_name}, {slug_or_file}, {title} (want a path such as "/blog/{slug}" or "/{year}/{month}/{name}/")',
      'octavo.config.mjs:3:58  error  urls.photos: "/p/{yaer}/{slug}" has an unknown placeholder {yaer} (want a path such as "/blog/{slug}" or "/{year}/{month}/{name}/")',
      `octavo.config.mjs:3:78  error  urls.talks: unknown key (known keys: ${[...LIST_KINDS, ...PAGE_GROUPS].slice(0, 8).join(", ")}, …)`,
      'octavo.config.mjs:4:25  error  collections.posts: 3 is not a list (want a glob or a list of globs: "posts/**/*.md")',
      'octavo.config.mjs:5:8  error  mdx: "loose" is not one of its values (want strict or lenient)',
      'octavo.config.mjs:8:18  error  frontMatter.unknownKeys: "drop" is not one of its values (want error, ignore or collect)',
      'octavo.config.mjs:10:24  error  pictures.quality: "high" is not a whole number (want 1 to 100)',
      "octavo.config.mjs:10:40  error  pictures.widths.0: 0 is too small (want pixels, 1 to 16383)",
      "octavo.config.mjs:10:40  error  pictures.widths.1: 480.5 is not a whole number (want pixels, 1 to 16383)",
      "octavo.config.mjs:11:30  error  markdown.remarkPlugins: is not a list (want [plugin] or [[plugin, options]])",
      'octavo.config.mjs:12:26  error  checks.brokenLinks: "warn" is not one of its values (did you mean "warning"? want error, warning or off)',
    ]);
  });

  it("reports an invalid plugin", async () => {
    const { lines } = await load(`export default {
  markdown: {
    remarkPlugins: ["remark-math", undefined, [null, {}], {}, { plugins: [3] }, { settings: {} }, () => {}],
  },
};
`);
    const hint = "want the function that its package exports: import it above, and list it as plugin or [plugin, options]";
    expect(lines).toEqual(
      [
        'remarkPlugins.0: "remark-math"',
        "remarkPlugins.4.plugins.0: 3",
        "remarkPlugins.3: a mapping",
        "remarkPlugins.2: null",
        "remarkPlugins.1: undefined",
      ].map((found) => `octavo.config.mjs:3:20  error  markdown.${found} is not a plugin (${hint})`),
    );
  });

  it("reports invalid values of extra and invalid schemas", async () => {
    const { lines } = await load(`export default {
  frontMatter: {
    extra: {
      posts: { summary: ["mood"], schema: {} },
      photos: { document: "some" },
      series: "all",
    },
  },
};
`);
    expect(lines).toEqual([
      "octavo.config.mjs:4:43  error  frontMatter.extra.posts.schema: is not a Standard Schema (want a schema from Zod, Valibot, ArkType or another library listed at https://standardschema.dev)",
      'octavo.config.mjs:5:27  error  frontMatter.extra.photos.document: "some" is not a list (want "all", or a list of keys: ["mood", "params.translator"])',
      'octavo.config.mjs:6:7  error  frontMatter.extra.series: unknown key (did you mean "services"?)',
    ]);
  });

  it("reports keys in extra that are fields, or decide who may see a document", async () => {
    const { lines } = await load(`export default {
  frontMatter: {
    names: { posts: { went: "publishedAt" } },
    extra: {
      posts: { summary: ["title", "went", "Publish_Date"], document: ["private", "hide", "status", "date"] },
      projects: { document: ["date", "status"] },
    },
  },
};
`);
    expect(lines).toEqual([
      'octavo.config.mjs:5:25  error  frontMatter.extra.posts.summary: "Publish_Date" decides when a document is public, so it is never published as an extra key (remove it)',
      'octavo.config.mjs:5:25  error  frontMatter.extra.posts.summary: "title" is a field of posts (remove it: it is already published as that field; if it means something else, also set names: { posts: { title: "" } })',
      'octavo.config.mjs:5:25  error  frontMatter.extra.posts.summary: "went" is also in frontMatter.names (remove it from one of the two)',
      'octavo.config.mjs:5:70  error  frontMatter.extra.posts.document: "date" decides when a document is public, so it is never published as an extra key (remove it)',
      'octavo.config.mjs:5:70  error  frontMatter.extra.posts.document: "private" decides who may see a document, so it is never published as an extra key (remove it; if it means something else, give it another name in the front matter)',
      'octavo.config.mjs:5:70  error  frontMatter.extra.posts.document: "status" decides who may see a document, so it is never published as an extra key (remove it; if it means something else, give it another name in the front matter)',
      'octavo.config.mjs:6:29  error  frontMatter.extra.projects.document: "status" is a field of projects (remove it: it is already published as that field; if it means something else, also set names: { projects: { status: "" } })',
    ]);
  });

  it("reports a wrong item of a kind's list at its place", async () => {
    const { lines } = await load(`export default {
  kinds: {
    talks: {
      words: { one: "Talk", many: "Talks" },
      fields: {},
      page: "/talks/{slug}/",
      order: ["title", "-hedl"],
      filters: [
        "evnt",
        'levl',
      ],
      sorts: ["nothing"],
      search: ["title2"],
    },
  },
};
`);
    expect(lines.map((line) => line.replace(/ \(.*/, ""))).toEqual([
      'octavo.config.mjs:7:24  error  kinds.talks.order: "-hedl" is not a key',
      'octavo.config.mjs:9:9  error  kinds.talks.filters: there is no field "evnt"',
      'octavo.config.mjs:10:9  error  kinds.talks.filters: there is no field "levl"',
      'octavo.config.mjs:12:15  error  kinds.talks.sorts: "nothing" is not a key',
      'octavo.config.mjs:13:16  error  kinds.talks.search: there is no field "title2"',
    ]);
  });

  it("that needs a missing package is reported with what to install", async () => {
    const { lines } = await load('import plugin from "rehype-nowhere";\nexport default { markdown: { rehypePlugins: [plugin] } };\n');
    expect(lines).toEqual(['octavo.config.mjs:1:1  error  "rehype-nowhere" is not installed (npm install rehype-nowhere)']);
  });

  it.each([
    ["octvo", "octavo"],
    ["rehype-slgu", "rehype-slug"],
    ["zdo", "zod"],
  ])("suggests the package that is meant by %j", async (written, meant) => {
    writeFileSync(join(cwd, "package.json"), '{ "dependencies": { "zod": "4.0.0" }, "devDependencies": { "rehype-slug": "6.0.0" } }');
    const { lines } = await load(`import "${written}";\nexport default {};\n`);
    expect(lines).toEqual([`octavo.config.mjs:1:1  error  "${written}" is not installed (did you mean "${meant}"?)`]);
  });

  it("that is read as CommonJS is reported with a remedy", () => {
    writeFileSync(join(cwd, "package.json"), '{ "type": "commonjs" }');
    writeFileSync(join(cwd, "octavo.config.ts"), 'import path from "node:path";\nexport default { content: path.sep };\n');
    expect(loadInNode(cwd).found).toEqual([
      'is read as CommonJS, which has no import and export (write "type": "module" in the package.json next to it, or name the file octavo.config.mts (.mjs))',
    ]);
  });

  it("is read without a warning from Node if the package.json has no type", () => {
    writeFileSync(join(cwd, "package.json"), "{}");
    writeFileSync(join(cwd, "octavo.config.ts"), 'import path from "node:path";\nexport default { content: path.basename("/a/b") };\n');
    expect(loadInNode(cwd)).toMatchObject({ content: "b", found: [], err: "" });
  });

  it("is in Node's compile cache only once, however often it is read", () => {
    writeFileSync(join(cwd, "octavo.config.ts"), "const content: string = 'words';\nexport default { content };\n");
    const cache = join(cwd, "cache");
    const read = (): number => {
      expect(loadInNode(cwd, { NODE_COMPILE_CACHE: cache })).toMatchObject({ content: "words", found: [] });
      return readdirSync(cache, { recursive: true }).length;
    };
    const entries = read();
    expect(entries).toBeGreaterThan(10);
    expect([read(), read()]).toEqual([entries, entries]);
  });

  it("reports names that are not fields", async () => {
    const { lines } = await load(
      'export default {\n  frontMatter: { names: { posts: { day: "publishedOn" }, all: { x: "nothing" } } },\n};\n',
    );
    expect(lines).toEqual([
      'octavo.config.mjs:2:41  error  frontMatter.names.posts.day: "publishedOn" is not a field of posts (did you mean "publishedAt"?)',
      expect.stringMatching(
        /^octavo\.config\.mjs:2:68 {2}error {2}frontMatter\.names\.all\.x: "nothing" is not a field of all \(fields of all: title, slug, /,
      ),
    ]);
  });

  it.each([
    ["export const config = {};", 1, 'has no object as its default export (write export default { content: "content" })'],
    ["export default 3;", 1, "has no object as its default export"],
    ['throw new Error("no luck"); export default {};', 7, "threw an error: no luck"],
    [
      "const kinds = { talks: defineKind({}) }; export default { kinds };",
      24,
      'defineKind is not imported (write import { defineConfig, defineKind, field } from "octavo")',
    ],
    ["export default { content: document.title };", 27, "threw an error: document is not defined (the file runs in Node, "],
    ["const field = {}; field.int(); export default {};", 25, "there is no field.int() (did you mean field.number()?)"],
    ["const field = {}; field.txt(); export default {};", 25, "there is no field.txt() (did you mean field.text()?)"],
    ["const field = {}; field.zzzzzzz(); export default {};", 25, "there is no field.zzzzzzz() (want one of text, number, "],
    [
      "const field = { number: () => ({}) }; field.number().int(); export default {};",
      54,
      "field.number() has no .int() (a field has .optional(), .default(value) and .describe(text); `schema` can check more)",
    ],
  ])("that cannot be used is reported: %s", async (text, column, message) => {
    const { lines, config } = await load(text);
    expect(lines).toEqual([expect.stringContaining(`octavo.config.mjs:1:${column}  error  ${message}`)]);
    expect(config.content).toBe("content");
  });

  it("may use defineConfig if the package can be found, in plain TypeScript", () => {
    const folder = new URL("../../fixtures/config", import.meta.url).pathname;
    expect(loadInNode(folder)).toMatchObject({ content: "words", found: [], at: [] });
  });

  it("explains what to do if it imports the package and the package is missing", () => {
    writeFileSync(join(cwd, "octavo.config.ts"), 'import { defineConfig } from "octavo";\nexport default defineConfig({});\n');
    expect(loadInNode(cwd)).toMatchObject({
      content: "content",
      found: [
        'the package "octavo" is not installed here (run npm install (after octavo init, if there is no package.json); a configuration without kinds can be a plain object, without the import)',
      ],
    });
  });

  it("that is not valid code is reported with its place", () => {
    writeFileSync(join(cwd, "octavo.config.ts"), "const content = 1;\n\n  export defalt { content };\n");
    const { found, at } = loadInNode(cwd);
    expect(found).toEqual([expect.stringMatching(/^is not valid code: .*erasable TypeScript/)]);
    expect(at).toEqual([[3, 10, 16]]);
  });

  it.each([
    ["export default function shout() {\n  const a = ;\n}\n", [2, 13, 14], /^is not valid code/],
    ["export default function shout() {", [1, 1, null], /^is not valid code/],
    ['const shout = () => {\n  throw new Error("no luck");\n};\nexport default shout();\n', [2, 9, null], /^threw an error: no luck/],
    ['import "nowhere";\nexport default 1;\n', [1, 1, null], /^"nowhere" is not installed/],
  ])("that imports an invalid file, %j, is reported with that file", (text, place, message) => {
    writeFileSync(
      join(cwd, "octavo.config.ts"),
      'import shout from "./plugins/shout.ts";\nexport default { markdown: { remarkPlugins: [shout] } };\n',
    );
    mkdirSync(join(cwd, "plugins"));
    writeFileSync(join(cwd, "plugins/shout.ts"), text);
    expect(loadInNode(cwd)).toMatchObject({ files: ["plugins/shout.ts"], at: [place], found: [expect.stringMatching(message)] });
  });

  it("that imports a name that is not exported is reported", () => {
    writeFileSync(join(cwd, "octavo.config.ts"), 'import shout from "./shout.ts";\nexport default { content: shout };\n');
    writeFileSync(join(cwd, "shout.ts"), "export const shout = 1;\n");
    const { files, found } = loadInNode(cwd);
    expect(files).toEqual(["octavo.config.ts"]);
    expect(found).toEqual(["./shout.ts has no export named default (write export default there, or import { … } by name here)"]);
  });

  it("that ends too early is reported on a line near its end", () => {
    writeFileSync(join(cwd, "octavo.config.ts"), "const content = 1;\n\nexport default { content: [\n");
    const { at } = loadInNode(cwd);
    expect(at).toEqual([[3, 1, null]]);
  });

  it("that is requested by name and does not exist is reported", async () => {
    const { diagnostics } = await loadConfig({ cwd, file: "other.config.ts" });
    expect(linesOf(diagnostics)).toEqual([expect.stringContaining("other.config.ts:1:1  error  there is no such file")]);
  });
});

describe("a configuration that throws an error when it is read", () => {
  it("is reported with the line", () => {
    writeFileSync(
      join(cwd, "octavo.config.mjs"),
      "export default new Proxy({}, {\n  get() {\n    throw new Error('no lamp');\n  },\n});\n",
    );
    expect(loadInNode(cwd)).toMatchObject({
      files: ["octavo.config.mjs"],
      found: [expect.stringContaining("no lamp")],
      at: [[3, 11, null]],
    });
  });
});
