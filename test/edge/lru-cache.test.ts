import { describe, expect, it } from "vitest";
import { createCache } from "../../edge/lru-cache.ts";

describe("createCache", () => {
  it("drops the least recently used files once it is full", () => {
    const cache = createCache<string>(10);
    cache.set("a", "A", 4);
    cache.set("b", "B", 4);
    cache.get("a");
    cache.set("c", "C", 4);
    expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual(["A", undefined, "C"]);
  });

  it("keeps everything that fits, and counts a key only once when it is set again", () => {
    const cache = createCache<string>(10);
    for (const key of ["a", "b", "b", "b", "c"]) cache.set(key, key, 3);
    expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual(["a", "b", "c"]);
  });

  it("drops as many files as a large one needs, and does not store one that is larger than the cache", () => {
    const cache = createCache<string>(10);
    for (const key of ["a", "b", "c"]) cache.set(key, key, 3);
    cache.set("big", "big", 8);
    expect(["a", "b", "c", "big"].map((key) => cache.get(key))).toEqual([undefined, undefined, undefined, "big"]);
    cache.set("bigger", "bigger", 11);
    expect(["big", "bigger"].map((key) => cache.get(key))).toEqual(["big", undefined]);
  });
});
