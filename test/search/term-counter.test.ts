import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toTerms } from "../../search/format/search-options.ts";
import { TermCounter } from "../../search/write/terms/term-counter.ts";

const counter = new TermCounter();

function read(text: string, by = counter): Record<string, number> {
  const { size, terms, occurrences } = by.count(text);
  return Object.fromEntries(Array.from({ length: size }, (_, place) => [by.table.nameOf(terms[place] ?? 0), occurrences[place] ?? 0]));
}

describe("TermCounter", () => {
  it("counts each term of a text, text after text", () => {
    expect(read("Tides")).toEqual({ tides: 1 });
    expect(read("tides of useEffect, tides")).toEqual({ tides: 2, of: 1, useeffect: 1, use: 1, effect: 1 });
    expect(read("tides")).toEqual({ tides: 1 });
  });

  it("finds nothing in an empty text, and counts any number of terms", () => {
    expect(read("")).toEqual({});
    expect(read("東 “a”")).toEqual({ 東: 1, a: 1 });
    expect(read("b ".repeat(10_000))).toEqual({ b: 10_000 });
  });

  it("counts a text with more distinct words than it has reserved room for", () => {
    const body = Array.from({ length: 3_000 }, (_, at) => `w${at}`).join(" ");
    expect(read("w7", new TermCounter())).toEqual({ w7: 1 });
    const one = new TermCounter();
    expect(Object.keys(read(body, one))).toHaveLength(3_000);
    expect(read("w7 w2999 w7", one)).toEqual({ w7: 2, w2999: 1 });
  });

  it("counts the tokenizer's terms", () => {
    const text = fc
      .array(fc.constantFrom("tide", "TIDES", "node:http", "東京都", "C++", ".ts", "é", "𠮷", "—", "a.b", "x_y", "users'"))
      .map((words) => words.join(" "));
    fc.assert(
      fc.property(text, (each) => {
        const expected: Record<string, number> = {};
        for (const term of toTerms(each)) expected[term] = (expected[term] ?? 0) + 1;
        expect(read(each)).toEqual(expected);
      }),
      { seed: 3, numRuns: 300 },
    );
  });
});
