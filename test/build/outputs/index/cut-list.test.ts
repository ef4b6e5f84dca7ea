import { describe, expect, it } from "vitest";
import { cutByKeys, cutEvenly } from "../../../../build/outputs/index/cut-list.ts";

const ENDS = { min: 16, max: 64, one: 16 };
const KEYS = Array.from({ length: 10_000 }, (_, number) => `document-${number}`);
const cut = (keys: readonly string[]) => cutByKeys(keys, ENDS, (key) => key);

describe("cutByKeys", () => {
  it("keeps all items in order, in parts that are within the bounds, except for the last", () => {
    const parts = cut(KEYS);
    expect(parts.flat()).toEqual(KEYS);
    const sizes = parts.slice(0, -1).map(({ length }) => length);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(ENDS.min);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(ENDS.max);
    expect(KEYS.length / parts.length).toBeGreaterThan(28);
  });

  it("keeps nearly all parts if one is added or removed anywhere", () => {
    const before = new Set(cut(KEYS).map((part) => part.join(" ")));
    for (let at = 0; at <= KEYS.length; at += 97) {
      for (const keys of [KEYS.toSpliced(at, 0, `new-${at}`), KEYS.toSpliced(at, 1)]) {
        const others = cut(keys).filter((part) => !before.has(part.join(" ")));
        expect(others.length).toBeLessThanOrEqual(5);
      }
    }
  });

  it("returns no parts if there are no items", () => {
    expect([cut([]), cutEvenly([], 3)]).toEqual([[], []]);
  });
});

describe("cutEvenly", () => {
  it("puts the remainder into the last part", () => {
    expect(cutEvenly([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  });
});
