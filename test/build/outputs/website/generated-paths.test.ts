import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildIn, type Files, writeOldFiles } from "../../site-folder.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-paths-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const SITE: Files = {
  "octavo.config.mjs": "export default { website: true };\n",
  "content/site.yaml": "name: Fjord\nurl: https://fjord.example\n",
  "content/posts/a.md": "---\ntitle: A\npublishedAt: 2024-01-02\ntags: [posts]\n---\nRain.\n",
};

async function errorsOf(files: Files): Promise<readonly string[]> {
  writeOldFiles(cwd, { ...SITE, ...files });
  return (await buildIn(cwd)).diagnostics.all().map(({ file, message }) => `${file}: ${message}`);
}

const page = (front = ""): string => `---\ntitle: Page\n${front}---\nText.\n`;

describe("a document at the path of a page that the build generates", () => {
  it.each([
    ["posts", "its page, /posts/, is also the list of posts"],
    ["posts/page/3", "its page, /posts/page/3/, is also the list of posts"],
    ["archive/2024", "its page, /archive/2024/, is also a page of the archive"],
    ["search", "its page, /search/, is also the page search of the website"],
    ["comments/hello", "its page, /comments/hello/, is also an address of the website"],
  ])("is an error: %s", async (path, message) => {
    expect(await errorsOf({ [`content/pages/${path}.md`]: page() })).toEqual([`content/pages/${path}.md: ${message}`]);
  });

  it("is also an error for a list in another language", async () => {
    const german = "---\ntitle: B\npublishedAt: 2024-01-02\nlanguage: de-AT\n---\nRegen.\n";
    expect(await errorsOf({ "content/posts/b.md": german, "content/pages/de/posts.md": page() })).toEqual([
      "content/pages/de/posts.md: its page, /de/posts/, is also the list of posts",
    ]);
  });

  it("is also an error for a former path", async () => {
    expect(await errorsOf({ "content/pages/uses.md": page("redirectFrom: [/archive]\n") })).toEqual([
      "content/pages/uses.md: /archive is the page archive of the website, so nothing can be redirected from there",
    ]);
  });

  it("is an error if the pattern of a tag's page matches that path", async () => {
    expect(await errorsOf({ "octavo.config.mjs": 'export default { website: true, urls: { tags: "/{slug}" } };\n' })).toEqual([
      'octavo.config.mjs: /posts would be the page of the tag "posts" and is the list of posts',
    ]);
  });

  it("is not an error for a site without pages, or for the home page", async () => {
    expect(await errorsOf({ "octavo.config.mjs": "export default {};\n", "content/pages/posts.md": page() })).toEqual([]);
    expect(
      await errorsOf({
        "octavo.config.mjs": "export default { website: true };\n",
        "content/pages/posts.md": page("draft: true\npermalink: /x\n"),
        "content/pages/index.md": page(),
      }),
    ).toEqual([]);
  });
});

describe("two lists at one path", () => {
  const DEFINITIONS = new URL("../../../../contract/config/define-kind.ts", import.meta.url).href;
  const configure = (...members: readonly string[]): string =>
    `import { defineKind } from ${JSON.stringify(DEFINITIONS)};\nexport default { website: true, ${members.join(", ")} };\n`;
  const define = (name: string, page = ""): string =>
    `"${name}": defineKind({ words: { one: "X", many: "Xs" }, fields: {}${page === "" ? "" : `, page: "${page}"`} })`;

  it.each([
    ["a kind without pages", [`kinds: { ${define("blog")} }`, 'urls: { posts: "/blog/{slug}" }'], "/blog would be the list of blog"],
    ["a kind with pages", [`kinds: { ${define("blog", "/posts/{slug}/")} }`], "/posts/ would be the list of blog"],
    ["tags", ['urls: { tags: "/posts/{slug}/" }'], "/posts/ would be the page tags of the website"],
  ])("are an error that names both: %s", async (_, members, message) => {
    const files = { "octavo.config.mjs": configure(...members), "content/posts/a.md": page("tags: [sea]\n"), "content/blog/b.md": page() };
    expect(await errorsOf(files)).toContain(`octavo.config.mjs: ${message}, but it is the list of posts`);
  });

  it("are an error if a kind's list is at an address of the write server", async () => {
    const files = { "octavo.config.mjs": configure(`kinds: { ${define("inquiry")} }`), "content/inquiry/b.md": page() };
    expect(await errorsOf(files)).toEqual([
      "octavo.config.mjs: /inquiry would be the list of inquiry, but it is an address of the website",
    ]);
  });

  it("are not an error if one of them is empty, or if a pattern does not begin with a folder", async () => {
    const kinds = `kinds: { ${define("blog", "/{slug}/")}, ${define("notes", "/posts/{slug}/")} }`;
    expect(await errorsOf({ "octavo.config.mjs": configure(kinds), "content/blog/b.md": page(), "content/notes/.keep": "" })).toEqual([
      "octavo.config.mjs: no file matches notes/**/*.{md,mdx}, so notes has no document from it",
    ]);
  });
});

describe("a file of public at the path of a page", () => {
  it("is an error", async () => {
    expect(await errorsOf({ "public/posts.html": "<p>Mine</p>" })).toEqual([
      "public/posts.html: would be /posts.html of the site, but the build writes that page itself",
    ]);
  });
});

describe("a document whose page is the file of another page", () => {
  it.each([
    ["/404", "the page for missing addresses: 404.html"],
    ["/404.html", "the page for missing addresses: 404.html"],
    ["/index.html", "the home page: index.html"],
    ["/uses.html", "/uses of content/pages/uses.md: uses.html"],
    ["/shop/index.html", "/shop/ of content/pages/shop.md: shop/index.html"],
    ["/posts.html", "the list of posts: posts.html"],
    ["/posts/index.html", "the list of posts: posts/index.html"],
  ])("is an error that names both: %s", async (path, message) => {
    const files = {
      "content/pages/odd.md": page(`permalink: ${path}\n`),
      "content/pages/uses.md": page("permalink: /uses\n"),
      "content/pages/shop.md": page("permalink: /shop/\n"),
    };
    expect(await errorsOf(files)).toEqual([`content/pages/odd.md: its page, ${path}, has the same file as ${message}`]);
  });

  it("is not an error for 404.md, for a separate file, or for a site without pages", async () => {
    const files = {
      "content/pages/404.md": page("permalink: /404.html\n"),
      "content/pages/odd.md": page("permalink: /old/uses.html\n"),
      "content/pages/uses.md": page("permalink: /uses\n"),
    };
    expect(await errorsOf(files)).toEqual([]);
    const apiAlone = { "octavo.config.mjs": "export default {};\n", "content/pages/odd.md": page("permalink: /uses.html\n") };
    expect(await errorsOf(apiAlone)).toEqual([]);
  });
});
