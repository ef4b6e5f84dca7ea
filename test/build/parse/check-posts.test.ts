import { expect, it } from "vitest";
import { parseFiles, post, SITE } from "./parse-files.ts";

const postsOf = (...fronts: readonly string[]): Record<string, string> =>
  Object.fromEntries(fronts.map((front, index) => [`posts/p${index}.md`, post(`title: P\n${front}`)]));
const DATED = "date: 2024-01-01";

/** Each post without a date has a warning of its own, too. */
async function parseTogether(fronts: readonly string[]): Promise<readonly string[]> {
  const { lines } = await parseFiles({ "site.yaml": SITE, ...postsOf(...fronts) });
  return lines.filter((line) => !line.includes("publishedAt: missing"));
}

it("a blog of which half or more has no date is a warning, not a post or two without one", async () => {
  expect(await parseTogether(["", "", "", "draft: true"])).toEqual([
    "content/posts/p0.md:2:1  warning  3 of 3 posts have no date: feeds are empty, and they stand last in lists (write publishedAt (or date) into the front matter, or name the files 2024-01-31-a-heron.md)",
  ]);
  expect(await parseTogether(["", "", "", DATED, DATED])).toEqual([
    expect.stringContaining("3 of 5 posts have no date: no feed has them, and they stand last in lists"),
  ]);
  expect(await parseTogether(["", "", "", DATED, DATED, DATED, DATED])).toEqual([]);
  expect(await parseTogether(["", ""])).toEqual([]);
});

it("several posts that state another address of the site are a warning, which names the first", async () => {
  const at = (address: string): string => `${DATED}\ncanonical: ${address}`;
  const old = ["0", "1", "2", "3"].map((name) => at(`https://ines.example/2019/p${name}/`));
  const { lines } = await parseFiles({ "site.yaml": SITE, ...postsOf(...old) });
  expect(lines).toEqual([
    "content/posts/p0.md:4:12  warning  4 posts state addresses of this site that are not their pages: /2019/p0/, here /posts/p0, /2019/p1/, here /posts/p1, /2019/p2/, here /posts/p2, … (set urls.posts to the pattern that they had, such as /{year}/{month}/{slug}/)",
  ]);
  const right = ["0", "1", "2"].map((name) => at(`https://ines.example/posts/p${name}/`));
  const elsewhere = ["3", "4", "5"].map((name) => at(`https://other.example/${name}`));
  expect((await parseFiles({ "site.yaml": SITE, ...postsOf(...right, ...elsewhere) })).lines).toEqual([]);
});

it("a folder of posts that the configuration names, and that holds none, is a warning there", async () => {
  const files = { "site.yaml": SITE, "books/b.md": post("title: B\nstatus: reading") };
  const configText = 'export default {\n  collections: { posts: "en/_posts/**/*.md" },\n};\n';
  expect((await parseFiles(files, { configText })).lines).toEqual([
    "octavo.config.mjs:2:25  warning  collections.posts: no file matches en/_posts/**/*.md: posts has no document from it (the nearest folder that exists is content; globs are relative to the content folder)",
  ]);
  expect((await parseFiles(files)).lines).toEqual([]);
});

it("a blog whose posts are all drafts or unlisted is a warning, since lists and feeds are empty", async () => {
  expect(await parseTogether([DATED, DATED, DATED].map((date) => `${date}\nunlisted: true`))).toEqual([
    "content/posts/p0.md:4:11  warning  all 3 posts are drafts or unlisted: lists and feeds are empty (take draft: or unlisted: out of the posts that are meant for readers)",
  ]);
  expect(await parseTogether(["draft: true", "draft: true", "draft: true"])).toEqual([
    expect.stringContaining("all 3 posts are drafts: lists and feeds are empty"),
  ]);
  expect(await parseTogether(["draft: true", "draft: true", DATED])).toEqual([]);
});
