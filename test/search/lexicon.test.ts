import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeTerm } from "../../search/layout.ts";
import { createLexicon } from "../../search/lexicon.ts";

const lexiconOf = (terms: readonly string[]) => {
  const lines = [...new Set(terms)].sort().map((term) => encodeTerm(term, [new Map([[0, 1]])]));
  return createLexicon([`[\n${lines.join(",\n")}\n]\n`]);
};
const near = (terms: readonly string[], term: string): string[] =>
  lexiconOf(terms)
    .expand([{ term, prefix: false, fuzzy: true }])
    .map((line) => JSON.parse(line)[0]);

/** Levenshtein distance of 1 at most, by trying each edit. */
function isNear(a: string, b: string): boolean {
  if (a === b) return true;
  for (let at = 0; at <= b.length; at += 1) {
    if (b.slice(0, at) + b.slice(at + 1) === a || a.slice(0, at) + a.slice(at + 1) === b) return true;
    if (a.length === b.length && a.slice(0, at) === b.slice(0, at) && a.slice(at + 1) === b.slice(at + 1)) return true;
  }
  return false;
}

describe("near spellings", () => {
  it("are those of one edit, wherever it is", () => {
    const one = ["ride", "tire", "tides", "stide", "tied", "tde", "ide", "tid", "tie", "tiide", "tode", "tidy"];
    const more = ["rides", "side2", "ti", "te", "de", "t", "e", "tdie", "edit"];
    expect(near([...one, ...more, "tide"], "tide")).toEqual(["tide", ...one].filter((term) => isNear(term, "tide")).sort());
    expect(near(["abc", "xbc", "axc", "abx", "ab", "bc", "ac", "abcd", "xabc", "xyc", "axy", "xby"], "abc")).toEqual(
      ["abc", "xbc", "axc", "abx", "ab", "bc", "ac", "abcd", "xabc"].sort(),
    );
  });

  it("are all that comparing every term finds", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "é"), minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), word, (terms, term) => {
        fc.pre(term.length >= 3);
        expect(near(terms, term)).toEqual([...new Set(terms)].filter((each) => isNear(each, term)).sort());
      }),
    );
  });
});
