import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { linesOf } from "../../parse/parse-files.ts";
import { buildIn, type Files, writeFiles } from "../../site-folder.ts";

const SITE = "name: Ines Aas\nurl: https://ines.example\n";
const WEBSITE = "export default { website: true };\n";
const post = (body: string): string => `---\ntitle: P\ndate: 2024-01-01\ntags: [Rain]\ncategories: [Sea]\n---\n\n${body}\n`;

/** The findings of a website with these links in a post. */
async function check(links: readonly string[], more: Files = {}): Promise<readonly string[]> {
  const cwd = mkdtempSync(join(tmpdir(), "octavo-served-paths-"));
  try {
    writeFiles(cwd, {
      "octavo.config.mjs": WEBSITE,
      "content/site.yaml": SITE,
      "content/about.md": "---\nheadline: Me\n---\nText.\n",
      "content/posts/heron.md": post("Text."),
      "content/posts/links.md": post(links.map((link) => `[x](${link})`).join("\n")),
      ...more,
    });
    const first = linesOf((await buildIn(cwd)).diagnostics);
    // The second build reads links from the cache.
    expect(linesOf((await buildIn(cwd)).diagnostics)).toEqual(first);
    return first;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

const NOTHING = "leads to nothing: the website has no page or file there";
const REMEDY = "link to a document's file; if another program answers there, name the path in website.otherPaths";

it("a link to a path of the website that nothing serves is a warning with its place and the remedy", async () => {
  const links = ["/no/such/", "https://ines.example/wp-admin?x#y", "/files/tides.pdf", "/posts/hern", "/tags/snow", "/posts/page/x"];
  expect(await check(links)).toEqual([
    `content/posts/links.md:8:5  warning  "/no/such/" ${NOTHING} (${REMEDY})`,
    `content/posts/links.md:9:5  warning  "https://ines.example/wp-admin?x#y" ${NOTHING} (${REMEDY})`,
    `content/posts/links.md:10:5  warning  "/files/tides.pdf" ${NOTHING} (${REMEDY})`,
    `content/posts/links.md:11:5  warning  "/posts/hern" ${NOTHING} (did you mean /posts/heron?)`,
    `content/posts/links.md:12:5  warning  "/tags/snow" ${NOTHING} (${REMEDY})`,
    `content/posts/links.md:13:5  warning  "/posts/page/x" ${NOTHING} (${REMEDY})`,
  ]);
  const off = { "octavo.config.mjs": 'export default { website: true, checks: { pages: "off" } };\n' };
  expect(await check(links, off)).toEqual([]);
  expect(await check(links, { "octavo.config.mjs": "export default {};\n" })).toEqual([
    'content/posts/links.md:11:5  warning  "/posts/hern" is not the address of a document (did you mean /posts/heron?)',
  ]);
});

it("links to lists, groups, files, the API, the write server and other spellings of a page are not reported", async () => {
  const lists = [
    "/",
    "/posts",
    "/posts/page/3",
    "/archive",
    "/archive/2024/",
    "/tags",
    "/tags/rain?x",
    "/categories/sea/page/1",
    "/search?q=x",
  ];
  const server = [
    "/api/v1/posts",
    "/feed.xml",
    "/comments/heron",
    "/inquiry",
    "/moderate/x",
    "/media/x.pdf",
    "/.well-known/x",
    "/site.css",
  ];
  const pages = ["/about", "/posts/heron.html", "/posts/heron/", "/index.html", "?page=2", "https://other.example/no"];
  expect(await check([...lists, ...server, ...pages])).toEqual([]);
});

it("links to public files, redirects, former addresses, and paths that the configuration names are not reported", async () => {
  const config =
    'export default { website: { otherPaths: ["/shop", "/forum/*"] }, redirects: { "/old": "/about", "/posts/2019/*": "/posts" }, sitemap: { add: ["/lab"] } };\n';
  const moved = `---\ntitle: M\ndate: 2024-01-01\nredirectFrom: /2019/moved/\n---\n\nText.\n`;
  const more = {
    "octavo.config.mjs": config,
    "content/posts/moved.md": moved,
    "public/tool/index.html": "<title>Tool</title>",
    "public/note.txt": "Note.",
    "public/_redirects": "# Old feeds\n/rss/* /feed.xml 301\n/news/:year/all /archive\n",
  };
  const named = [
    "/old",
    "/posts/2019/x",
    "/lab/",
    "/shop/",
    "/forum",
    "/forum/a/b",
    "/2019/moved/",
    "/tool/",
    "/rss/all",
    "/news/2019/all",
  ];
  expect(await check(named, more)).toEqual([]);
  const dead = await check(["/shop/cart", "/news/2019", "/note.pdf"], more);
  expect(dead.map((line) => line.split('"')[1])).toEqual(["/shop/cart", "/news/2019", "/note.pdf"]);
  expect(await check(["/no/such/"], { "public/_worker.js": "export default {};\n" })).toEqual([]);
});

it("the menu and the links at the foot of pages are checked, below the site's base", async () => {
  const menu = "navigation:\n  - { label: A, url: /posts }\n  - { label: B, url: /nowhere }\n  - { label: C, url: /posts/heron }\n";
  const foot = "footerLinks:\n  - { label: D, url: /gone/ }\n  - { label: E, url: /feed.xml }\n";
  expect(await check([], { "content/site.yaml": `${SITE}${menu}${foot}` })).toEqual([
    `content/site.yaml:5:22  warning  navigation.1.url: "/nowhere" ${NOTHING} (${REMEDY})`,
    `content/site.yaml:8:22  warning  footerLinks.0.url: "/gone/" ${NOTHING} (${REMEDY})`,
  ]);
  const below =
    "name: Ines Aas\nurl: https://ines.example/blog\nfooterLinks:\n  - { label: D, url: /imprint }\n  - { label: E, url: /blog/gone }\n";
  const found = await check(["/blog/posts", "/blog/none", "https://ines.example/else"], { "content/site.yaml": below });
  expect(found.map((line) => line.split('"')[1])).toEqual(["/blog/none", "/blog/gone"]);
});

it("a path in the menu that looks like a misspelt page is not a mistake if a redirect serves it", async () => {
  const menu = `${SITE}navigation:\n  - { label: A, url: /posts/hero }\n`;
  expect((await check([], { "content/site.yaml": menu })).join()).toContain("error");
  const config = 'export default { website: true, redirects: { "/posts/hero": "/posts/heron" } };\n';
  expect(await check([], { "content/site.yaml": menu, "octavo.config.mjs": config })).toEqual([]);
});
