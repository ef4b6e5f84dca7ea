import { createFilterMenus } from "../pages.ts";
import type { Reader } from "../view.ts";
import { languageName } from "./document-parts.ts";

/** Lists of a site in several languages show one of them: the chosen one, otherwise the site's. */

interface LanguageChoice {
  /** null: all, because there is one. */
  readonly language: string | null;
  readonly languages: readonly string[];
}

export function languageChoice(kind: string, { facts, query }: Pick<Reader, "facts" | "query">): LanguageChoice {
  const languages = facts.languages.filter(({ kinds }) => (kinds[kind] ?? 0) > 0).map(({ language }) => language);
  // A kind without languages takes no such parameter.
  if (languages.length === 0) return { language: null, languages };
  const asked = query.get("language");
  if (asked !== null || languages.length < 2) return { language: asked, languages };
  return { language: languages.find((one) => one === facts.language) ?? languages[0] ?? null, languages };
}

/** null: documents of the kind have one language. */
export function languageMenu(kind: string, reader: Reader): HTMLElement | null {
  const { wording, query } = reader;
  const { language, languages } = languageChoice(kind, reader);
  if (languages.length < 2) return null;
  const choices = languages.map((value) => ({ value, name: languageName(value) }));
  return createFilterMenus(query, wording)(wording.words.fields.language, "language", choices, language);
}
