import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldWord, isPaired, normalizeText } from "../../search/format/fold.ts";
import { eachTerm, scanText, TERM_MAX } from "../../search/format/tokenize.ts";
import { createTermScanner } from "../../search/write/terms/scan-terms.ts";
import { TermTable } from "../../search/write/terms/term-table.ts";

/** Calls of the scanner, by name. */
function createScan(): (text: string) => string[] {
  const table = new TermTable();
  let terms: string[] = [];
  const scan = createTermScanner({
    word: (bytes, start, end, hash) => terms.push(table.nameOf(table.numberOfWord(bytes, start, end, hash))),
    terms: (_, make) => terms.push(...make().map((term) => table.nameOf(table.numberOf(term)))),
  });
  return (text) => {
    terms = [];
    scan(text);
    return terms;
  };
}

function expected(text: string): string[] {
  const terms: string[] = [];
  eachTerm(text, (term) => terms.push(term));
  return terms;
}

describe("createTermScanner", () => {
  it("gives the same terms as eachTerm, whatever is between words, text after text", () => {
    const scan = createScan();
    const characters = "a B é 東 京 々 か ー 한 。 」 ﾞ 𠮷 7 _ - . : :: ' ’s 's + # ++ , ( * — … 🎉 \ud800 \udfff \u0301".split(" ");
    const unit = fc.constantFrom(" ", "\n", "tide", "Sea", ...characters);
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
        expect(scan(text)).toEqual(expected(text));
      }),
      { seed: 11, numRuns: 5_000 },
    );
  });

  it("treats as paired exactly the code units that the tokenizer splits into pairs and that folding does not change", () => {
    const taken = Array.from({ length: 0x10000 }, (_, code) => code).filter(isPaired);
    expect(taken.length).toBeGreaterThan(30_000);
    for (const code of taken) {
      const character = String.fromCharCode(code);
      expect([code, normalizeText(character), foldWord(character)]).toEqual([code, character, character]);
      expect([code, [...scanText(character)].map(({ kind }) => kind)]).toEqual([code, ["run"]]);
    }
    const all = String.fromCharCode(...taken);
    expect([normalizeText(all), foldWord(all)]).toEqual([all, all]);
  });

  it("gives the same terms for the same key", () => {
    const known = new Map<string, string>();
    const scan = createTermScanner({
      word: () => {},
      terms: (key, make) => {
        const terms = make().join(" ");
        expect(known.get(key) ?? terms).toBe(terms);
        known.set(key, terms);
      },
    });
    const unit = fc.constantFrom("a", "B", "ts", "é", "東", ".", "..", "(", " ", "-", "+", "#", "'s");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        scan(text);
      }),
      { seed: 12, numRuns: 5_000 },
    );
    expect(known.get(".ts")).not.toBe(known.get("ts"));
  });

  it("truncates words that are longer than a term", () => {
    const long = "x".repeat(TERM_MAX);
    expect(createScan()(`${long} ${long}y ${long}yy`)).toEqual([long, long, long]);
  });
});

describe("TermTable", () => {
  it("numbers any number of terms in order of appearance, each once", () => {
    const table = new TermTable();
    const terms = Array.from({ length: 20_000 }, (_, at) => (at % 3 === 0 ? `w-${at}` : `w${at}`));
    expect(terms.map((term) => table.numberOf(term))).toEqual(terms.map((_, at) => at));
    expect(terms.map((term) => table.numberOf(term))).toEqual(terms.map((_, at) => at));
    expect(terms.map((_, number) => table.nameOf(number))).toEqual(terms);
    expect(table.size).toBe(terms.length);
  });
});
