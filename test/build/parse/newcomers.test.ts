import { describe, expect, it } from "vitest";
import type { FrontMatterConfig } from "../../../contract/config/define-config.ts";
import { parseFiles, post, SITE } from "./parse-files.ts";

/** Messages that authors see in their first hour, verbatim. */

const parsePosts = (files: Readonly<Record<string, string>>, frontMatter: FrontMatterConfig = {}) =>
  parseFiles({ "site.yaml": SITE, ...files }, { config: { frontMatter } });

describe("a misspelt `title` key", () => {
  const files = { "posts/a.md": post("titel: A\ndate: 2024-01-01") };

  it("is one mistake", async () => {
    const { lines } = await parsePosts(files);
    expect(lines).toEqual(['content/posts/a.md:2:1  error  titel: unknown key (did you mean "title"?)']);
  });

  it("is named even if unknown keys are collected", async () => {
    const { lines } = await parsePosts(files, { unknownKeys: "collect" });
    expect(lines).toEqual(["content/posts/a.md:2:1  error  title: missing (did you mean titel?)"]);
  });

  it("does not hide another missing field", async () => {
    const { lines } = await parsePosts({ "posts/a.md": post("mood: A\ndate: 2024-01-01") });
    expect(lines).toHaveLength(2);
  });
});

it("an expression in MDX is an error that says how to write a brace", async () => {
  const { lines } = await parsePosts({ "posts/a.mdx": post("title: A\ndate: 2024-01-01", "A {1+1} b\n") });
  expect(lines).toEqual([
    'content/posts/a.mdx:5:3  error  the expression {1+1} cannot be rendered (write the value itself, \\{ for a brace, or set mdx: "lenient" to remove expressions)',
  ]);
});

it("an update long before the publication is a warning", async () => {
  const { lines } = await parsePosts({
    "posts/a.md": post("title: A\ndate: 2024-01-02\nupdated: 2023-01-01"),
    "posts/b.md": post("title: B\ndate: 2024-01-02\nupdated: 2024-01-01"),
  });
  expect(lines).toEqual([
    "content/posts/a.md:4:10  warning  updated: is before publishedAt (2024-01-02) (check the year for a typing mistake, or remove the date)",
  ]);
});

it("a video that cannot be embedded is reported, and a supported one is not", async () => {
  const { lines, notices } = await parsePosts({
    "posts/a.md": post("title: A\ndate: 2024-01-02\nvideo: https://films.example/watch/1"),
    "posts/b.md": post("title: B\ndate: 2024-01-02\nvideo: https://vimeo.com/1"),
    "posts/c.md": post("title: C\ndate: 2024-01-02\nvideo: https://films.example/a.mp4"),
  });
  expect(lines).toEqual([]);
  expect(notices).toEqual([
    "content/posts/a.md:4: the video has no address to embed (embedUrl is null): YouTube, Vimeo, PeerTube and video files are supported, films.example is not",
  ]);
});

it("a file whose name is almost the expected one is a warning that gives the expected name", async () => {
  const { lines } = await parsePosts({ "posts/a.md": post("title: A\ndate: 2024-01-02"), "tag.yaml": "a: B\n" });
  expect(lines).toEqual(["content/tag.yaml:1:1  warning  no collection includes this file (did you mean tags.yaml?)"]);
});

it("files beside posts that are not posts are reported, except those in a post's own folder", async () => {
  const { lines, notices } = await parsePosts({
    "posts/a.md": post("title: A\ndate: 2024-01-02"),
    "posts/old.html": "<p>Old</p>",
    "posts/note.txt": "Text",
    "posts/b/index.md": post("title: B\ndate: 2024-01-02"),
    "posts/b/data.txt": "1",
    "posts/c.MD": post("title: C\ndate: 2024-01-02"),
    "elsewhere/x.txt": "1",
  });
  expect(lines).toEqual([
    "content/posts/c.MD:1:1  warning  no collection includes this file (the files in posts must end in .md or .mdx, so rename it)",
  ]);
  expect(notices).toEqual([
    '2 files beside posts are not posts: content/posts/note.txt, content/posts/old.html (posts are .md or .mdx; collections: { posts: "posts/**/*.{md,mdx,html}" } includes HTML)',
  ]);
});
