import { changeTags } from "./change-tags.ts";
import { type Html, html, rawHtml } from "./html.ts";
import type { SiteView } from "./site-view.ts";
import { directionOf } from "./words/text-direction.ts";
import { splitCode } from "./words/title-text.ts";

/** Texts of documents. */

/** A title as its author wrote it: `code` between backticks is shown as code. */
export function renderTitle(title: string): Html {
  if (!title.includes("`")) return html`${title}`;
  return html`${splitCode(title).map(({ text, isCode }) => (isCode ? html`<code>${text}</code>` : text))}`;
}

/**
 * The body of a document. Links to the site itself are paths, and wide code can be scrolled by
 * keyboard.
 */
export function renderBody(body: string | null, site: SiteView): Html {
  return rawHtml(changeTags(body ?? "", site.local));
}

/** `lang` and `dir` of a text whose language differs from the page's. */
export function languageAttributes(language: string | null | undefined, pageLanguage: string): Readonly<Record<string, string>> {
  if (language === null || language === undefined || language === pageLanguage) return {};
  return { lang: language, dir: directionOf(language) };
}
