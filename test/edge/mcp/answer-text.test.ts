import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitText, TEXT_MAX_BYTES, toAnswerText } from "../../../edge/mcp/answer-text.ts";

const PAGES = { inQuery: ["tag", "page", "pageSize"] };
const sizeOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

function listOf(lengths: readonly number[], page: number, pageSize: number): object {
  const all = lengths.map((length, number) => ({ number, text: "x".repeat(length) }));
  const items = all.slice((page - 1) * pageSize, page * pageSize);
  return { items, pagination: { page, pageSize, totalItems: all.length, hasNextPage: page * pageSize < all.length } };
}

/** Reads page after page, each named by the one before. */
function readAll(lengths: readonly number[], pageSize: number): { readonly numbers: number[]; readonly sizes: number[] } {
  const numbers: number[] = [];
  const sizes: number[] = [];
  let next: { readonly page: number; readonly pageSize: number } | null = { page: 1, pageSize };
  while (next !== null) {
    const text: string = toAnswerText(listOf(lengths, next.page, next.pageSize), PAGES);
    numbers.push(...Array.from(text.matchAll(/^\{"number":(\d+)/gm), ([, number]) => Number(number)));
    sizes.push(sizeOf(text));
    const named = /^Next page: (.*)$/m.exec(text)?.[1];
    next = named === undefined ? null : JSON.parse(named);
  }
  return { numbers, sizes };
}

describe("a list as a model reads it", () => {
  it("has one item per line, and names the next page", () => {
    expect(toAnswerText(listOf([1, 1, 1], 1, 2), PAGES)).toBe(
      'Items 1 to 2 of 3.\n{"number":0,"text":"x"}\n{"number":1,"text":"x"}\nNext page: {"page":2,"pageSize":2}',
    );
    expect(toAnswerText(listOf([1, 1, 1], 2, 2), PAGES)).toBe('Items 3 to 3 of 3.\n{"number":2,"text":"x"}');
    expect(toAnswerText(listOf([1], 3, 2), PAGES)).toBe("No items on this page, 1 in all.");
  });

  it("names pages of comments by their own parameters", () => {
    const text = toAnswerText(listOf([1, 1], 1, 1), { inQuery: ["parentId", "commentsSort", "commentsPage", "commentsPageSize"] });
    expect(text).toContain('Next page: {"commentsPage":2,"commentsPageSize":1}');
  });

  it("shows each item exactly once over all pages, in order, whatever their lengths and the requested size", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 100 }),
        (lengths, pageSize) => {
          const { numbers, sizes } = readAll(lengths, pageSize);
          expect(numbers).toEqual(lengths.map((_, number) => number));
          expect(Math.max(...sizes)).toBeLessThanOrEqual(TEXT_MAX_BYTES);
        },
      ),
      { numRuns: 60, seed: 20_261_122 },
    );
  });

  it("leaves out empty members, those that only pages need, and HTML that the item also has as text", () => {
    const item = {
      title: "A",
      cover: { url: "u", variants: [{ url: "v" }], thumbhash: "t", alt: "" },
      series: null,
      tags: [],
      extra: {},
      body: "**a**",
      bodyHtml: "<b>a</b>",
      snippetHtml: "<mark>b</mark>",
      featured: false,
      count: 0,
    };
    expect(toAnswerText({ items: [item] }, { inQuery: [] })).toBe(
      '1 items.\n{"title":"A","cover":{"url":"u"},"body":"**a**","snippetHtml":"<mark>b</mark>","featured":false,"count":0}',
    );
  });
});

describe("a document as a model reads it", () => {
  it("has its text unchanged, below the rest", () => {
    expect(toAnswerText({ slug: "a", bodyHtml: "<p>One</p>", bodyText: "One\nTwo", toc: [] }, { inQuery: [] })).toBe(
      '{"slug":"a"}\n\nOne\nTwo',
    );
  });
});

describe("a text in parts", () => {
  it("contains the whole text, in parts that fit", () => {
    const unit = fc.oneof(fc.constantFrom('"', "\\", "\n", "\u0001", "é", "漢", "𝄞", "\ud800"), fc.string({ maxLength: 20 }));
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 20_000 }), (units, times) => {
        const text = units.join("").repeat(times).slice(0, 300_000);
        const parts = splitText(text);
        expect(parts.join("") === text).toBe(true);
        for (const part of parts) expect(sizeOf(part)).toBeLessThanOrEqual(TEXT_MAX_BYTES);
      }),
      { numRuns: 100, seed: 20_261_122 },
    );
  });

  it("ends a part after a line or a word, and splits no character", () => {
    const [line = ""] = splitText(`${"word ".repeat(9_000)}\n${"word ".repeat(9_000)}`);
    expect(line.endsWith(" \n")).toBe(true);
    expect(splitText("words and ".repeat(20_000)).every((part) => part.endsWith(" "))).toBe(true);
    expect(splitText("𝄞".repeat(60_000)).every((part) => part.isWellFormed())).toBe(true);
  });
});
