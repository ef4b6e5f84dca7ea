import { describe, expect, it } from "vitest";
import { cutByContent, toStart } from "../../search/write/cut.ts";

const KEYS = Array.from({ length: 5_000 }, (_, at) => `w${(at * 7_919) % 100_000}`).sort();
const BOUNDS = { min: 200, max: 400 };
const sizesOf = (keys: readonly string[]) => (at: number) => 3 + ((keys[at]?.length ?? 0) % 5) * 4;
const cut = (keys: readonly string[]) =>
  cutByContent(keys, sizesOf(keys), BOUNDS).map(({ start, end }) => keys.slice(start, end).join(" "));

describe("cutByContent", () => {
  it("leaves nothing out and keeps to its bounds", () => {
    const stretches = cutByContent(KEYS, sizesOf(KEYS), BOUNDS);
    expect(stretches[0]?.start).toBe(0);
    expect(stretches.at(-1)?.end).toBe(KEYS.length);
    stretches.forEach(({ start, end }, at) => {
      if (at > 0) expect(start).toBe(stretches[at - 1]?.end);
      let size = 0;
      for (let each = start; each < end; each += 1) size += sizesOf(KEYS)(each);
      expect(size).toBeLessThanOrEqual(BOUNDS.max);
      if (at < stretches.length - 1) expect(size).toBeGreaterThanOrEqual(BOUNDS.min);
    });
  });

  it("cuts as before everywhere but near a change", () => {
    const before = cut(KEYS);
    for (const at of [0, 1_234, 2_500, 4_999]) {
      const kept = new Set(cut([...KEYS.slice(0, at), `${KEYS[at]}0`, ...KEYS.slice(at)].sort()));
      expect(before.filter((stretch) => !kept.has(stretch)).length).toBeLessThan(before.length / 20);
    }
  });

  it("lets an item stand alone that is larger than a stretch", () => {
    const sizes = [10, 10, 1_000, 10];
    expect(cutByContent(["a", "b", "c", "d"], (at) => sizes[at] ?? 0, BOUNDS)).toEqual([
      { start: 0, end: 2 },
      { start: 2, end: 3 },
      { start: 3, end: 4 },
    ]);
    expect(cutByContent([], () => 1, BOUNDS)).toEqual([]);
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
