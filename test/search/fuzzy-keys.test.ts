import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fuzzyBeginnings, fuzzyKeys, isWithinOneEdit, termOfKey } from "../../search/format/fuzzy-keys.ts";

/** Whether the Levenshtein distance is at most 1, by trying each edit. */
function isNear(a: string, b: string): boolean {
  if (a === b) return true;
  for (let at = 0; at <= b.length; at += 1) {
    if (b.slice(0, at) + b.slice(at + 1) === a || a.slice(0, at) + a.slice(at + 1) === b) return true;
    if (a.length === b.length && a.slice(0, at) === b.slice(0, at) && a.slice(at + 1) === b.slice(at + 1)) return true;
  }
  return false;
}

const word = (minLength: number) => fc.string({ unit: fc.constantFrom("a", "b", "é", "\ud842\udfb7"), minLength, maxLength: 8 });

describe("fuzzy spellings", () => {
  it("are within one edit, at any position", () => {
    for (const near of ["tide", "ride", "tire", "tides", "stide", "tied", "tde", "ide", "tid", "tie", "tiide", "tode", "tidy"]) {
      expect([near, isWithinOneEdit(near, "tide")]).toEqual([near, isNear(near, "tide")]);
    }
    for (const far of ["rides", "side2", "ti", "te", "tdie", "edit", ""]) expect([far, isWithinOneEdit(far, "tide")]).toEqual([far, false]);
  });

  it("are the same as when trying each edit", () => {
    fc.assert(
      fc.property(word(1), word(1), (a, b) => {
        expect(isWithinOneEdit(a, b)).toBe(isNear(a, b));
      }),
      { seed: 11, numRuns: 2_000 },
    );
  });

  it("are sorted by beginning or end, where they are searched", () => {
    const pair = word(3).chain((term) =>
      fc.tuple(
        fc.constant(term),
        fc
          .nat(term.length)
          .chain((at) =>
            fc.constantFrom(
              term.slice(0, at) + term.slice(at + 1),
              `${term.slice(0, at)}x${term.slice(at)}`,
              `${term.slice(0, at)}x${term.slice(at + 1)}`,
            ),
          ),
      ),
    );
    fc.assert(
      fc.property(pair, ([term, near]) => {
        const beginnings = fuzzyBeginnings(term);
        const keys = fuzzyKeys([near], (texts) => texts);
        expect(keys.some((key) => beginnings.some((beginning) => key.startsWith(beginning)))).toBe(true);
        expect(keys.map(termOfKey)).toEqual([near, near]);
      }),
      { seed: 12, numRuns: 2_000 },
    );
  });

  it("are sorted", () => {
    fc.assert(
      fc.property(fc.uniqueArray(word(0)), (words) => {
        const keys = fuzzyKeys(words.toSorted(), (texts) => texts.toSorted());
        expect(keys).toEqual(keys.toSorted());
        expect(keys.length).toBe(words.length * 2);
      }),
      { seed: 13, numRuns: 500 },
    );
  });
});
