import { describe, expect, it } from "vitest";
import { readPagePath } from "../../../../build/kinds/addresses/page-path.ts";

const pathOf = (written: string): string => {
  const result = readPagePath(written);
  return result.ok ? result.value : expect.fail(`${written}: ${result.message}`);
};

describe("the path of a page", () => {
  it.each([
    ["/2019/05/old-title/", "/2019/05/old-title/"],
    ["/über uns", "/%C3%BCber%20uns"],
    ["/%c3%bcber%20uns", "/%C3%BCber%20uns"],
    ["/u\u0308ber", "/%C3%BCber"],
    ["/a/b.html", "/a/b.html"],
    ["/it's/(so),$5+5@home:now=then&again;!*~", "/it's/(so),$5+5@home:now=then&again;!*~"],
    ["/feed", "/feed"],
    ["/M*A*S*H", "/M*A*S*H"],
    ["/media", null],
  ])("has the form in which browsers send it: %s", (written, path) => {
    if (path === null) expect(readPagePath(written).ok).toBe(false);
    else expect(pathOf(written)).toBe(path);
    // Reading the result again does not change it.
    if (path !== null) expect(pathOf(path)).toBe(path);
  });

  it.each([
    ["https://other.example/x/", "is an address", "want only the path: /x/"],
    ["//other.example/x", "is an address", ""],
    ["/\\other.example", "is an address", ""],
    ["\\\\other.example", "is an address", ""],
    ["javascript:alert(1)", "is an address", ""],
    ["about/", "does not begin with /", "want /about/"],
    ["", "does not begin with /", ""],
    ["/x?y=1", "has a query or a fragment", "want /x"],
    ["/x#y", "has a query or a fragment", "want /x"],
    ["/a//b", "two slashes", ""],
    ["/a/../b", "a segment of dots", ""],
    ["/a/%2e%2E/b", "a segment of dots", ""],
    ["/.", "a segment of dots", ""],
    ["/a%2Fb", "in disguise", ""],
    ["/a\\b", "a backslash", ""],
    ["/a%5Cb", "a backslash", ""],
    ["/a\nb", "a control character", ""],
    ["/a%00b", "a control character", ""],
    ["/100%", "has a % that is not part of a UTF-8 character", "write %25"],
    ["/%ff", "has a % that is not part of a UTF-8 character", ""],
    ["/{slug}/", "has a placeholder", "urls: {"],
    ["/:year/:title.html", "has a placeholder", "urls: {"],
    ["/a/*", "has an asterisk", 'redirects: { "/old/*"'],
    ["/a*/b", "has an asterisk", ""],
    ["/old2/ x", "has a space", "write %20"],
    ["/x ", "has a space", ""],
    [" /x", "has a space", ""],
    ["/", "is the home page", ""],
    ["/api/v1/posts", "is an address of the API", ""],
    ["/feed.xml", "is an address of the API", ""],
    ["/API/v1/posts", "is an address of the API", ""],
    ["/Feed.XML", "is an address of the API", ""],
    ["/_redirects", "is a file that controls hosts", ""],
    ["/_Headers", "is a file that controls hosts", ""],
    ["/_worker.js/index", "is a file that controls hosts", ""],
    ["/%66eed.xml", "is an address of the API", ""],
    [`/${"x".repeat(1024)}`, "is longer than 1024", ""],
  ])("is not %j", (written, message, hint) => {
    expect(readPagePath(written)).toEqual({ ok: false, message: expect.stringContaining(message), hint: expect.stringContaining(hint) });
  });
});
