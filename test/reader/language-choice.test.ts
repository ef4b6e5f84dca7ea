import { expect, it } from "vitest";
import type { ReaderFacts } from "../../reader/reader-facts.ts";
import { languageChoice } from "../../reader/views/language-choice.ts";

const LANGUAGES = [
  { language: "de", kinds: { posts: 3, notes: 2 } },
  { language: "en", kinds: { posts: 1, talks: 1 } },
];

function choose(kind: string, query = "", language = "en"): string | null {
  const facts = { language, languages: LANGUAGES } as unknown as ReaderFacts;
  return languageChoice(kind, { facts, query: new URLSearchParams(query) }).language;
}

it("a list in several languages shows the site's, the one that is chosen, or the most frequent one", () => {
  expect(choose("posts")).toBe("en");
  expect(choose("posts", "language=de")).toBe("de");
  expect(choose("posts", "", "fr")).toBe("de");
});

it("a list in one language shows all of it, and a kind without languages is asked for none", () => {
  expect(choose("notes")).toBe(null);
  expect(choose("books", "language=de")).toBe(null);
});
