import { describe, expect, it } from "vitest";
import { cutList, cutPage, toListPagePath, toListPath } from "../../views/list-paths.ts";

describe("the path of a list", () => {
  it("is the folder of its documents", () => {
    expect(toListPath("posts", "/posts/{slug}")).toBe("/posts");
    expect(toListPath("posts", "/blog/{year}/{slug}")).toBe("/blog");
    expect(toListPath("tags", "/topics/all/{slug}")).toBe("/topics/all");
  });

  it("ends with a slash if its documents' paths do", () => {
    expect(toListPath("posts", "/blog/{slug}/")).toBe("/blog/");
  });

  it("is the name of the kind if its documents have no folder of their own", () => {
    expect(toListPath("posts", "/{year}/{slug}")).toBe("/posts");
    expect(toListPath("posts", "/{lang?}/posts/{slug}")).toBe("/posts");
    expect(toListPath("talks", null)).toBe("/talks");
  });

  it("is the page itself if a pattern names one page", () => {
    expect(toListPath("services", "/offers")).toBe("/offers");
  });
});

describe("the pages of a list", () => {
  it("are a single page for at most 40 items", () => {
    expect(cutList(0)).toEqual([{ number: null, start: 0, end: 0, newer: undefined, older: undefined }]);
    expect(cutList(40)).toHaveLength(1);
    expect(cutList(41)).toHaveLength(2);
  });

  it.each([41, 59, 60, 61, 100, 999])("contain each of %i items once, the newest 20 to 39 on the first page", (total) => {
    const pages = cutList(total);
    const [first] = pages;
    expect((first?.end ?? 0) - (first?.start ?? 0)).toBeGreaterThanOrEqual(20);
    expect((first?.end ?? 0) - (first?.start ?? 0)).toBeLessThan(40);
    expect(pages.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at))).toEqual(
      Array.from({ length: total }, (_, at) => at),
    );
  });

  it("are numbered from the oldest, so only the first page changes with a newer item", () => {
    const oldestFirst = (total: number) =>
      new Map(cutList(total).map(({ number, start, end, newer, older }) => [number, [total - end, total - start, newer, older]]));
    for (let total = 40; total < 140; total += 1) {
      const [before, after] = [oldestFirst(total), oldestFirst(total + 1)];
      const changed = [...before].filter(([number, page]) => JSON.stringify(page) !== JSON.stringify(after.get(number)));
      expect(changed.map(([number]) => number)).toEqual([null]);
    }
  });

  it("include the number after the last one, which shows the first page until that page begins", () => {
    expect(cutPage(100, 5)).toEqual(cutPage(100, null));
    expect(cutPage(120, 5)).toMatchObject({ number: 5, start: 20, end: 40 });
    expect(cutPage(100, 6)).toBeNull();
    expect(cutPage(40, 1)).toBeNull();
  });

  it("link to each other", () => {
    expect(cutList(100).map(({ number, newer, older }) => [number, newer, older])).toEqual([
      [null, undefined, 4],
      [4, 5, 3],
      [3, 4, 2],
      [2, 3, 1],
      [1, 2, undefined],
    ]);
  });

  it("have paths below the list's", () => {
    expect(toListPagePath("/posts", null)).toBe("/posts");
    expect(toListPagePath("/posts", 3)).toBe("/posts/page/3");
    expect(toListPagePath("/blog/", 3)).toBe("/blog/page/3/");
  });
});
