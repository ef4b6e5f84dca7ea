import type { LabelledLink, Translation } from "../../packages/octavo-client/client.ts";
import { attributes, type Html, type HtmlPart, html } from "../html.ts";
import type { SiteView } from "../site-view.ts";

/** Parts of the views of documents. */

/** Renders facts, each with a label and a text. Facts without a text are left out. */
export function renderFacts(facts: readonly (readonly [label: string, text: HtmlPart])[]): Html | null {
  const shown = facts.filter(([, text]) => text !== null && text !== undefined && text !== "");
  if (shown.length === 0) return null;
  return html`<dl class="facts">${shown.map(([label, text]) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>`;
}

/** Links to the translations of a document, each in its own language. */
export function renderTranslations(translations: readonly Translation[], { languageNames }: SiteView): Html | null {
  const links = translations.flatMap(({ language, path }) =>
    path === null
      ? []
      : [
          html`<a${attributes({ href: path, hreflang: language, lang: language, rel: "alternate" })}>${languageNames[language] ?? language}</a>`,
        ],
  );
  return links.length === 0 ? null : html`<p class="meta">${links}</p>`;
}

export function renderLinks(links: readonly LabelledLink[], site: SiteView): Html | null {
  if (links.length === 0) return null;
  return html`<ul class="links">${links.map(({ url, label }) => html`<li><a href="${site.local(url)}">${label}</a></li>`)}</ul>`;
}

/** The headings of a text, if it has at least four. */
export function renderContents(
  toc: readonly { readonly id: string; readonly level: number; readonly title: string }[],
  site: SiteView,
): Html | null {
  if (toc.length <= 3) return null;
  const items = toc.map(({ id, level, title }) => html`<li class="level-${level}"><a href="#${id}">${title}</a></li>`);
  return html`<details class="contents"><summary>${site.words.contents}</summary><ol>${items}</ol></details>`;
}
