import { describe, expect, it } from "vitest";
import { toNamesBelow } from "../../hosts/names-below.ts";

describe("names in a web server's configuration", () => {
  it("contain the base of the site", () => {
    expect(toNamesBelow("")).toEqual({ whole: "octavo", prefix: "octavo_" });
    expect(toNamesBelow("/blog")).toEqual({ whole: "octavo_blog", prefix: "octavo_blog__" });
  });

  it("differ between bases that differ only in punctuation or case", () => {
    const bases = ["", "/a-b", "/a/b", "/a.b", "/a_b", "/a~b", "/ab", "/Ab", "/a_2fb", "/a/B", "/a__b"];
    const names = bases.map((base) => toNamesBelow(base).prefix);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(bases.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9_]+$/);
  });

  it("of a site below /no differ from those of a site at the root", () => {
    expect(`${toNamesBelow("/no").prefix}reader`).not.toBe(`${toNamesBelow("").prefix}no_reader`);
  });
});
