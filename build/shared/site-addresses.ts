import { pathBelow, pathOfAddress, putBelow, toApiBase } from "../../contract/text/base-path.ts";

/**
 * Addresses that the URLs of a build begin with: an origin, and the base path if the site has one. They differ in a preview, and where a
 * front end runs on another port.
 */
export interface Addresses {
  /** Begins addresses of pages: `url` of documents, links in HTML, sitemap. */
  readonly site: string;
  /**
   * Begins addresses of files that the build writes: the API, `Link`, media, the feeds' own
   * addresses.
   */
  readonly public: string;
  /** Begins names that must not change with the place: `canonicalUrl` and problem types. */
  readonly canonical: string;
}

/** @param siteUrl as the content has it */
export function resolveAddresses(given: Partial<Addresses>, siteUrl: string): Addresses {
  const { canonical = siteUrl } = given;
  return { site: given.site ?? canonical, public: given.public ?? canonical, canonical };
}

/** Public base of the API, `/api/v1` included, and that of its problem types. */
export function toBaseUrls(addresses: Addresses): { readonly baseUrl: string; readonly problemBaseUrl: string } {
  return { baseUrl: toApiBase(addresses.public), problemBaseUrl: toApiBase(addresses.canonical) };
}

/** The production address of a page. */
export function toCanonicalUrl(url: string, { site, canonical }: Pick<Addresses, "site" | "canonical">): string {
  return canonical + url.slice(site.length);
}

/** Notice about addresses that differ; null: they are the same. */
export function noticeOfAddresses({ site, public: files, canonical }: Addresses): string | null {
  if (site === files && files === canonical) return null;
  const notice = `pages are at ${site}, the API and media at ${files}; canonicalUrl and problem types begin with ${canonical}`;
  const mayHavePages = site === canonical && pathBelow(site, files) !== null;
  return mayHavePages ? `${notice}. If the pages are at ${files} too, set url: ${files} in place of the public URL` : notice;
}

/** Where a page is; null: its document has none. @param page below the site's address, percent-encoded */
export function toPageAddress(siteUrl: string, page: string | null): { readonly url: string | null; readonly path: string | null } {
  return page === null ? { url: null, path: null } : { url: putBelow(siteUrl, page), path: putBelow(pathOfAddress(siteUrl), page) };
}
