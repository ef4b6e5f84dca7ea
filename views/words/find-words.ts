import { ENGLISH } from "./english.ts";
import { FRENCH } from "./french.ts";
import { GERMAN } from "./german.ts";
import { JAPANESE } from "./japanese.ts";
import { SPANISH } from "./spanish.ts";
import type { Words } from "./words.ts";

/** A language is one file: its words, named here. */
export const ALL_WORDS: readonly Words[] = [ENGLISH, GERMAN, FRENCH, SPANISH, JAPANESE];

/** The words for a site; English ones if there are none in its language. @param language BCP 47 */
export function findWords(language: string): Words {
  const [primary] = language.toLowerCase().split("-");
  return ALL_WORDS.find((words) => words.language === primary) ?? ENGLISH;
}
