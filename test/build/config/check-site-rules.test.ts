import { describe, expect, it } from "vitest";
import { toSiteRules } from "../../../build/config/check-site-rules.ts";

/** Returns the field and message of each mistake. */
function problemsOf(raw: Parameters<typeof toSiteRules>[0]): readonly string[] {
  const found: string[] = [];
  toSiteRules(raw, (field, { message }) => found.push(`${field.slice(1).join(" ")}: ${message}`));
  return found;
}

describe("redirects", () => {
  it("may have paths and folders, a status, and addresses of other sites", () => {
    const redirects = { "/old": "/new", "/docs/*": { to: "https://docs.example/:splat", status: 302 }, "/größe": "/x#y" };
    expect(problemsOf({ redirects })).toEqual([]);
    expect(toSiteRules({ redirects }, () => {}).redirects).toEqual([
      { from: "/old", to: "/new", status: 301 },
      { from: "/docs/*", to: "https://docs.example/:splat", status: 302 },
      { from: "/größe", to: "/x#y", status: 301 },
    ]);
  });

  it.each([
    [{ old: "/new" }, 'old: "old" is not a path'],
    [{ "/a*": "/new" }, '/a*: "/a*" is not a path'],
    [{ "//a": "/new" }, '//a: "//a" is not a path'],
    [{ "/api/v1/posts": "/x" }, '/api/v1/posts: "/api/v1/posts" would hide /api/v1, an address of the API or its files'],
    [{ "/Feed.xml": "/x" }, '/Feed.xml: "/Feed.xml" would hide /feed.xml, an address of the API or its files'],
    [{ "/*": "/x" }, '/*: "/*" would hide /api/v1, an address of the API or its files'],
    [{ "/a": "new" }, '/a: "new" is not an address'],
    [{ "/a": "//evil.example" }, '/a: "//evil.example" is not an address'],
    [{ "/a": "/new\r\nSet-Cookie: x" }, '/a: "/new\r\nSet-Cookie: x" is not an address'],
    [{ "/a": "/b/:splat" }, '/a: "/b/:splat" has :splat, but "/a" has no asterisk'],
    [{ "/a": { to: "/b", status: 200 } }, "/a: 200 is not a redirect status"],
    [{ "/a": { to: "/b", code: 302 } }, '/a: "code" is not an option of a redirect'],
    [{ "/a": "/a/" }, "/a: redirects in a circle: /a → /a/"],
    [{ "/a": "/b", "/b": "/a" }, "/a: redirects in a circle: /a → /b → /a"],
    [{ "/a": "/b/../c/%2e%2e/a?x" }, "/a: redirects in a circle: /a → /a"],
    [{ "/größe/*": "/gr%c3%b6%c3%9fe/b/:splat" }, "/größe/*: redirects in a circle: /gr%C3%B6%C3%9Fe/x → /gr%c3%b6%c3%9fe/b/x"],
    [{ "/\ud800": "/x" }, '/\ud800: "/\ud800" is not a path'],
    [{ "/en/*": "/:splat" }, '/en/*: "/:splat" lets the request choose the host'],
    [{ "/en/*": "https://a.example:splat" }, '/en/*: "https://a.example:splat" lets the request choose the host'],
    [{ "/en/*": "https://:splat/" }, '/en/*: "https://:splat/" lets the request choose the host'],
    [{ "/a/*": "/a/b/:splat" }, "/a/*: redirects in a circle: /a/x → /a/b/x"],
  ])("must not be %j", (redirects, message) => {
    expect(problemsOf({ redirects }).map((one) => one.replaceAll("\\r\\n", "\r\n"))).toContain(message);
  });

  it("are all reported at once, including two for the same path and too many", () => {
    expect(problemsOf({ redirects: { "/a": "/x", "/a/": "/y", b: "/z" } })).toEqual([
      'b: "b" is not a path',
      '/a/: "/a/" and "/a" are the same path',
    ]);
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`/old/${index}`, "/new"]));
    expect(problemsOf({ redirects: many })).toEqual([": 501 redirects of single paths are too many: some hosts accept only 500"]);
    expect(problemsOf({ redirects: [] })).toEqual([": a list is not an object"]);
  });
});

describe("headers", () => {
  it("may be added to the owner's pages, and may repeat values that Octavo's files have anyway", () => {
    const headers = {
      "/*": { "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'self'" },
      "/a/*": { "Cache-Control": "no-cache" },
    };
    expect(problemsOf({ headers })).toEqual([]);
  });

  it.each([
    [{ "/*": { "Cache-Control": "no-cache" } }, '/* Cache-Control: Octavo sets Cache-Control on /feed.xml, which "/*" covers'],
    [
      { "/media/*": { "access-control-allow-origin": "x" } },
      '/media/* access-control-allow-origin: Octavo sets access-control-allow-origin on /media/x.webp, which "/media/*" covers',
    ],
    [
      { "/api/*": { "Access-Control-Allow-Origin": "https://only.example" } },
      '/api/* Access-Control-Allow-Origin: Octavo sets Access-Control-Allow-Origin on /api/v1, which "/api/*" covers',
    ],
    [{ "/a": { "X-A": "$x" } }, "/a X-A: nginx cannot express the dollar sign in this value"],
    [{ "/a": { ETag: "x" } }, "/a ETag: ETag is set by the host itself"],
    [{ "/a": { "X Y": "x" } }, '/a X Y: "X Y" is not the name of a header'],
    [{ "/a": { "X-A": "x\ny" } }, '/a X-A: "x\\ny" is not a valid header value'],
    [{ "/a": { "X-A": 1 } }, "/a X-A: 1 is not a valid header value"],
    [{ "a/*": { "X-A": "x" } }, 'a/*: "a/*" is not a path'],
    [{ "/a": "x" }, '/a: "x" is not an object'],
    [{ "/*": { "X-A": "x" }, "/a/*": { "x-a": "y" } }, '/a/* x-a: x-a is also set by "/*" for some of the same paths'],
  ])("must not be %j", (headers, message) => {
    expect(problemsOf({ headers })).toEqual([message]);
  });
});
