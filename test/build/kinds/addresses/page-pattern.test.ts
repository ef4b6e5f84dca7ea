import { describe, expect, it } from "vitest";
import {
  problemOfGroupPattern,
  problemOfPattern,
  problemOfServicesPattern,
  toPageShape,
} from "../../../../build/kinds/addresses/page-pattern.ts";

describe("the shape of a pattern's pages", () => {
  it.each([
    ["/blog/{slug}/", "/blog/a-walk/", true],
    ["/blog/{slug}/", "/blog/a-walk", true],
    ["/blog/{slug}/", "/notes/a-walk/", false],
    ["/{year}/{month}/{slug}.html", "/2026/05/a-walk.html", true],
    ["/{year}/{month}/{slug}.html", "/2026/05/a-walk-html", false],
    ["/it's(~so),$5+5@home:!*/{slug}/", "/it's(~so),$5+5@home:!*/a-walk/", true],
    ["/a-b%20c=d;&/{slug}/", "/a-b%20c=d;&/a-walk/", true],
    ["/5+5/{slug}/", "/55/a-walk/", false],
    ["/{lang?}/posts/{slug}/", "/posts/a-walk/", true],
    ["/{lang?}/posts/{slug}/", "/de/posts/a-walk/", true],
    ["/{lang?}/posts/{slug}/", "/old/posts/a-walk/", false],
    ["/posts/{slug:astro}/", "/posts/A_walk", true],
    ["/posts/{path}/", "/posts/2024/a-walk/", true],
    ["/posts/{path:hugo}/", "/posts/a-walk", true],
    ["/posts/{path}/", "/posts/page/2/", false],
    ["/posts/{path}/", "/posts/tags/rain", false],
    ["/{year}/{path}/", "/2024/05/", false],
    ["/{categories?}/{year}/{name:jekyll}.html", "/2024/A-walk.html", true],
    ["/{categories?}/{year}/{name:jekyll}.html", "/travel/far-east/2024/A-walk.html", true],
    ["/{categories?}/{year}/{name:jekyll}.html", "/travel/A-walk.html", false],
    ["/notes/{dir}/{name}", "/notes/a-walk", true],
    ["/{year}-{i_month}/{slug}", "/2024-5/a-walk", true],
  ])("for %s matches %s: %s", (pattern, path, expected) => {
    expect(toPageShape(pattern)?.test(path)).toBe(expected);
  });

  it.each(["/{slug}/", "/{path}/", "/{lang?}/{slug}/", "/{category}/{slug}/", "/{name}.html"])("is unknown for %s", (pattern) => {
    expect(toPageShape(pattern)).toBeNull();
  });
});

describe("the pattern of a group's pages", () => {
  it.each([
    ["/tags/{slug}/", null],
    ["/{slug}", null],
    ["/tags/", "has no {slug}"],
    ["/{year}/{slug}", "has {year}: such a page is identified only by its {slug}"],
    ["/{slug}/{slug}", "has {slug} more than once"],
    ["tags/{slug}", "does not begin with /"],
    ["/api/v1/{slug}", "is an address of the API and its files"],
    ["/media/{slug}", "is an address of the API and its files"],
  ])("%s: %s", (pattern, problem) => {
    expect(problemOfGroupPattern(pattern)).toBe(problem);
  });

  it.each([
    ["/services", null],
    ["/services/", null],
    ["/offers/{slug}", null],
    ["/offers/{name}", "has {name}: such a page is identified only by its {slug}"],
    ["offers", "does not begin with /"],
  ])("for services, which may share a page, %s: %s", (pattern, problem) => {
    expect(problemOfServicesPattern(pattern)).toBe(problem);
  });
});

describe("a pattern of pages", () => {
  it.each([
    ["/{date:%Y}/{date:%b}/{slug}", null],
    ["/{section}/{dir}/{slug_or_file:hugo}/", null],
    ["/{lang?:hugo}/{title:astro}", null],
    ["/{date}/{slug}", "has {date:}: want a format such as {date:%b} or {date:%Y-%m-%d}"],
    [
      "/x{section}/{slug}",
      "has {section} next to other text, but it must be a whole part between slashes, because it is omitted with its slash",
    ],
    [
      "/{year:hugo}/{slug}",
      "has {year:hugo}: slug, name, path, slug_or_name, slug_or_file, title, dir, section, lang, lang? may have jekyll, hugo, astro, obsidian, quartz after a colon",
    ],
    ["/{year}/", "has none of {slug}, {name}, {path}, {slug_or_name}, {slug_or_file}, {title}"],
  ])("%s: %s", (pattern, problem) => {
    expect(problemOfPattern(pattern)).toBe(problem);
  });
});
