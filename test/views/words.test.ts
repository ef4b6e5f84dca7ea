import { describe, expect, it } from "vitest";
import { EN_PAGE_WORDS } from "../../views/words/en.ts";
import { ALL_WORDS, findPageWords } from "../../views/words/find-words.ts";
import { toFrame } from "../server/forms/form-site.ts";

/** Names of values in a text, sorted: `{n}`. */
const valuesIn = (text: unknown): readonly string[] => [...new Set(JSON.stringify(text).match(/\{[a-z]+\}/gi) ?? [])].sort();

describe("the words of pages", () => {
  it("are in five languages", () => {
    expect(ALL_WORDS.map(({ language }) => language).sort()).toEqual(["de", "en", "es", "fr", "ja"]);
  });

  it.each(ALL_WORDS.map((words) => [words.language, words] as const))("lack nothing in %s, and name the same values", (_, words) => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(EN_PAGE_WORDS).sort());
    // format-values.test.ts compares date patterns with those of Intl.
    for (const [key, text] of Object.entries(words).filter(([name]) => !name.endsWith("Pattern"))) {
      expect([key, valuesIn(text)]).toEqual([key, valuesIn(EN_PAGE_WORDS[key as keyof typeof EN_PAGE_WORDS])]);
      expect([key, JSON.stringify(text).includes('""')]).toEqual([key, false]);
    }
  });

  it("are found by the primary language, and English if a language has none", () => {
    expect(findPageWords("de-AT").language).toBe("de");
    expect(findPageWords("JA-jp").language).toBe("ja");
    expect(findPageWords("nl")).toBe(EN_PAGE_WORDS);
  });

  it("are derived from a list's name if it has no label", () => {
    const { labels } = toFrame({ language: "de", pages: { books: "/books/{slug}", talks: "/talks/{slug}" } });
    expect(labels).toMatchObject({ books: "Bücher", talks: "Talks" });
  });
});
