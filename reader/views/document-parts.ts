import type { TocEntry, Translation } from "../../packages/octavo-client/client.ts";
import { h } from "../element.ts";
import { facts, pathOf } from "../texts.ts";
import type { ReaderWording } from "../words/reader-wording.ts";

/** Parts of the view of any document. */

/**
 * Links to the translations of a document, each in its own language. null: it has none.
 * @param kind the kind under which a document without a page is shown
 */
export function languageLinks(kind: string, translations: readonly Translation[] = []): HTMLElement | null {
  if (translations.length === 0) return null;
  return facts(
    ...translations.map(({ language, slug, url }) =>
      h(
        "a",
        { href: url === null ? `/${kind}/${slug}` : pathOf(url), "data-place": `${kind} ${slug}`, hreflang: language, lang: language },
        languageName(language),
      ),
    ),
  );
}

/** The name of a language in that language. @param language BCP 47 */
export function languageName(language: string, locale = language): string {
  return new Intl.DisplayNames([locale], { type: "language" }).of(language) ?? language;
}

/** The headings of a text; null: it has too few. */
export function contentsBox(toc: readonly TocEntry[], { words }: ReaderWording): HTMLElement | null {
  if (toc.length < 3) return null;
  const top = Math.min(...toc.map(({ level }) => level));
  return h(
    "details",
    { class: "toc", open: toc.length <= 8 },
    h("summary", {}, words.contents),
    h(
      "ol",
      {},
      toc.map(({ id, level, title }) => h("li", { class: `level-${level - top}` }, h("a", { href: `#${id}` }, title))),
    ),
  );
}
