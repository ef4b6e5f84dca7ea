import { pathBelow, pathOfAddress, putBelow, toApiBase } from "../../contract/text/base-path.ts";

/**
 * The addresses with which URLs begin: an origin, plus the base path if the site has one. They
 * differ in a preview, or if a front end runs on another port.
 */
export interface Addresses {
  /** For pages: `url` of documents, links in HTML, and the sitemap. */
  readonly site: string;
  /** For files that the build writes: the API, `Link`, media, and the addresses of the feeds. */
  readonly public: string;
  /** For URLs that must be the same everywhere: `canonicalUrl` and problem types. */
  readonly canonical: string;
}

/** Adds the missing addresses. @param siteUrl the address in site.yaml */
export function resolveAddresses(given: Partial<Addresses>, siteUrl: string): Addresses {
  const { canonical = siteUrl } = given;
  return { site: given.site ?? canonical, public: given.public ?? canonical, canonical };
}

/** Returns the public base of the API with `/api/v1`, and the base of its problem types. */
export function toBaseUrls(addresses: Addresses): { readonly baseUrl: string; readonly problemBaseUrl: string } {
  return { baseUrl: toApiBase(addresses.public), problemBaseUrl: toApiBase(addresses.canonical) };
}

/** Returns the address of a page in production. */
export function toCanonicalUrl(url: string, { site, canonical }: Pick<Addresses, "site" | "canonical">): string {
  return canonical + url.slice(site.length);
}

/** Returns a notice about different addresses, or null if all are the same. */
export function noticeOfAddresses({ site, public: files, canonical }: Addresses): string | null {
  if (site === files && files === canonical) return null;
  const notice = `pages are at ${site}, the API and media at ${files}; canonicalUrl and problem types begin with ${canonical}`;
  const mayHavePages = site === canonical && pathBelow(site, files) !== null;
  return mayHavePages ? `${notice}. If the pages are also at ${files}, set url: ${files} instead of the public URL` : notice;
}

/**
 * Returns the address of a page, or null if the document has none.
 * @param page percent-encoded path relative to the site's address
 */
export function toPageAddress(siteUrl: string, page: string | null): { readonly url: string | null; readonly path: string | null } {
  return page === null ? { url: null, path: null } : { url: putBelow(siteUrl, page), path: putBelow(pathOfAddress(siteUrl), page) };
}
