import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildIn, writeFiles } from "./site-folder.ts";

const DEFINITIONS = new URL("../../contract/config/define-kind.ts", import.meta.url).href;
const config = (layout: string): string => `
import { defineKind } from ${JSON.stringify(DEFINITIONS)};
export default {
  translations: ${JSON.stringify(layout)},
  collections: { posts: ["posts/**/*.md", "*/posts/**/*.md"] },
  kinds: { talks: defineKind({ words: { one: "Talk", many: "Talks" }, fields: {}, page: "/{lang?}/talks/{slug}/" }) },
};`;
const SITE = "name: Fjord\nurl: https://fjord.example\nlanguage: en\nlocales: [en, de, pt-BR]\n";
const post = (title: string, front = ""): string => `---\ntitle: ${title}\npublishedAt: 2024-01-02\n${front}---\nText.\n`;

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-translations-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

async function build(layout: string, files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  writeFiles(cwd, { "octavo.config.mjs": config(layout), "content/site.yaml": SITE, "content/talks/looms.md": "# Looms\n", ...files });
  return (await buildIn(cwd)).diagnostics.all().map(({ file, line, message, hint }) => `${file}:${line} ${message} (${hint})`);
}
const read = (path: string) => JSON.parse(readFileSync(join(cwd, "dist/api/v1", path), "utf8"));

describe("translations", () => {
  it("are linked by the suffix of file names, in posts and the site's own kinds", async () => {
    const files = {
      "content/posts/hello.md": post("Hello"),
      "content/posts/hello.de.md": post("Hallo"),
      "content/posts/hello.pt-BR.md": post("Olá", "slug: ola\n"),
      "content/posts/alone.md": post("Alone"),
      "content/talks/tides.md": "# Tides\n",
      "content/talks/tides.de.md": "# Gezeiten\n",
    };
    expect(await build("suffix", files)).toEqual([]);
    expect(read("posts/hello.json").translations).toEqual([
      { language: "de", slug: "hello-de", url: "https://fjord.example/de/posts/hello", path: "/de/posts/hello", title: "Hallo" },
      { language: "pt-BR", slug: "ola-pt-br", url: "https://fjord.example/pt-BR/posts/ola", path: "/pt-BR/posts/ola", title: "Olá" },
    ]);
    expect(read("posts/hello-de.json")).toMatchObject({ language: "de", translations: [{ slug: "hello" }, { slug: "ola-pt-br" }] });
    expect(read("posts/alone.json").translations).toEqual([]);
    expect(read("posts.json").items[0]).not.toHaveProperty("translations");
    expect(read("talks/tides.json").translations).toEqual([
      { language: "de", slug: "tides-de", url: "https://fjord.example/de/talks/tides/", path: "/de/talks/tides/", title: "Gezeiten" },
    ]);
    expect(read("languages.json").items).toEqual([
      { language: "en", count: 4, kinds: { posts: 2, talks: 2 } },
      { language: "de", count: 2, kinds: { posts: 1, talks: 1 } },
      { language: "pt-BR", count: 1, kinds: { posts: 1 } },
    ]);
    const sitemap = readFileSync(join(cwd, "dist/sitemap.xml"), "utf8");
    expect(sitemap).toContain('<xhtml:link rel="alternate" hreflang="de" href="https://fjord.example/de/talks/tides/"/>');
  });

  it("are linked by folders, and by a common key regardless of the files' locations", async () => {
    const files = {
      "content/posts/hello.md": post("Hello"),
      "content/de/posts/hello.md": post("Hallo"),
      "content/posts/one.md": post("One", "translationKey: first\n"),
      "content/posts/eins.md": post("Eins", "translationKey: first\nlanguage: de\n"),
    };
    expect(await build("folder", files)).toEqual([]);
    expect(read("posts/hello-de.json").translations).toMatchObject([{ language: "en", slug: "hello" }]);
    expect(read("posts/eins.json")).toMatchObject({ url: "https://fjord.example/de/posts/eins", translations: [{ slug: "one" }] });
  });

  it("do not include drafts and unlisted documents", async () => {
    const files = {
      "content/posts/hello.md": post("Hello"),
      "content/posts/hello.de.md": post("Hallo", "draft: true\n"),
      "content/posts/hello.pt-BR.md": post("Olá", "unlisted: true\n"),
    };
    expect(await build("suffix", files)).toEqual([]);
    expect(read("posts/hello.json").translations).toEqual([]);
    expect(read("posts/hello-pt-br.json").translations).toMatchObject([{ slug: "hello" }]);
  });

  it("are rejected if the file's name and the front matter differ, or if two have the same language", async () => {
    const files = {
      "content/posts/hello.de.md": post("Hallo", "language: pt-BR\n"),
      "content/posts/one.md": post("One", "translationKey: first\n"),
      "content/posts/two.md": post("Two", "translationKey: first\n"),
    };
    expect(await build("suffix", files)).toEqual([
      `content/posts/hello.de.md:4 is "pt-BR", but in the file's name it is de (change one of the two)`,
      'content/posts/two.md:4 is in en, as is content/posts/one.md, and both are translations of "first" (write a different language or translationKey in one of the two)',
    ]);
  });

  it("are not entries of the same data file", async () => {
    const kinds = `kinds: { links: { files: "links.csv", words: { one: "Link", many: "Links" }, fields: {} } }`;
    const files = { "octavo.config.mjs": `export default { translations: "suffix", ${kinds} };`, "content/links.csv": "title\nOne\nTwo\n" };
    writeFiles(cwd, { "content/site.yaml": SITE, ...files });
    expect((await buildIn(cwd)).diagnostics.all()).toEqual([]);
    expect(read("links/one.json").translations).toEqual([]);
  });

  it("each have a page, so a pattern without the language is an error", async () => {
    const files = { "content/posts/a.md": post("A"), "content/posts/a.de.md": post("A") };
    writeFiles(cwd, {
      "octavo.config.mjs": 'export default { translations: "suffix", urls: { posts: "/{slug}" } };',
      "content/site.yaml": SITE,
      ...files,
    });
    const found = (await buildIn(cwd)).diagnostics.all();
    expect(found).toMatchObject([{ code: "duplicate-page", hint: expect.stringContaining("{lang?}") }]);
  });
});
