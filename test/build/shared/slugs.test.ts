import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFileName, toSlug, toTagSlug } from "../../../build/shared/slugs.ts";
import { TAG_SLUG_PATTERN } from "../../../contract/schemas/values.ts";
import { isSlug } from "../../../contract/slug-pattern.ts";

const LETTERS_AND_DIGITS = /^[\p{L}\p{N}\p{M}]+(?:-[\p{L}\p{N}\p{M}]+)*$/u;

describe("a slug", () => {
  it.each([
    ["Hello World", "hello-world"],
    ["  It's — a ‘test’! ", "its-a-test"],
    ["Blåbær & Søl.v2", "blabaer-sol-v2"],
    ["Straße, Łódź, Þór", "strasse-lodz-thor"],
    ["Ｆｕｌｌ width", "full-width"],
    ["İstanbul", "istanbul"],
    ["雨の町", ""],
    ["Tokyo 東京 2024", "tokyo-2024"],
    ["a".repeat(200), "a".repeat(160)],
  ])("of %j is %j", (text, slug) => {
    expect(toSlug(text)).toBe(slug);
  });

  it("is always valid or empty, and does not change when it is slugged again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        const slug = toSlug(text);
        expect(slug === "" || isSlug(slug)).toBe(true);
        expect(toSlug(slug)).toBe(slug);
      }),
      { seed: 7 },
    );
  });
});

describe("a tag's slug", () => {
  it.each([
    ["TypeScript", "typescript"],
    ["Small servers", "small-servers"],
    ["C", "c"],
    ["C++", "c-plus-plus"],
    ["C#", "c-sharp"],
    ["F#/.NET", "f-sharp-net"],
    ["#weaving", "weaving"],
    ["Node.js", "node-js"],
    ["日本語", "日本語"],
    ["ｶﾞ", "ガ"],
    ["Ĉu ne?", "ĉu-ne"],
    ["🎉", ""],
  ])("of %j is %j", (name, slug) => {
    expect(toTagSlug(name)).toBe(slug);
  });

  it("matches the contract's pattern or is empty, and does not change when it is slugged again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (name) => {
        const slug = toTagSlug(name);
        expect(slug === "" || (TAG_SLUG_PATTERN.test(slug) && LETTERS_AND_DIGITS.test(slug))).toBe(true);
        expect(toTagSlug(slug)).toBe(slug);
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});

describe("a file's name", () => {
  it.each([
    ["posts/hello.md", "hello", null],
    ["posts/Hello World.md", "hello-world", null],
    ["posts/2024-01-31-hello.md", "hello", "2024-01-31"],
    ["posts/2013-10-3-x.md", "x", "2013-10-3"],
    ["posts/2013-10-things.md", "2013-10-things", null],
    ["posts/2024-01-31 Hello.md", "hello", "2024-01-31"],
    ["posts/2024-01-31.md", "2024-01-31", "2024-01-31"],
    ["posts/hello/index.md", "hello", null],
    ["posts/2024-01-31-hello/index.mdx", "hello", "2024-01-31"],
    ["posts/hello.no.md", "hello-no", null],
    ["posts/20240131-hello.md", "20240131-hello", null],
    ["posts/雨.md", "", null],
  ])("%s gives %j and %j", (path, slug, date) => {
    expect(parseFileName(path)).toEqual({ slug, date });
  });
});
