import { describe, expect, it } from "vitest";
import { findPlace } from "../../../cli/new/document-place.ts";

const PARTS = { slug: "heron", day: "2026-06-01" };

describe("the place of a new document", () => {
  it.each([
    [["posts/**/*.{md,mdx}"], "posts/heron.md"],
    [["series/**/*.{yaml,yml}"], "series/heron.yaml"],
    [["*/index.md"], "heron/index.md"],
    [["posts/*/index.mdx"], "posts/heron/index.mdx"],
    [["_posts/*.md"], "_posts/2026-06-01-heron.md"],
    [["notes/*/*.md"], "notes/heron/index.md"],
    [["{blog,notes}/**/*.mdx"], null],
    [["posts/20*.md"], "posts/2026-06-01-heron.md"],
    [["posts/*/*/*.md"], "posts/2026/heron/index.md"],
    [["**/*.md", "!**/heron.md"], "heron/index.md"],
    [["posts/*.txt"], null],
  ])("is derived from the globs %j if there is no file yet: %s", (globs, place) => {
    expect(findPlace(globs, [], PARTS)).toBe(place);
  });

  it.each([
    [["posts/a.md", "posts/b/index.md", "posts/c/index.md"], "posts/heron/index.md"],
    [["posts/2024/a.md", "posts/2025/b.md", "posts/c.md"], "posts/2026/heron.md"],
    [["posts/2024/03/a.mdx"], "posts/2026/06/heron.mdx"],
    [["posts/2024-01-02-a.md", "posts/2024-01-03-b.md"], "posts/2026-06-01-heron.md"],
    [["posts/deep/a.md", "posts/b.md"], "posts/heron.md"],
    [["posts/2024-01-02-a/index.md"], "posts/2026-06-01-heron/index.md"],
  ])("has the form of most of %j: %s", (existing, place) => {
    expect(findPlace(["posts/**/*.{md,mdx}"], existing, PARTS)).toBe(place);
  });

  it.each([
    [["pages/guide/a.md", "pages/guide/b.md"], "pages/heron.md"],
    [["pages/guide/a.md", "pages/uses/index.md"], "pages/heron/index.md"],
  ])("is at the top of a tree of %j: %s", (existing, place) => {
    expect(findPlace(["pages/**/*.md"], existing, { ...PARTS, isTree: true })).toBe(place);
  });
});
