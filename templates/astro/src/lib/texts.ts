import { readSettings } from "./site.ts";
import { english, type Texts } from "./words/english.ts";
import { french } from "./words/french.ts";
import { german } from "./words/german.ts";
import { japanese } from "./words/japanese.ts";
import { spanish } from "./words/spanish.ts";

const LANGUAGES: Record<string, Texts> = { en: english, de: german, fr: french, es: spanish, ja: japanese };

const { language } = await readSettings();

/**
 * The words of the pages in the site's language, otherwise in English. Change them in words/, or
 * add a language there.
 */
export const texts: Texts = LANGUAGES[language.toLowerCase().split("-")[0] ?? ""] ?? english;
