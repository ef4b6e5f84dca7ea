import { ENGLISH_WORDS, type ReaderWords } from "./english.ts";
import { FRENCH_WORDS } from "./french.ts";
import { GERMAN_WORDS } from "./german.ts";
import { JAPANESE_WORDS } from "./japanese.ts";
import { SPANISH_WORDS } from "./spanish.ts";

/**
 * The words for a site. The page carries them, so the script has no languages of its own.
 * @param language of the site, BCP 47; English stands in for languages without words
 */
export function findReaderWords(language: string): ReaderWords {
  const all: readonly ReaderWords[] = [ENGLISH_WORDS, GERMAN_WORDS, FRENCH_WORDS, SPANISH_WORDS, JAPANESE_WORDS];
  const [primary] = language.toLowerCase().split("-");
  return all.find((words) => words.language === primary) ?? ENGLISH_WORDS;
}
