import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadConfig } from "../../../../build/config/load-config.ts";
import { parseContent } from "../../../../build/parse/parse-content.ts";
import { Diagnostics } from "../../../../build/shared/diagnostics.ts";
import { writeFiles } from "../../site-folder.ts";

/**
 * Runs the examples of docs/addresses.md with a file that is named as in each generator, and checks
 * that it gets the same address.
 */

const TEXT = readFileSync(join(import.meta.dirname, "../../../../docs/addresses.md"), "utf8");

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "octavo-documented-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Returns the example below the first line with this beginning. */
function exampleOf(start: string): string {
  const from = TEXT.indexOf(start);
  const [, example] = /```ts\n([\s\S]*?)```/.exec(TEXT.slice(from)) ?? [];
  return from === -1 || example === undefined ? expect.fail(`docs/addresses.md has no example below ${start}`) : example;
}

const SITE = { "content/site.yaml": "name: A\nurl: https://a.example\n" };
const DATED = "---\ntitle: A\ndate: 2019-05-31T23:30:00+02:00\n---\nHi\n";

it.each([
  ["# Addresses of pages", { ...SITE, "content/posts/My Trip.md": DATED }, "/2019/05/2019-05-31-my-trip/", ["/blog/My%20Trip.html"]],
  ["**Jekyll**", { "_posts/2019-05-31-My_Trip.md": "---\ntitle: A\nredirect_from: /old/\n---\n" }, "/2019/05/31/My_Trip.html", ["/old/"]],
  ["**Hugo**", { "content/posts/2019/my-trip.md": DATED }, "/posts/2019/my-trip/", []],
  ["**Hugo**", { "content/posts/a.md": DATED.replace("title", "url: /trips/1.html\ntitle") }, "/trips/1.html", []],
  ["**WordPress**", { "content/posts/my-trip.md": DATED }, "/2019/05/31/my-trip/", []],
  ["**Hexo**", { "source/_posts/2019/My-Trip.md": "---\ntitle: A\ndate: 2019-05-31 23:30:00\n---\n" }, "/2019/05/31/2019/My-Trip/", []],
] as const)("the example of %s results in the page's address: %j", async (start, files, page, former) => {
  writeFiles(root, { ...files, "octavo.config.ts": exampleOf(start) });
  const { config, diagnostics: found } = await loadConfig({ cwd: root });
  expect(found.all()).toEqual([]);
  const diagnostics = new Diagnostics();
  const { content } = await parseContent({ contentDir: join(root, config.content), cwd: root, config, diagnostics });
  expect(diagnostics.all()).toEqual([]);
  expect(content?.posts.map((post) => [post.page, post.formerPages])).toEqual([[page, former]]);
});

it("the function in the documentation returns slugs", async () => {
  writeFiles(root, {
    ...SITE,
    "content/posts/My Trip.md": DATED,
    "content/posts/kept.md": DATED.replace("title", "featured: true\ntitle"),
    "octavo.config.ts": exampleOf("`slugs` changes this"),
  });
  const { config } = await loadConfig({ cwd: root });
  const { content } = await parseContent({ contentDir: join(root, "content"), cwd: root, config, diagnostics: new Diagnostics() });
  expect(content?.posts.map(({ slug }) => slug)).toEqual(["2019-my-trip", "kept"]);
});
