import { readSettings } from "./site.ts";
import { findPageWords } from "./words/find-words.ts";

const { language } = await readSettings();

/**
 * The words of the pages in the site's language, otherwise in English. Change them in words/, or
 * add a language there.
 */
export const texts = findPageWords(language);
