import { attributes, type Html, html } from "../html.ts";
import { primaryOf } from "../list-languages.ts";
import type { FrameFacts, SiteView } from "../site-view.ts";

/**
 * Whether a list of a kind shows a document.
 * @param language of the list; null for the site's own
 */
export function isInList(
  kind: string,
  document: object,
  { languages, settings }: Pick<FrameFacts, "languages" | "settings">,
  language: string | null = null,
): boolean {
  if (languages[kind] === undefined) return true;
  const written = "language" in document && typeof document.language === "string" ? document.language : settings.language;
  return primaryOf(written) === (language ?? primaryOf(settings.language));
}

/** Links to the list of a kind in other languages. */
export function renderListLanguages(kind: string, site: SiteView, language: string | null = null): Html | null {
  const all = site.languages[kind] ?? [];
  const shown = language ?? primaryOf(site.settings.language);
  const links = all
    .filter((one) => one !== shown)
    .map(
      (one) => html`<a${attributes({ href: site.listHref(kind, one), hreflang: one, lang: one })}>${site.languageNames[one] ?? one}</a>`,
    );
  return links.length === 0 ? null : html`<p class="meta">${links}</p>`;
}
