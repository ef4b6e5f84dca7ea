import { changeTags } from "./change-tags.ts";
import { type Html, html, rawHtml } from "./html.ts";
import type { SiteView } from "./site-view.ts";
import { directionOf } from "./words/text-direction.ts";

/** Texts of documents. */

/** Runs of backticks of the same length on both sides, as in Markdown. */
const INLINE_CODE = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/;

/** A title in parts of text and of `code`. */
function splitCode(title: string): { readonly text: string; readonly isCode: boolean }[] {
  return title
    .split(INLINE_CODE)
    .flatMap((text, at) => (at % 3 === 1 ? [] : [{ text: at % 3 === 2 ? text.trim() : text, isCode: at % 3 === 2 }]));
}

/** A title as its author wrote it: `code` between backticks is shown as code. */
export function renderTitle(title: string): Html {
  if (!title.includes("`")) return html`${title}`;
  return html`${splitCode(title).map(({ text, isCode }) => (isCode ? html`<code>${text}</code>` : text))}`;
}

/** A title where no elements may be. */
export function toPlainTitle(title: string): string {
  return splitCode(title)
    .map(({ text }) => text)
    .join("");
}

/** The body of a document: links to the site itself are paths, and wide code can be scrolled by keyboard. */
export function renderBody(body: string | null, site: SiteView): Html {
  return rawHtml(changeTags(body ?? "", site.local));
}

/** `lang` and `dir` of a text in another language than the page's. */
export function languageAttributes(language: string | null | undefined, pageLanguage: string): Readonly<Record<string, string>> {
  if (language === null || language === undefined || language === pageLanguage) return {};
  return { lang: language, dir: directionOf(language) };
}

const ENTITIES: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'" };

/** A title that is the first heading of the text is shown once. */
export function withoutTitle(body: string, title: string): string {
  const [heading = "", text = ""] = /^\s*<h1[^>]*>(.*?)<\/h1>/s.exec(body) ?? [];
  const plain = text.replaceAll(/<[^>]*>/g, "").replaceAll(/&(?:lt|gt|amp|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
  return plain === toPlainTitle(title) ? body.slice(heading.length) : body;
}

/** `heldOn` → `Held on`. */
export function toLabel(name: string): string {
  const words = name.replaceAll(/([A-Z]+|\d+)/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
