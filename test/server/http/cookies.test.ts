import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCrossSite, readVisitorCookies, visitorCookie, visitorCookieName } from "../../../server/http/cookies.ts";

const SECURE = { secure: true, base: "" };
const PLAIN = { secure: false, base: "" };

describe("the visitor's cookie", () => {
  it("is sent only below the site's path, under a name that browsers allow there", () => {
    expect(visitorCookie("abc.def", { secure: true, base: "/blog", crossSite: false })).toBe(
      "__Secure-visitor=abc.def; Path=/blog/; Max-Age=34560000; HttpOnly; Secure; SameSite=Lax",
    );
    expect(visitorCookie("abc.def", { secure: false, base: "/blog", crossSite: false })).toBe(
      "visitor=abc.def; Path=/blog/; Max-Age=34560000; HttpOnly; SameSite=Lax",
    );
    expect(readVisitorCookies("__Host-visitor=a; __Secure-visitor=b; visitor=c", { secure: true, base: "/blog" })).toEqual(["b"]);
  });

  it("is bound to the host and hidden from scripts for 400 days", () => {
    expect(visitorCookie("abc.def", { secure: true, base: "", crossSite: false })).toBe(
      "__Host-visitor=abc.def; Path=/; Max-Age=34560000; HttpOnly; Secure; SameSite=Lax",
    );
  });

  it("is partitioned for a page of another site", () => {
    expect(visitorCookie("abc.def", { secure: true, base: "", crossSite: true })).toBe(
      "__Host-visitor=abc.def; Path=/; Max-Age=34560000; HttpOnly; Secure; SameSite=None; Partitioned",
    );
  });

  it("is `visitor` without Secure over plain http, where browsers accept nothing else", () => {
    for (const crossSite of [true, false]) {
      expect(visitorCookie("abc.def", { secure: false, base: "", crossSite })).toBe(
        "visitor=abc.def; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax",
      );
    }
    expect([visitorCookieName(SECURE), visitorCookieName(PLAIN)]).toEqual(["__Host-visitor", "visitor"]);
  });

  it.each(["", "a;b", "a b", "a\r\nSet-Cookie: x=y", 'a"', "ä"])("never has the value %j", (value) => {
    expect(() => visitorCookie(value, { secure: true, base: "", crossSite: false })).toThrow(TypeError);
  });
});

describe("readVisitorCookies", () => {
  it.each([
    [null, []],
    ["", []],
    ["__Host-visitor=a.b", ["a.b"]],
    ["theme=dark; __Host-visitor=a.b; x=y", ["a.b"]],
    ["__Host-visitor=a.b;__Host-visitor=c.d", ["a.b", "c.d"]],
    [" __Host-visitor = a.b ", ["a.b"]],
    ["__host-visitor=a.b", []],
    ["x__Host-visitor=a.b", []],
    ["visitor=a.b", []],
    ["__Host-visitor", []],
    ["__Host-visitor=a=b", ["a=b"]],
    ['__Host-visitor="a.b"', ['"a.b"']],
  ])("finds in %j the values %j", (header, values) => {
    expect(readVisitorCookies(header, SECURE)).toEqual(values);
  });

  it("finds the values that browsers send back among any others", () => {
    const other = fc.string({ unit: fc.constantFrom(..."ab =%\"';,_-.") }).filter((text) => !text.includes("visitor"));
    fc.assert(
      fc.property(other, other, (before, after) => {
        const pairs = [before, "__Host-visitor=a.b", after].map((pair) => pair.replaceAll(";", ""));
        expect(readVisitorCookies(pairs.join("; "), SECURE)).toEqual(["a.b"]);
      }),
    );
  });
});

describe("isCrossSite", () => {
  const request = (headers: Record<string, string>) => new Request("https://ines.example/", { headers });

  it.each([
    [{}, false],
    [{ Origin: "https://ines.example" }, false],
    [{ Origin: "https://blog.example" }, true],
    [{ Origin: "https://blog.example", "Sec-Fetch-Site": "cross-site" }, true],
    [{ Origin: "https://blog.ines.example", "Sec-Fetch-Site": "same-site" }, false],
    [{ Origin: "https://ines.example", "Sec-Fetch-Site": "same-origin" }, false],
  ])("trusts Sec-Fetch-Site over Origin: %j is %j", (headers, crossSite) => {
    expect(isCrossSite(request(headers as Record<string, string>), "https://ines.example")).toBe(crossSite);
  });
});
