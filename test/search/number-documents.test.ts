import { describe, expect, it } from "vitest";
import { EMPTY_SLOT, numberDocuments } from "../../search/write/number-documents.ts";
import { document, toIndexDocument } from "./oracle.ts";

function book(number: number, words: number) {
  return toIndexDocument(document({ kind: "book", number, body: Array.from({ length: words }, () => "tide").join(" ") }));
}

function slotsOf(documents: Parameters<typeof numberDocuments>[0]): Map<string, number> {
  const { ordered } = numberDocuments(documents);
  return new Map([...ordered.entries()].filter(([, one]) => one !== EMPTY_SLOT).map(([slot, { slug }]) => [slug, slot]));
}

describe("numberDocuments", () => {
  const long = Array.from({ length: 600 }, (_, number) => book(number, 300));
  const before = slotsOf(long);

  it("gives each document without a date its own slot", () => {
    expect(new Set(before.values()).size).toBe(600);
  });

  it("never moves a longer document for a shorter one", () => {
    const short = Array.from({ length: 100 }, (_, number) => book(1_000 + number, 9));
    for (const one of short) {
      const after = slotsOf([...long, one]);
      expect([...before].filter(([slug, slot]) => after.get(slug) !== slot)).toEqual([]);
    }
  });

  it("gives the same slots whatever the order of the documents", () => {
    expect(slotsOf(long.toReversed())).toEqual(before);
  });
});
