import { describe, expect, it } from "vitest";
import { type Block, findBlock, resplit, toStart } from "../../search/write/blocks/blocks.ts";
import { type Items, KeyList, type Piece, sizeOf } from "../../search/write/blocks/items.ts";
import { packTerms } from "../../search/write/encode.ts";

const KEYS = Array.from({ length: 5_000 }, (_, at) => `w${(at * 7_919) % 100_000}`).sort();
const BOUNDS = { min: 200, max: 400 };
const EVERYTHING = { min: 0, max: 0 };

function toItems(keys: readonly string[], sizes: readonly number[] = keys.map((key) => (key.length % 5) * 4)): Items {
  let end = -1;
  const ends = sizes.map((size) => (end += size + 1));
  return { keys: KeyList.of(keys), postings: { bytes: new Uint8Array(end + 1).fill(120), ends: Uint32Array.from(ends) } };
}

const isPiece = (part: Block | Piece[]): part is Piece[] => Array.isArray(part);
const keysOf = (pieces: readonly Piece[]): string[] => pieces.flatMap(({ items, from, to }) => items.keys.keys.slice(from, to));
const sizeOfAll = (pieces: readonly Piece[]): number => pieces.reduce((sum, { items, from, to }) => sum + sizeOf(items, from, to), 0);

function split(items: Items): Piece[][] {
  return resplit({ blocks: [], changed: new Map([[0, items]]), load: () => toItems([]) }, BOUNDS).filter(isPiece);
}

function toBlock(keys: readonly string[], hash: string): Block {
  return { hash, bytes: 0, size: sizeOf(toItems(keys)), first: keys[0] ?? "", last: keys.at(-1) ?? "" };
}

describe("resplit", () => {
  it("leaves nothing out and respects its limits", () => {
    const parts = split(toItems(KEYS));
    expect(parts.flatMap(keysOf)).toEqual(KEYS);
    const sizes = parts.map(sizeOfAll);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(sizeOf(toItems(KEYS)));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(BOUNDS.max);
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThanOrEqual(BOUNDS.min);
  });

  it("splits as before except near a change, and loads nothing elsewhere", () => {
    const before = split(toItems(KEYS)).map(keysOf);
    const blocks = before.map((keys, at) => toBlock(keys, String(at)));
    for (const place of [0, 1_234, 2_500, 4_999]) {
      const key = `${KEYS[place]}0`;
      const block = findBlock(blocks, key);
      const changed = new Map([[block, toItems([...(before[block] ?? []), key].sort())]]);
      const loaded: number[] = [];
      const load = (at: number): Items => {
        loaded.push(at);
        return toItems(before[at] ?? []);
      };
      const parts = resplit({ blocks, changed, load }, BOUNDS);
      const keys = parts.map((part) => (isPiece(part) ? keysOf(part) : (before[Number(part.hash)] ?? [])));
      expect(keys).toEqual(split(toItems([...KEYS, key].sort())).map(keysOf));
      expect(loaded.length).toBeLessThan(blocks.length / 20);
      expect(parts.filter(isPiece).length).toBeLessThan(blocks.length / 20);
    }
  });

  it("works if a block has lost all its items", () => {
    const before = split(toItems(KEYS)).map(keysOf);
    const blocks = before.map((keys, at) => toBlock(keys, String(at)));
    for (const gone of [[0], [7, 8], [blocks.length - 1]]) {
      const changed = new Map(gone.map((block) => [block, toItems([])]));
      const parts = resplit({ blocks, changed, load: (at) => toItems(before[at] ?? []) }, BOUNDS);
      const left = before.filter((_, at) => !gone.includes(at)).flat();
      const keys = parts.map((part) => (isPiece(part) ? keysOf(part) : (before[Number(part.hash)] ?? [])));
      expect(keys).toEqual(split(toItems(left)).map(keysOf));
    }
  });

  it("splits everything again if the sizes change", () => {
    const before = split(toItems(KEYS)).map(keysOf);
    const blocks = before.map((keys, at) => toBlock(keys, String(at)));
    const parts = resplit({ blocks, changed: new Map(), load: (at) => toItems(before[at] ?? []) }, BOUNDS, EVERYTHING);
    expect(parts.filter(isPiece).map(keysOf)).toEqual(before);
  });

  it("gives an item that is larger than a block its own block", () => {
    const items = toItems(["a", "b", "c", "d"], [10, 10, 1_000, 10]);
    expect(split(items).map(keysOf)).toEqual([["a", "b"], ["c"], ["d"]]);
    expect(split(toItems([]))).toEqual([]);
  });
});

describe("KeyList", () => {
  it("measures keys of a file as it measures strings", () => {
    const keys = ["b0東京", "b0東京都", "b1a", "b1ab\ud801", "e0", "e1\udc00\ud801x"];
    const [strings, packed] = [KeyList.of(keys), KeyList.unpack(packTerms(keys))];
    expect([packed.lengths, packed.hashes, packed.last]).toEqual([strings.lengths, strings.hashes, "e1\udc00\ud801x"]);
    expect(keys.map((_, place) => packed.at(place))).toEqual(keys);
    expect([packed.pack(0, 6), packed.pack(2, 4)]).toEqual([packTerms(keys), packTerms(keys.slice(2, 4))]);
    expect(new Set(strings.hashes).size).toBe(keys.length);
  });

  it("holds nothing, or one key", () => {
    expect([KeyList.unpack("").count, KeyList.unpack("").pack(0, 0), KeyList.of([]).last]).toEqual([0, "", ""]);
    expect(KeyList.unpack(packTerms(["tide"])).at(0)).toBe("tide");
  });
});

describe("findBlock", () => {
  it("finds where a key is or belongs", () => {
    const blocks = [["b", "c"], ["e", "f"], ["h"]].map((keys) => toBlock(keys, ""));
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
