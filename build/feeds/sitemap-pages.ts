import { type Addresses, toCanonicalUrl } from "../config/site-addresses.ts";

export interface SitemapPage {
  /** Absolute. */
  readonly url: string;
  /** An instant of the contract. */
  readonly lastModified: string | null;
}

interface Dated {
  readonly url: string;
  readonly updatedAt: string | null;
}

/** What is published. */
interface SitemapInput {
  readonly posts: readonly { readonly facets: Dated; readonly canonicalUrl: string }[];
  readonly photos: readonly { readonly url: string; readonly publishedAt: string | null }[];
  readonly kinds: readonly {
    readonly documents: readonly { readonly item: { readonly url: string | null; readonly updatedAt: string | null } }[];
  }[];
}

/** The home page, what the configuration adds, and the page of each document that has one. @param added paths */
export function toSitemapPages(
  { posts, photos, kinds }: SitemapInput,
  addresses: Pick<Addresses, "site" | "canonical">,
  added: readonly string[],
): readonly SitemapPage[] {
  const siteUrl = addresses.site;
  const pages: SitemapPage[] = [
    // What first appeared elsewhere, and says so, is for search engines to find there.
    ...posts
      .filter(({ facets, canonicalUrl }) => canonicalUrl === toCanonicalUrl(facets.url, addresses))
      .map(({ facets: { url, updatedAt } }) => ({ url, lastModified: updatedAt })),
    ...kinds.flatMap(({ documents }) =>
      documents.flatMap(({ item: { url, updatedAt } }) => (url === null ? [] : [{ url, lastModified: updatedAt }])),
    ),
    ...photos.map(({ url, publishedAt }) => ({ url, lastModified: publishedAt })),
  ];
  const newest = pages.reduce<string | null>(
    (latest, { lastModified }) => ((lastModified ?? "") > (latest ?? "") ? lastModified : latest),
    null,
  );
  const listed = new Set([`${siteUrl}/`, ...pages.map(({ url }) => url)]);
  const further = [...new Set(added.map((path) => new URL(path, siteUrl).href))].filter((url) => !listed.has(url));
  return [{ url: `${siteUrl}/`, lastModified: newest }, ...further.map((url) => ({ url, lastModified: null })), ...pages];
}
