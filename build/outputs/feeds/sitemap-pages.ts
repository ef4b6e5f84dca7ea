import type { Translation } from "../../../contract/schemas/values.ts";
import { putBelow } from "../../../contract/text/base-path.ts";
import { compareText } from "../../shared/diagnostics.ts";
import { type Addresses, toCanonicalUrl } from "../../shared/site-addresses.ts";

export interface SitemapPage {
  /** Absolute. */
  readonly url: string;
  /** An instant in the contract's form. */
  readonly lastModified: string | null;
  /** The page in each of its languages, including its own. Missing if there is only one. */
  readonly languages?: readonly LanguagePage[];
}

interface LanguagePage {
  readonly language: string;
  readonly url: string;
}

interface Dated {
  readonly url: string;
  readonly updatedAt: string | null;
}

/** The published documents and settings. */
interface SitemapInput {
  readonly posts: readonly {
    readonly facets: Dated & { readonly language: string };
    readonly canonicalUrl: string;
    readonly translations: readonly Translation[];
  }[];
  readonly groupPages: readonly Dated[];
  readonly kinds: readonly {
    readonly kind: { readonly page: string | null };
    readonly documents: readonly {
      readonly item: { readonly url?: string | null; readonly updatedAt: string | null };
      readonly translations: readonly Translation[];
    }[];
  }[];
}

/**
 * Returns the home page, the configuration's additional pages, and the page of each document that
 * has one.
 * @param added paths of the additional pages
 */
export function toSitemapPages(
  { posts, kinds, groupPages }: SitemapInput,
  addresses: Pick<Addresses, "site" | "canonical">,
  added: readonly string[],
): readonly SitemapPage[] {
  const siteUrl = addresses.site;
  const pages: SitemapPage[] = [
    // Posts that first appeared elsewhere are left out, because search engines should find them at
    // their original address.
    ...posts
      .filter(({ facets, canonicalUrl }) => canonicalUrl === toCanonicalUrl(facets.url, addresses))
      .map(({ facets: { url, updatedAt, language }, translations }) => {
        return { url, lastModified: updatedAt, ...inLanguages({ url, language }, translations) };
      }),
    ...kinds.flatMap(({ kind, documents }) =>
      (kind.page === null ? [] : documents).flatMap(({ item, translations }) => {
        const { url = null, updatedAt } = item;
        const language = "language" in item ? String(item.language) : "";
        return url === null ? [] : [{ url, lastModified: updatedAt, ...inLanguages({ url, language }, translations) }];
      }),
    ),
    ...groupPages.map(({ url, updatedAt }) => ({ url, lastModified: updatedAt })),
  ];
  const newest = pages.reduce<string | null>(
    (latest, { lastModified }) => ((lastModified ?? "") > (latest ?? "") ? lastModified : latest),
    null,
  );
  const homeUrl = putBelow(siteUrl, "/");
  const home = { ...pages.find(({ url }) => url === homeUrl), url: homeUrl, lastModified: newest };
  const listed = new Set([home.url, ...pages.map(({ url }) => url)]);
  const further = [...new Set(added.map((path) => new URL(putBelow(siteUrl, path)).href))].filter((url) => !listed.has(url));
  const others = pages.filter(({ url }) => url !== home.url);
  return [home, ...further.map((url) => ({ url, lastModified: null })), ...others];
}

function inLanguages(own: LanguagePage, translations: readonly Translation[]): Pick<SitemapPage, "languages"> {
  const others = translations.flatMap(({ language, url }) => (url === null ? [] : [{ language, url }]));
  if (others.length === 0) return {};
  return { languages: [own, ...others].sort((a, b) => compareText(a.language, b.language)) };
}
