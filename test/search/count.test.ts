import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SearchText } from "../../search/format/documents.ts";
import { SEARCH_FIELDS, toTerms } from "../../search/format/options.ts";
import { TermCounter } from "../../search/write/count.ts";

const EMPTY: SearchText = { title: "", tags: [], excerpt: "", headings: [], body: "" };

function read(text: SearchText): Record<string, Record<string, number>> {
  const found: Record<string, Record<string, number>> = {};
  const counter = new TermCounter();
  const pairs = counter.count(text);
  for (let at = 0; at < pairs.length; at += 2) {
    const [key = 0, occurrences = 0] = pairs.subarray(at, at + 2);
    const term = counter.names[Math.floor(key / SEARCH_FIELDS.length)] ?? "";
    found[term] = { ...found[term], [SEARCH_FIELDS[key % SEARCH_FIELDS.length] ?? ""]: occurrences };
  }
  return found;
}

describe("TermCounter", () => {
  it("counts each term by field", () => {
    expect(read({ ...EMPTY, title: "Tides", tags: ["Sea", "tides"], body: "tides of useEffect, tides" })).toEqual({
      tides: { title: 1, tags: 1, body: 2 },
      sea: { tags: 1 },
      of: { body: 1 },
      useeffect: { body: 1 },
      use: { body: 1 },
      effect: { body: 1 },
    });
  });

  it("finds nothing in nothing, and as many as there are", () => {
    expect(read(EMPTY)).toEqual({});
    expect(read({ ...EMPTY, title: "東 “a”", body: "b ".repeat(10_000) })).toEqual({
      東: { title: 1 },
      a: { title: 1 },
      b: { body: 10_000 },
    });
  });

  it("counts a text of more different words than it made room for", () => {
    const body = Array.from({ length: 3_000 }, (_, at) => `w${at}`).join(" ");
    expect(Object.keys(read({ ...EMPTY, title: "w7", body }))).toHaveLength(3_000);
    expect(read({ ...EMPTY, title: "w7", body }).w7).toEqual({ title: 1, body: 1 });
  });

  it("counts what the tokeniser gives", () => {
    const text = fc
      .array(fc.constantFrom("tide", "TIDES", "node:http", "東京都", "C++", ".ts", "é", "𠮷", "—", "a.b", "x_y", "users'"))
      .map((words) => words.join(" "));
    fc.assert(
      fc.property(text, text, (title, body) => {
        const expected: Record<string, Record<string, number>> = {};
        for (const [field, terms] of [
          ["title", toTerms(title)],
          ["body", toTerms(body)],
        ] as const) {
          for (const term of terms) expected[term] = { ...expected[term], [field]: (expected[term]?.[field] ?? 0) + 1 };
        }
        expect(read({ ...EMPTY, title, body })).toEqual(expected);
      }),
      { seed: 3, numRuns: 300 },
    );
  });
});
