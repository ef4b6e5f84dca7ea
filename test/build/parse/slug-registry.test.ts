import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { buildIn, bytesBelow, writeFiles } from "../site-folder.ts";
import { parseFiles, post, SITE } from "./parse-files.ts";

const config = { slugs: { posts: { repeat: "dated" } }, urls: { posts: "/{year}/{month}/{slug}/" } } as const;
const stated = (date: string, rest = ""): string => post(`title: Ice\nslug: ice\ndate: ${date}${rest}`);

it("the oldest of several posts with one slug keeps it, and later ones get their dates; pages have the slug as stated", async () => {
  const { content, lines } = await parseFiles(
    {
      "site.yaml": SITE,
      "posts/a.md": stated("2024-03-04"),
      "posts/b.md": stated("2023-01-02"),
      "posts/ice.md": post("title: C\ndate: 2025-05-06"),
    },
    { config },
  );
  expect(lines).toEqual([]);
  expect(content?.posts.map(({ slug, page }) => [slug, page]).sort()).toEqual([
    ["ice", "/2023/01/ice/"],
    ["ice-2024-03-04", "/2024/03/ice/"],
    ["ice-2025-05-06", "/2025/05/ice/"],
  ]);
});

it("the day is in the site's time zone, and posts of the same day or without a date are errors", async () => {
  const site = SITE.replace("Europe/Oslo", "Asia/Tokyo");
  const { content } = await parseFiles(
    { "site.yaml": site, "posts/a.md": stated("2023-01-02"), "posts/b.md": stated("2024-03-04T20:00:00Z") },
    { config },
  );
  expect(content?.posts.map(({ slug }) => slug).sort()).toEqual(["ice", "ice-2024-03-05"]);
  const { lines } = await parseFiles(
    { "site.yaml": site, "posts/a.md": stated("2023-01-02"), "posts/b.md": stated("2024-03-04"), "posts/c.md": stated("2024-03-04") },
    { config },
  );
  expect(lines).toContain(
    'content/posts/c.md:3:7  error  slug: "ice-2024-03-04" is taken by content/posts/b.md: both state "ice" and have the same date (write a different slug in one of the two)',
  );
  const undated = { "site.yaml": site, "posts/a.md": stated("2023-01-02"), "posts/b.md": post("title: B\nslug: ice\ndraft: true") };
  expect((await parseFiles(undated, { config })).lines).toEqual([
    'content/posts/b.md:3:7  error  slug: "ice" is taken by content/posts/a.md (write a different slug in one of the two)',
  ]);
});

it("without the setting a repeated slug is an error", async () => {
  const files = { "site.yaml": SITE, "posts/a.md": stated("2023-01-02"), "posts/b.md": stated("2024-03-04") };
  expect((await parseFiles(files, { config: { urls: config.urls } })).lines).toEqual([
    'content/posts/b.md:3:7  error  slug: "ice" is taken by content/posts/a.md (write a different slug in one of the two)',
  ]);
});

it("a slug from a file's name is named as such where another file states it", async () => {
  const files = { "site.yaml": SITE, "posts/a.md": stated("2023-01-02"), "posts/ice.md": post("title: Ice\ndate: 2024-03-04") };
  expect((await parseFiles(files, { config: { urls: config.urls } })).lines).toEqual([
    'content/posts/ice.md:2:1  error  slug: "ice" is taken by content/posts/a.md: this file\'s slug comes from its name (write a different slug in one of the two)',
  ]);
});

it("a build after an older post was added or removed writes the same files as a first build", async () => {
  const root = mkdtempSync(join(tmpdir(), "octavo-dated-"));
  try {
    const site = { "octavo.config.mjs": `export default ${JSON.stringify(config)}`, "content/site.yaml": SITE };
    const [later, older] = [{ "content/posts/b.md": stated("2024-03-04") }, { "content/posts/a.md": stated("2023-01-02") }];
    const both = join(root, "both");
    writeFiles(both, { ...site, ...later, ...older });
    await buildIn(both);
    const alone = join(root, "alone");
    writeFiles(alone, { ...site, ...later });
    await buildIn(alone);
    const former = bytesBelow(join(alone, "dist"));
    writeFiles(alone, older);
    await buildIn(alone);
    expect(bytesBelow(join(alone, "dist"))).toEqual(bytesBelow(join(both, "dist")));
    rmSync(join(alone, "content/posts/a.md"));
    await buildIn(alone);
    expect(bytesBelow(join(alone, "dist"))).toEqual(former);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

it("a draft and a scheduled post never change the slug of a public one", async () => {
  const { content, lines } = await parseFiles(
    {
      "site.yaml": SITE,
      "posts/a.md": stated("2022-01-01", "\ndraft: true"),
      "posts/b.md": stated("2024-03-04"),
      "posts/c.md": stated("2999-01-01"),
    },
    { config },
  );
  expect(lines).toEqual([]);
  expect(content?.posts.map(({ slug, file }) => [file.path.slice(-4), slug]).sort()).toEqual([
    ["a.md", "ice-2022-01-01"],
    ["b.md", "ice"],
    ["c.md", "ice-2999-01-01"],
  ]);
});

it("a dated slug that a file states is an error that names the cause", async () => {
  const files = {
    "site.yaml": SITE,
    "posts/a.md": stated("2023-01-02"),
    "posts/b.md": stated("2024-03-04"),
    "posts/z.md": post("title: Z\nslug: ice-2024-03-04\ndate: 2025-01-01"),
  };
  expect((await parseFiles(files, { config })).lines).toEqual([
    'content/posts/z.md:3:7  error  slug: "ice-2024-03-04" is taken by content/posts/b.md: that file states "ice", which an older post has, so its date was added (write a different slug in one of the two)',
  ]);
});

it("pages whose addresses have no part besides a repeated slug are errors that ask for the date in urls.posts", async () => {
  const files = { "site.yaml": SITE, "posts/a.md": stated("2023-01-02"), "posts/b.md": stated("2024-03-04") };
  expect((await parseFiles(files, { config: { slugs: config.slugs } })).lines).toEqual([
    "content/posts/b.md:3:7  error  slug: its page, /posts/ice, is also the page of content/posts/a.md (pages have the slug as stated, so if posts repeat one, urls.posts also needs the date, such as /{year}/{month}/{day}/{slug}/)",
  ]);
});
