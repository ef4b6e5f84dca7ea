import type { Translation } from "../../../contract/schemas/values.ts";
import { compareText } from "../../shared/diagnostics.ts";
import { toPageAddress } from "../../shared/site-addresses.ts";
import { toDocumentTitle } from "./document-title.ts";
import type { RenderedContent } from "./input.ts";

/** A listed document that may have translations. Its title is read on demand. */
interface Translatable {
  readonly kind: string;
  readonly slug: string;
  readonly translationKey: string | null;
  /** null for the site's language. */
  readonly language: string | null;
  readonly page: string | null;
  readonly title: string;
}

/** Members that identify a document among its translations. */
export type TranslatedEntry = Pick<Translatable, "kind" | "slug" | "translationKey">;
/** The other listed translations of a document, sorted by language. */
export type FindTranslations = (entry: TranslatedEntry) => readonly Translation[];

const NO_TRANSLATIONS: readonly Translation[] = [];

export function createTranslationFinder(
  content: Pick<RenderedContent, "posts" | "documents">,
  { siteUrl, language }: { readonly siteUrl: string; readonly language: string },
): FindTranslations {
  const groups = Map.groupBy(listTranslatable(content), toGroup);
  return (entry) => {
    if (entry.translationKey === null) return NO_TRANSLATIONS;
    const others = (groups.get(toGroup(entry)) ?? []).filter(({ slug }) => slug !== entry.slug);
    if (others.length === 0) return NO_TRANSLATIONS;
    return others
      .map((other) => {
        const { slug, page, title } = other;
        return { language: other.language ?? language, slug, ...toPageAddress(siteUrl, page), title };
      })
      .sort((a, b) => compareText(a.language, b.language) || compareText(a.slug, b.slug));
  };
}

function toGroup({ kind, translationKey }: Pick<Translatable, "kind" | "translationKey">): string {
  return `${kind} ${translationKey}`;
}

function* listTranslatable({ posts, documents }: Pick<RenderedContent, "posts" | "documents">): Generator<Translatable, void, undefined> {
  for (const { entry } of posts) if (entry.translationKey !== null && !entry.unlisted) yield entry;
  for (const { entry, body } of Object.values(documents).flat()) {
    if (entry.translationKey === null) continue;
    yield {
      ...entry,
      get title() {
        return toDocumentTitle(entry, body);
      },
    };
  }
}
