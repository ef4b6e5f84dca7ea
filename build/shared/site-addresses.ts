import { pathBelow, pathOfAddress, putBelow, toApiBase } from "../../contract/text/base-path.ts";

/**
 * The addresses that URLs begin with: an origin, plus the base path if the site has one. They
 * differ in a preview, or if a front end runs on another port.
 */
export interface Addresses {
  /** For pages: `url` of documents, links in HTML, sitemap. */
  readonly site: string;
  /** For files that the build writes: the API, `Link`, media, the feeds' own addresses. */
  readonly public: string;
  /** For names that must stay the same everywhere: `canonicalUrl` and problem types. */
  readonly canonical: string;
}

/** @param siteUrl from site.yaml */
export function resolveAddresses(given: Partial<Addresses>, siteUrl: string): Addresses {
  const { canonical = siteUrl } = given;
  return { site: given.site ?? canonical, public: given.public ?? canonical, canonical };
}

/** Public base of the API with `/api/v1`, and the base of its problem types. */
export function toBaseUrls(addresses: Addresses): { readonly baseUrl: string; readonly problemBaseUrl: string } {
  return { baseUrl: toApiBase(addresses.public), problemBaseUrl: toApiBase(addresses.canonical) };
}

/** The address of a page in production. */
export function toCanonicalUrl(url: string, { site, canonical }: Pick<Addresses, "site" | "canonical">): string {
  return canonical + url.slice(site.length);
}

/** A notice about addresses that differ. null: they are the same. */
export function noticeOfAddresses({ site, public: files, canonical }: Addresses): string | null {
  if (site === files && files === canonical) return null;
  const notice = `pages are at ${site}, the API and media at ${files}; canonicalUrl and problem types begin with ${canonical}`;
  const mayHavePages = site === canonical && pathBelow(site, files) !== null;
  return mayHavePages ? `${notice}. If the pages are at ${files} too, set url: ${files} in place of the public URL` : notice;
}

/**
 * The address of a page. null: the document has none.
 * @param page path relative to the site's address, percent-encoded
 */
export function toPageAddress(siteUrl: string, page: string | null): { readonly url: string | null; readonly path: string | null } {
  return page === null ? { url: null, path: null } : { url: putBelow(siteUrl, page), path: putBelow(pathOfAddress(siteUrl), page) };
}
