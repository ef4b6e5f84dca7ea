import { describe, expect, it } from "vitest";
import { findPlaceAbove, pathInTree, placeInTree } from "../../../../build/kinds/addresses/page-tree.ts";

describe("files with folders that form a tree", () => {
  it.each([
    ["pages/docs/install.md", ["pages/**/*.{md,mdx}"], "docs/install.md"],
    ["docs/install.md", ["*.md", "docs/**/*.md"], "install.md"],
    ["site/docs/a.md", ["site/**/*.md", "site/docs/*.md"], "a.md"],
    ["about.md", ["./about.md"], "about.md"],
    ["text/(group)/a.md", ["text/(group)/*.md"], "(group)/a.md"],
    ["posts/2019/a.md", ["{posts,notes}/**/*.md"], "2019/a.md"],
    ["text/notes/a.md", ["text/{posts,notes}/**/*.{md,html}"], "a.md"],
    ["posts/b/a.md", ["{posts,posts/b}/*.md"], "a.md"],
    ["posts/a.md", ["{posts,{notes,talks}}/*.md"], "posts/a.md"],
    ["elsewhere/a.md", ["pages/**"], "elsewhere/a.md"],
  ])("place %s, which %j selects, at %s", (relative, globs, path) => {
    expect(pathInTree(relative, globs)).toBe(path);
  });

  it.each([
    ["docs/install.md", "docs/install"],
    ["docs/index.md", "docs"],
    ["docs/Index.mdx", "docs"],
    ["index.md", ""],
    ["reindex.md", "reindex"],
    ["v1.2/a.b.md", "v1.2/a.b"],
  ])("put %s at %j", (path, place) => {
    expect(placeInTree(path)).toBe(place);
  });

  it("are placed below the nearest folder with a page, and never below the home page", () => {
    const taken = new Set(["", "docs", "docs/guide"]);
    const isTaken = (place: string): boolean => taken.has(place);
    expect(findPlaceAbove("docs/guide/deep/thing", isTaken)).toBe("docs/guide");
    expect(findPlaceAbove("docs/guide", isTaken)).toBe("docs");
    expect(findPlaceAbove("docs", isTaken)).toBeNull();
    expect(findPlaceAbove("blog/a", isTaken)).toBeNull();
  });
});
