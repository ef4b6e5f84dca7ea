import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadConfig } from "../../../../build/config/load-config.ts";
import { parseContent } from "../../../../build/parse/parse-content.ts";
import { Diagnostics } from "../../../../build/shared/diagnostics.ts";
import { writeFiles } from "../../site-folder.ts";

/**
 * Runs the examples of docs/moving-in.md with a file that is named as in each generator, and checks
 * that it gets the same address.
 */

const TEXT = readFileSync(join(import.meta.dirname, "../../../../docs/moving-in.md"), "utf8");

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "octavo-moving-in-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const post = (front: string): string => `---\n${front}\n---\nHi\n`;

const MOVES = {
  Hugo: ["content/entry/2017/trip.md", post("Title: A\ndate: 2019-05-31"), "/entry/2017/trip/"],
  Jekyll: ["_posts/2019-05-31-My_Trip.markdown", post("title: A\nlayout: post\nhidden: true\nheader-img: a.jpg"), "/2019/05/31/My_Trip/"],
  Hexo: ["source/_posts/my-trip.md", post("title: A\ndate: 2019-05-31 23:30:00"), "/article/my-trip.html"],
  Zola: [
    "content/inside/trip.md",
    '+++\ntitle = "A"\ndate = 2019-05-31\npath = "2019/05/1.0-trip"\n[extra]\nmood = "calm"\n+++\nHi\n',
    "/2019/05/1.0-trip/",
  ],
  Astro: ["src/content/blog/trip/index.mdx", post("title: A\npubDate: 2019-05-31"), "/blog/trip/"],
  Eleventy: ["src/blog/2019/2019-05-31-trip.md", post("title: A\nlayout: post\nfeatured: 4"), "/blog/2019/05/trip/"],
  Docusaurus: ["blog/2019-05-31-trip.mdx", "# A\n\nHi\n", "/blog/2019/05/31/trip"],
  Gatsby: ["content/blog/trip/index.md", post("title: A\ndate: 2019-05-31"), "/trip/"],
  Next: ["data/blog/far/trip.mdx", post("title: A\ndate: 2019-05-31"), "/blog/far/trip"],
  Pelican: [
    "content/birds/trip.md",
    "Title: A\nDate: 2019-05-31 10:00\nCategory: Far East\nSlug: My_Trip\n\nHi\n",
    "/far-east/My_Trip.html",
  ],
  Quartz: ["content/Far & wide/My trip.md", "# A\n\nHi\n", "/Far--and--wide/My-trip"],
  "Any other": ["posts/my-trip.md", post("title: A\ndate: 2019-05-31\ngravatar: x"), "/posts/my-trip"],
} as const;

it("every section has an example", () => {
  const sections = [...TEXT.matchAll(/^## (.*)\n(?:(?!## ).*\n)*?```ts\n/gm)].map(([, name]) => name);
  expect(sections).toEqual(Object.keys(MOVES));
});

it.each(Object.entries(MOVES))("the example of %s results in the page's address", async (section, [file, text, page]) => {
  const [, example = ""] = /```ts\n([\s\S]*?)```/.exec(TEXT.slice(TEXT.indexOf(`## ${section}\n`))) ?? [];
  writeFiles(root, { [file]: text, "octavo.config.ts": example });
  const { config, diagnostics: found } = await loadConfig({ cwd: root });
  expect(found.all()).toEqual([]);
  const diagnostics = new Diagnostics();
  const { content } = await parseContent({ contentDir: join(root, config.content), cwd: root, config, diagnostics });
  expect(diagnostics.all().filter(({ severity }) => severity === "error")).toEqual([]);
  expect(content?.posts.map((one) => [one.title, one.page])).toEqual([["A", page]]);
});
