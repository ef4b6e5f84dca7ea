import { isInList } from "../../../../views/lists/list-language.ts";
import type { SiteView } from "../../../../views/site-view.ts";

/**
 * Creates a function that tells whether a list shows a document. Each language is compared only
 * once, however many documents have it.
 * @param language the list's language; null for the site's language
 */
export function createLanguageFilter(kind: string, site: SiteView, language: string | null = null): (document: object) => boolean {
  if (site.languages[kind] === undefined) return () => true;
  const shown = new Map<unknown, boolean>();
  return (document) => {
    const written: unknown = Reflect.get(document, "language");
    const cached = shown.get(written);
    if (cached !== undefined) return cached;
    const isShown = isInList(kind, document, site, language);
    shown.set(written, isShown);
    return isShown;
  };
}
