import de from "../../packages/octavo-client/elements/texts/de.json" with { type: "json" };
import { type ElementTexts, ENGLISH } from "../../packages/octavo-client/elements/texts/element-texts.ts";
import es from "../../packages/octavo-client/elements/texts/es.json" with { type: "json" };
import fr from "../../packages/octavo-client/elements/texts/fr.json" with { type: "json" };
import ja from "../../packages/octavo-client/elements/texts/ja.json" with { type: "json" };
import { primaryOf } from "../list-languages.ts";

export type FormTexts = ElementTexts;

const TRANSLATED: Readonly<Record<string, ElementTexts>> = { de, es, fr, ja };

/** The texts of forms, which are also the elements' texts. English if the language has none. */
export function findFormWords(language: string): { readonly texts: ElementTexts; readonly language: string } {
  const primary = primaryOf(language);
  const texts = TRANSLATED[primary];
  return texts === undefined ? { texts: ENGLISH, language: "en" } : { texts, language: primary };
}
