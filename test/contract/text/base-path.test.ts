import { describe, expect, it } from "vitest";
import {
  enterBase,
  homeOfApi,
  pathBelow,
  pathOfAddress,
  putLinksBelow,
  readSiteUrl,
  siteOfApi,
  toApiBase,
} from "../../../contract/text/base-path.ts";

describe("the base of a site", () => {
  it.each([
    ["https://ines.example", ""],
    ["https://ines.example/blog", "/blog"],
    ["http://127.0.0.1:3000/a/b", "/a/b"],
    ["", ""],
  ])("of %j is %j", (address, base) => expect(pathOfAddress(address)).toBe(base));

  it.each([
    ["https://ines.example/blog/", "https://ines.example/blog"],
    ["HTTPS://Ines.Example", "https://ines.example"],
    ["https://ines.example/~ines/my.blog", "https://ines.example/~ines/my.blog"],
    ["https://ines.example/a//b", null],
    ["https://ines.example/größe", null],
    ["https://ines.example/a$b", null],
    ["https://ines.example/a;b", null],
    ["https://ines.example/%2e%2e/b", "https://ines.example/b"],
    ["https://ines.example/.hidden", null],
    ["https://ines.example/?q", null],
    ["https://u:p@ines.example", null],
    ["ftp://ines.example", null],
    ["/blog", null],
  ])("is read from %s as %s", (written, read) => expect(readSiteUrl(written)).toBe(read));

  it("leads from the site to its API and back", () => {
    for (const site of ["https://ines.example", "https://ines.example/blog"]) expect(siteOfApi(toApiBase(site))).toBe(site);
    expect(siteOfApi("https://api.ines.example/v1")).toBe("https://api.ines.example");
    expect(homeOfApi("https://ines.example/blog/api/v1")).toEqual({ url: "https://ines.example/blog", path: "/blog/" });
  });

  it("is removed from a path, in whole segments only", () => {
    expect(["/blog", "/blog/", "/blog/feed.xml", "/blogs", "/", "/BLOG/x"].map((path) => pathBelow("/blog", path))).toEqual([
      "/",
      "/",
      "/feed.xml",
      null,
      null,
      null,
    ]);
    expect(pathBelow("", "/feed.xml")).toBe("/feed.xml");
  });

  it("is removed from a request, which is otherwise unchanged", async () => {
    const sent = new Request("https://ines.example/blog//a%2Fb?c=%20#d", { method: "POST", body: "text", headers: { "X-A": "1" } });
    const inner = enterBase(sent, "/blog");
    expect([inner?.url, inner?.method, inner?.headers.get("X-A")]).toEqual(["https://ines.example//a%2Fb?c=%20", "POST", "1"]);
    expect(await inner?.text()).toBe("text");
    expect(enterBase(new Request("https://ines.example/blogs"), "/blog")).toBeNull();
    expect(enterBase(sent, "")).toBe(sent);
    // TRACE arrives at servers, but no Request can be created with it.
    const traced = new Proxy(new Request("https://ines.example/blog/a"), {
      get: (from, key) => (key === "method" ? "TRACE" : Reflect.get(from, key, from)),
    });
    expect(enterBase(traced, "/blog")).toMatchObject({ url: "https://ines.example/a", method: "X-TRACE" });
  });

  it("is prepended to addresses in HTML that begin at the root", () => {
    expect(putLinksBelow("/blog", '<a href="/api"><img src="/x.png"></a> a="b" href="#c"')).toBe(
      '<a href="/blog/api"><img src="/blog/x.png"></a> a="b" href="#c"',
    );
  });
});
