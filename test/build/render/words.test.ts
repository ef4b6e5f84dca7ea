import { expect, test } from "vitest";
import { countWords } from "../../../build/render/words.ts";

test.each([
  ["", 0],
  ["one two  three\nfour", 4],
  ["don't well-known it’s e.g. 3.14 1,000 snake_case", 7],
  ["a — b – c, d; e/f (g)", 7],
  ["Ärger naïve Ωμέγα привет", 4],
  ["e\u0301te\u0301", 1],
  ["! ? … 😀 & —", 0],
])("%j has %i words", (text, words) => {
  expect(countWords(text).wordCount).toBe(words);
});

test("Han, Hiragana and Katakana count by characters, without their punctuation", () => {
  expect(countWords("東京へ行く。コーヒー、「人々」！").wordCount).toBe(11);
  expect(countWords("我喜欢 TypeScript 和 Rust。").wordCount).toBe(6);
  expect(countWords("𠮷野家").wordCount).toBe(3);
});

test("Hangul counts by words", () => {
  expect(countWords("나는 커피를 마신다").wordCount).toBe(3);
});

test("Thai, which has no spaces, counts a word for every five letters begun", () => {
  expect(countWords("ก".repeat(11)).wordCount).toBe(3);
  expect(countWords("ไป ตลาด").wordCount).toBe(2);
});

test.each([
  ["", 1],
  ["w ".repeat(230), 1],
  ["w ".repeat(231), 2],
  ["字".repeat(500), 1],
  ["字".repeat(501), 2],
  // Half a minute of words, and a little more than that of characters.
  [`${"w ".repeat(115)}${"字".repeat(251)}`, 2],
])("reading time rounds up the sum of both (case %#)", (text, minutes) => {
  expect(countWords(text).readingTimeMinutes).toBe(minutes);
});
