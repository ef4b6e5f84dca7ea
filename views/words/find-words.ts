import { DE_PAGE_WORDS } from "./de.ts";
import { EN_PAGE_WORDS } from "./en.ts";
import { ES_PAGE_WORDS } from "./es.ts";
import { FR_PAGE_WORDS } from "./fr.ts";
import { JA_PAGE_WORDS } from "./ja.ts";
import type { PageWords } from "./page-words.ts";

/** Each language has one file of words, which is listed here. */
export const ALL_WORDS: readonly PageWords[] = [EN_PAGE_WORDS, DE_PAGE_WORDS, FR_PAGE_WORDS, ES_PAGE_WORDS, JA_PAGE_WORDS];

/**
 * The texts for a site, in English if there are none in its language.
 * @param language BCP 47
 */
export function findPageWords(language: string): PageWords {
  const [primary] = language.toLowerCase().split("-");
  return ALL_WORDS.find((words) => words.language === primary) ?? EN_PAGE_WORDS;
}
