import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { linesOf } from "../parse/parse-files.ts";
import { buildIn, type Files, writeFiles } from "../site-folder.ts";

const SITE = "name: Ines Aas\nurl: https://ines.example\n";
const post = (body: string): string => `---\ntitle: P\ndate: 2024-01-01\n---\n\n${body}\n`;

async function check(links: readonly string[], more: Files = {}): Promise<readonly string[]> {
  const cwd = mkdtempSync(join(tmpdir(), "octavo-other-addresses-"));
  try {
    const names = ["ice", "reeds", "heron", "rain"];
    const posts = Object.fromEntries(names.map((name) => [`content/posts/${name}.md`, post("Text.")]));
    const linking = post(links.map((link) => `[x](${link})`).join("\n"));
    writeFiles(cwd, { "content/site.yaml": SITE, ...posts, "content/posts/links.md": linking, ...more });
    const first = linesOf((await buildIn(cwd)).diagnostics);
    // The second build reads links from the cache.
    expect(linesOf((await buildIn(cwd)).diagnostics)).toEqual(first);
    return first;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

it("links to three posts or more at other addresses are one warning, at the first link", async () => {
  expect(await check(["/2019/ice/", "/2019/05/reeds.html#top", "https://ines.example/heron", "/2019/ice/"])).toEqual([
    "content/posts/links.md:6:5  warning  links lead to 3 posts at addresses that the posts do not have: /2019/ice/ (page: /posts/ice), /2019/05/reeds.html (page: /posts/reeds), /heron (page: /posts/heron) (set urls.posts to the pattern of these addresses, or formerUrls.posts to redirect from there)",
  ]);
});

it("a misspelt address of a document is a warning that names the right one", async () => {
  const pages = { "content/pages/about.md": "---\ntitle: About\n---\nText.\n" };
  expect(await check(["/pots/heron", "/abuot#me", "https://ines.example/post/ice", "/posts/hern", "/posts"], pages)).toEqual([
    'content/posts/links.md:6:5  warning  "/pots/heron" is not the address of a document (did you mean /posts/heron?)',
    'content/posts/links.md:7:5  warning  "/abuot#me" is not the address of a document (did you mean /about/?)',
    'content/posts/links.md:8:5  warning  "https://ines.example/post/ice" is not the address of a document (did you mean /posts/ice?)',
    'content/posts/links.md:9:5  warning  "/posts/hern" is not the address of a document (did you mean /posts/heron?)',
  ]);
});

it("an address that differs in a number, a list, or the page of a faulty file is not taken for a misspelling", async () => {
  const part = { "content/pages/part-1.md": "---\ntitle: One\n---\nText.\n", "content/pages/photo.md": "---\ntitle: P\n---\nText.\n" };
  expect(await check(["/part-2", "/photoo/1"], part)).toEqual([]);
  const faulty = { "content/pages/herons.md": "---\ntitle: Herons\nslug: Bad Slug\n---\n" };
  expect((await check(["/hero"], { ...faulty, "content/pages/heron.md": "---\ntitle: Heron\n---\nText.\n" })).length).toBe(1);
});

it("links to pages of tags, to former addresses, and to two posts are not a warning", async () => {
  expect(await check(["/2019/ice/", "/2019/reeds/", "/tags/heron/", "/categories/rain"])).toEqual([]);
  const config = { "octavo.config.mjs": 'export default { formerUrls: { posts: "/2019/{slug}/" } };\n' };
  expect(await check(["/2019/ice/", "/2019/reeds/", "/2019/heron/"], config)).toEqual([]);
});
