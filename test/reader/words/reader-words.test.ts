import { expect, it } from "vitest";
import { TEXT_LANGUAGES } from "../../../packages/octavo-client/elements/texts/element-texts.ts";
import type { ReaderWords } from "../../../reader/words/english.ts";
import { findReaderWords } from "../../../reader/words/reader-words.ts";

const ENGLISH = findReaderWords("en");

it("has the languages that the elements have, whatever the region, and English for all others", () => {
  for (const language of TEXT_LANGUAGES) expect(findReaderWords(`${language}-XX`).language).toBe(language);
  expect(findReaderWords("he").language).toBe("en");
  expect(findReaderWords("DE").language).toBe("de");
});

it.each(TEXT_LANGUAGES)("names the same values in each text of %s as in English", (language) => {
  expect(placesOf(findReaderWords(language))).toEqual(placesOf(ENGLISH));
});

it.each(TEXT_LANGUAGES)("has every plural of %s", (language) => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((form) => form !== "many");
  const { posts, likes, counts } = findReaderWords(language);
  for (const text of [posts, likes, ...Object.values(counts)]) expect(Object.keys(text).sort()).toEqual([...forms].sort());
});

/** `noSuchPage: posts search` */
function placesOf(words: ReaderWords): string[] {
  return Object.entries(words).flatMap(([name, text]) => {
    if (typeof text !== "string") return [];
    const places = [...text.matchAll(/\{(\w+)\}/g)].map(([, place]) => place).sort();
    return places.length === 0 ? [] : [`${name}: ${places.join(" ")}`];
  });
}
