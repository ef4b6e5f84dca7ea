import { describe, expect, it } from "vitest";
import { type Block, findBlock, type Items, resplit, sizeOf, toStart } from "../../search/write/blocks.ts";

const KEYS = Array.from({ length: 5_000 }, (_, at) => `w${(at * 7_919) % 100_000}`).sort();
const BOUNDS = { min: 200, max: 400 };
const EVERYTHING = { min: 0, max: 0 };

const toItems = (keys: readonly string[]): Items => ({ keys, postings: keys.map((key) => "x".repeat((key.length % 5) * 4)) });

function split(items: Items): Items[] {
  return resplit({ blocks: [], changed: new Map([[0, items]]), load: () => toItems([]) }, BOUNDS).flatMap((part) =>
    "keys" in part ? [part] : [],
  );
}

function toBlock(items: Items, hash: string): Block {
  return { hash, bytes: 0, size: sizeOf(items), first: items.keys[0] ?? "", last: items.keys.at(-1) ?? "" };
}

describe("resplit", () => {
  it("leaves nothing out and keeps to its bounds", () => {
    const parts = split(toItems(KEYS));
    expect(parts.flatMap(({ keys }) => keys)).toEqual(KEYS);
    expect(parts.flatMap(({ postings }) => postings)).toEqual(toItems(KEYS).postings);
    const sizes = parts.map(sizeOf);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(BOUNDS.max);
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThanOrEqual(BOUNDS.min);
  });

  it("splits as before everywhere but near a change, and loads nothing elsewhere", () => {
    const before = split(toItems(KEYS));
    const blocks = before.map((items, at) => toBlock(items, String(at)));
    for (const place of [0, 1_234, 2_500, 4_999]) {
      const key = `${KEYS[place]}0`;
      const block = findBlock(blocks, key);
      const changed = new Map([[block, toItems([...(before[block]?.keys ?? []), key].sort())]]);
      const loaded: number[] = [];
      const load = (at: number): Items => {
        loaded.push(at);
        return before[at] ?? toItems([]);
      };
      const parts = resplit({ blocks, changed, load }, BOUNDS);
      const keys = parts.map((part) => ("keys" in part ? part.keys : (before[Number(part.hash)]?.keys ?? [])));
      expect(keys).toEqual(split(toItems([...KEYS, key].sort())).map((part) => part.keys));
      expect(loaded.length).toBeLessThan(blocks.length / 20);
      expect(parts.filter((part) => "keys" in part).length).toBeLessThan(blocks.length / 20);
    }
  });

  it("splits all anew by other sizes", () => {
    const before = split(toItems(KEYS));
    const blocks = before.map((items, at) => toBlock(items, String(at)));
    const parts = resplit({ blocks, changed: new Map(), load: (at) => before[at] ?? toItems([]) }, BOUNDS, EVERYTHING);
    expect(parts).toEqual(before);
  });

  it("lets an item stand alone that is larger than a block", () => {
    const items = { keys: ["a", "b", "c", "d"], postings: [10, 10, 1_000, 10].map((size) => "x".repeat(size)) };
    expect(split(items).map(({ keys }) => keys)).toEqual([["a", "b"], ["c"], ["d"]]);
    expect(split(toItems([]))).toEqual([]);
  });
});

describe("findBlock", () => {
  it("finds where a key is or belongs", () => {
    const blocks = [["b", "c"], ["e", "f"], ["h"]].map((keys) => toBlock(toItems(keys), ""));
    expect(["a", "b", "c", "d", "e", "g", "h", "i"].map((key) => findBlock(blocks, key))).toEqual([0, 0, 0, 0, 1, 1, 2, 2]);
    expect(findBlock([], "a")).toBe(0);
  });
});

describe("toStart", () => {
  it.each([
    ["tides", undefined, ""],
    ["tides", "tidal", "tide"],
    ["tides", "tide", "tides"],
    ["b", "azzz", "b"],
  ])("of %j after %j is %j", (key, before, start) => {
    expect(toStart(key, before)).toBe(start);
  });
});
