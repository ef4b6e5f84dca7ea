import { describe, expect, it } from "vitest";
import { createPageCache } from "../../../server/http/page-cache.ts";
import { toRepresentation } from "../../../server/http/respond.ts";

const page = (text: string) => toRepresentation({ text }, "live");

describe("the page cache", () => {
  it("returns a page until its version changes", () => {
    const cache = createPageCache();
    const one = page("one");
    cache.set("a", 1, one);
    expect(cache.get("a", 1)).toBe(one);
    expect(cache.get("b", 1)).toBeNull();
    expect(cache.get("a", 2)).toBeNull();
    expect(cache.get("a", 1)).toBeNull();
  });

  it("keeps a bounded number of bytes, the most recently used ones", () => {
    const cache = createPageCache(10_000);
    const pages = ["a", "b", "c"].map((name) => [name, page(name.repeat(2_500))] as const);
    for (const [name, value] of pages) cache.set(name, 1, value);
    expect(cache.get("a", 1)).not.toBeNull();
    cache.set("d", 1, page("d".repeat(2_500)));
    expect(["a", "b", "c", "d"].map((name) => cache.get(name, 1) !== null)).toEqual([true, false, true, true]);
  });

  it("counts a replaced page only once", () => {
    const cache = createPageCache(10_000);
    for (let version = 0; version < 50; version += 1) cache.set("a", version, page("a".repeat(2_500)));
    cache.set("b", 1, page("b".repeat(2_500)));
    expect([cache.get("a", 49), cache.get("b", 1)]).not.toContain(null);
  });

  it("keeps a full page of a busy post, which is the most expensive to build, and at most 32 MiB in total", () => {
    const cache = createPageCache();
    const full = page("a".repeat(8_000_000));
    for (const key of ["a", "b", "c", "d", "e"]) cache.set(key, 1, full);
    expect(["a", "b", "c", "d", "e"].filter((key) => cache.get(key, 1) !== null)).toEqual(["b", "c", "d", "e"]);
  });

  it("does not keep a page that would displace half of the others", () => {
    const cache = createPageCache();
    cache.set("small", 1, page("a"));
    cache.set("a", 1, page("a".repeat(17_000_000)));
    expect([cache.get("a", 1) === null, cache.get("small", 1) === null]).toEqual([true, false]);
  });
});
