import { describe, expect, it } from "vitest";
import { findMainFolder, listFullest, type MarkdownFolder } from "../../../../cli/adopt/posts/survey.ts";

const folder = (path: string, posts: number, notes = 0): MarkdownFolder => ({ path, posts, dated: posts, notes, foreign: 0 });

describe("the folder of the posts", () => {
  it("is the deepest one that contains four fifths of them", () => {
    expect(findMainFolder([folder("content/a/2023", 10), folder("content/a/2024", 10), folder("content/b", 3), folder("docs", 1)])).toBe(
      "content/a",
    );
  });

  it("is the site's own folder if they are spread", () => {
    expect(findMainFolder([folder("a", 5), folder("b", 5)])).toBe(".");
  });

  it("is chosen by notes only if nothing has front matter", () => {
    expect(findMainFolder([folder("docs", 0, 90), folder("blog", 2)])).toBe("blog");
    expect(findMainFolder([folder("docs", 0, 90), folder("blog", 0, 2)])).toBe("docs");
    expect(findMainFolder([])).toBeNull();
  });

  it("is shown with the fullest other folders", () => {
    expect(listFullest([folder(".", 1), folder("a", 5, 2), folder("b", 0, 3), folder("c", 2)])).toBe("a (7), b (3), c (2)");
  });
});
