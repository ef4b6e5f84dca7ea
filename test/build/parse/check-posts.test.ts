import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { buildIn, type Files, writeFiles } from "../site-folder.ts";
import { linesOf, parseFiles, post, SITE } from "./parse-files.ts";

const postsOf = (...fronts: readonly string[]): Files =>
  Object.fromEntries(fronts.map((front, index) => [`posts/p${index}.md`, post(`title: P\n${front}`)]));
const DATED = "date: 2024-01-01";
const NEXT_YEAR = "date: 2027-01-01";

/** The findings, except the warning that each post without a date has on its own. */
async function check(files: Files, options: Parameters<typeof buildIn>[1] = {}): Promise<readonly string[]> {
  const cwd = mkdtempSync(join(tmpdir(), "octavo-check-posts-"));
  try {
    writeFiles(join(cwd, "content"), { "site.yaml": SITE, ...files });
    const { diagnostics } = await buildIn(cwd, { check: true, ...options });
    return linesOf(diagnostics).filter((line) => !line.includes("publishedAt: missing"));
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

it("a blog in which half of the posts or more have no date is a warning, but a post or two without one are not", async () => {
  expect(await check(postsOf("", "", "", "draft: true"))).toEqual([
    "content/posts/p0.md:2:1  warning  3 of 3 posts have no date: feeds are empty, and they are last in lists (write publishedAt (or date) in the front matter, or name the files 2024-01-31-a-heron.md)",
  ]);
  expect(await check(postsOf("", "", "", DATED, DATED))).toEqual([
    expect.stringContaining("3 of 5 posts have no date: no feed has them, and they are last in lists"),
  ]);
  expect(await check(postsOf("", "", "", DATED, DATED, DATED, DATED))).toEqual([]);
  expect(await check(postsOf("", "", DATED))).toEqual([]);
  expect(await check(postsOf(""))).toEqual([]);
});

it("posts with errors are not counted as posts without a date", async () => {
  const wrong = "date: 2024-13-01";
  const warnings = async (...fronts: string[]) => (await check(postsOf(...fronts))).filter((line) => line.includes("warning"));
  expect(await warnings(wrong, wrong, wrong, wrong, DATED)).toEqual([]);
  expect(await warnings("", "", "", wrong, "tags: { a: b }", DATED)).toEqual([
    expect.stringContaining("3 of 4 posts have no date: no feed has them"),
  ]);
  expect(await warnings("", "", wrong)).toEqual([]);
});

it("empty feeds are a warning if there are two posts or more, whatever keeps the posts out of them", async () => {
  expect(await check(postsOf("", ""))).toEqual([expect.stringContaining("2 of 2 posts have no date: feeds are empty")]);
  expect(await check(postsOf("", `${DATED}\nunlisted: true`))).toEqual([
    expect.stringContaining("1 of 2 posts has no date: feeds are empty, and it is last in lists"),
  ]);
  expect(await check(postsOf("draft: true", "draft: true"))).toEqual([
    expect.stringContaining("all 2 posts are drafts: lists and feeds are empty"),
  ]);
});

it("feeds are empty if all posts with a date are in the future", async () => {
  expect(await check(postsOf("", "", "", NEXT_YEAR, NEXT_YEAR, NEXT_YEAR, NEXT_YEAR))).toEqual([
    expect.stringContaining("3 of 7 posts have no date: feeds are empty"),
  ]);
});

it("the newest posts by the numbers in their file or folder names are a warning if they have no date", async () => {
  const undated = (path: string): Files => ({ [path]: post("title: P") });
  const old = Object.fromEntries([1, 2, 3, 4].map((number) => [`posts/${number}-a${number}.md`, post(`title: P\n${DATED}`)]));
  const added = { ...undated("posts/5-b.md"), ...undated("posts/6-c.md"), ...undated("posts/12-d.md") };
  expect(await check({ ...old, ...added })).toEqual([
    "content/posts/12-d.md:2:1  warning  the 3 newest posts by their file names have no date: no feed has them, and they are last in lists (write publishedAt (or date) in the front matter, or name the files 2024-01-31-a-heron.md)",
  ]);
  expect(await check({ ...old, ...undated("posts/0-b.md"), ...undated("posts/6-c.md"), ...undated("posts/d.md") })).toEqual([]);
});

it("several posts that state other addresses of the site are one warning, which names the first ones", async () => {
  const at = (address: string): string => `${DATED}\ncanonical: ${address}`;
  const old = ["0", "1", "2", "3"].map((name) => at(`https://ines.example/2019/p${name}/`));
  expect(await check(postsOf(...old))).toEqual([
    "content/posts/p0.md:4:12  warning  4 posts state addresses of this site that are not their pages: /2019/p0/ (page: /posts/p0), /2019/p1/ (page: /posts/p1), /2019/p2/ (page: /posts/p2), … (set urls.posts to the pattern of these addresses, such as /{year}/{month}/{slug}/)",
  ]);
  const right = ["0", "1", "2"].map((name) => at(`https://ines.example/posts/p${name}/`));
  const elsewhere = ["3", "4", "5"].map((name) => at(`https://other.example/${name}`));
  expect(await check(postsOf(...right, ...elsewhere))).toEqual([]);
});

it("a configured folder of posts that contains none is a warning at its setting", async () => {
  const files = { "site.yaml": SITE, "books/b.md": post("title: B\nstatus: reading") };
  const configText = 'export default {\n  collections: { posts: "en/_posts/**/*.md" },\n};\n';
  expect((await parseFiles(files, { configText })).lines).toEqual([
    "octavo.config.mjs:2:25  warning  collections.posts: no file matches en/_posts/**/*.md, so posts has no document from it (the nearest folder that exists is content; globs are relative to the content folder)",
  ]);
  expect((await parseFiles(files)).lines).toEqual([]);
});

it("a glob of posts that matches only about.md is a warning: no post was found", async () => {
  const configText = 'export default {\n  collections: { posts: "**/*.md" },\n};\n';
  expect((await parseFiles({ "site.yaml": SITE, "about.md": "---\ntitle: About\n---\n" }, { configText })).lines).toEqual([
    expect.stringContaining(
      "collections.posts: **/*.md matches only files with a special meaning, such as about.md, so posts has no document from it",
    ),
  ]);
});

it("a blog without a listed post is a warning with the reasons, since lists and feeds are empty", async () => {
  expect(await check(postsOf(...[DATED, DATED, DATED].map((date) => `${date}\nunlisted: true`)))).toEqual([
    "content/posts/p0.md:4:11  warning  all 3 posts are unlisted: lists and feeds are empty (remove draft: or unlisted: from the posts that are meant for readers)",
  ]);
  expect(await check(postsOf("draft: true", "draft: true", `${DATED}\nunlisted: true`))).toEqual([
    expect.stringContaining("all 3 posts are drafts or unlisted: lists and feeds are empty"),
  ]);
  expect(await check(postsOf("draft: true", "draft: true", DATED))).toEqual([]);
});

it("a blog whose posts are all dated in the future is a warning, unless the build publishes them", async () => {
  const posts = postsOf(NEXT_YEAR, NEXT_YEAR, NEXT_YEAR);
  expect(await check(posts)).toEqual([
    "content/posts/p0.md:3:7  warning  all 3 posts are dated in the future: lists and feeds are empty (check the years and this machine's clock; --future shows these posts in dev and build)",
  ]);
  expect(await check(posts, { future: true })).toEqual([]);
  expect(await check(postsOf("date: 2024-01-01\nexpiresAt: 2025-01-01", NEXT_YEAR, NEXT_YEAR))).toEqual([
    expect.stringContaining("all 3 posts are expired or dated in the future: lists and feeds are empty (check expiresAt"),
  ]);
});
