import { describe, expect, it } from "vitest";
import { toPageShape } from "../../../build/addresses/page-pattern.ts";

describe("the shape of the pages that a pattern makes", () => {
  it.each([
    ["/blog/{slug}/", "/blog/a-walk/", true],
    ["/blog/{slug}/", "/blog/a-walk", true],
    ["/blog/{slug}/", "/notes/a-walk/", false],
    ["/{year}/{month}/{slug}.html", "/2026/05/a-walk.html", true],
    ["/{year}/{month}/{slug}.html", "/2026/05/a-walk-html", false],
    ["/it's(~so),$5+5@home:!*/{slug}/", "/it's(~so),$5+5@home:!*/a-walk/", true],
    ["/a-b%20c=d;&/{slug}/", "/a-b%20c=d;&/a-walk/", true],
    ["/5+5/{slug}/", "/55/a-walk/", false],
  ])("of %s takes %s: %s", (pattern, path, expected) => {
    expect(toPageShape(pattern)?.test(path)).toBe(expected);
  });
});
