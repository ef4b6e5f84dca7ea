import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalizeHost, normalizePath, normalizeReferrer, normalizeTarget } from "../../../server/engagement/normalize.ts";

describe("normalizePath", () => {
  test.each([
    ["/", "/"],
    ["/posts/tides", "/posts/tides"],
    ["/posts/tides/", "/posts/tides"],
    ["/posts/tides?utm_source=x&email=a@b.example", "/posts/tides"],
    ["/posts/tides#token=1", "/posts/tides"],
    ["/posts/../about/./x", "/about/x"],
    ["/../../etc", "/etc"],
    ["//evil.example/a", "/evil.example/a"],
    ["/\\evil.example", "/evil.example"],
    ["/caf%c3%a9", "/café"],
    ["/cafe\u0301", "/café"],
    ["/潮汐/表", "/潮汐/表"],
    ["/a%2fb%3f%23", "/a%2Fb%3F%23"],
    ["/a%00%1b[31m%0a", "/a%00%1B[31m%0A"],
    ["/%e2%80%aea", "/%E2%80%AEa"],
    ["/%ff%c3%a9", "/%FF%C3%A9"],
    ['/a b"<c>', "/a%20b%22%3Cc%3E"],
    ["/%", "/%"],
    ["/?", "/"],
    ["///", "/"],
    ["/a//", "/a"],
    ["/:80@x", "/:80@x"],
  ])("%j counts as %j", (path, expected) => {
    expect(normalizePath(path)).toBe(expected);
  });

  test("has at most 512 code points and is cut between characters", () => {
    expect(normalizePath(`/${"a".repeat(2_000)}`)).toHaveLength(512);
    const cut = normalizePath(`/${"😀".repeat(2_000)}`);
    expect([...cut]).toHaveLength(512);
    expect(cut.isWellFormed()).toBe(true);
  });

  test("also limits targets and referrers, which strangers choose and roll-ups keep", () => {
    expect(normalizeTarget(`https://a.example/${"b".repeat(2_000)}`)).toBe(`https://a.example/${"b".repeat(512 - 18)}`);
    expect(normalizeReferrer(`https://${"a.".repeat(900)}example/`)).toHaveLength(512);
  });

  test("turns any path into one without query, fragment and unprintable characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.webPath(), (a, b) => {
        const path = normalizePath(`/${a}${b}`);
        expect(path).toMatch(/^\/[^?#\p{C}\p{Z}]*$/u);
        expect(path.length === 1 || !path.endsWith("/")).toBe(true);
      }),
      { numRuns: 1_000, seed: 3 },
    );
  });

  test("is idempotent", () => {
    fc.assert(
      fc.property(fc.webPath(), (path) => {
        const once = normalizePath(`/${path}`);
        expect(normalizePath(once)).toBe(once);
      }),
      { seed: 5 },
    );
  });
});

describe("normalizeTarget", () => {
  test.each([
    ["https://A.Example:443/b/?c=d#e", "https://a.example/b"],
    ["http://a.example", "http://a.example/"],
    ["https://user:pw@a.example/b", "https://a.example/b"],
    ["https://a.example:8443/%C3%BC", "https://a.example:8443/ü"],
    ["https://münchen.example/", "https://xn--mnchen-3ya.example/"],
  ])("%j counts as %j", (href, expected) => {
    expect(normalizeTarget(href)).toBe(expected);
  });

  test.each(["mailto:a@b.example", "javascript:alert(1)", "/a", "", "https://"])("returns null for %j", (href) => {
    expect(normalizeTarget(href)).toBeNull();
  });
});

describe("normalizeReferrer", () => {
  test.each([
    ["https://news.example/item?id=1", "news.example"],
    ["https://www.Search.example/?q=secret", "search.example"],
    ["http://a.example:8080/x", "a.example:8080"],
    ["https://user@a.example./", "a.example"],
    ["android-app://com.google.Android.gm/", "com.google.android.gm"],
  ])("turns %j into %j", (referrer, expected) => {
    expect(normalizeReferrer(referrer)).toBe(expected);
  });

  test.each([
    "",
    "about:blank",
    "data:text/html,a",
    "file:///home/a",
    "not an address",
    "android-app:",
    "ftp://a.example/",
  ])("returns null for %j", (referrer) => {
    expect(normalizeReferrer(referrer)).toBeNull();
  });

  test("leaves out the site itself, even with www", () => {
    expect(normalizeReferrer("https://www.ines.example/posts/a", ["ines.example"])).toBeNull();
    expect(normalizeReferrer("https://blog.ines.example/", ["ines.example"])).toBe("blog.ines.example");
  });
});

test.each([
  ["WWW.A.example", "a.example"],
  ["a.example.", "a.example"],
  ["a.example.:81", "a.example:81"],
  ["www.", "www"],
  ["[::1]:3000", "[::1]:3000"],
])("normalizeHost(%j) is %j", (host, expected) => {
  expect(normalizeHost(host)).toBe(expected);
});
