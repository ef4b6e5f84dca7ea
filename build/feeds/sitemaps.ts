import { escapeHtml } from "./text.ts";

/*
 * Sitemaps are written by hand: two elements a page, and a URL holds no other character that XML knows than `&`. The package `sitemap`, whose bytes these
 * are, makes streams of them, which took two hundredths of a build of ten thousand posts.
 */

/** The protocol's limit on the addresses of one file, https://www.sitemaps.org/protocol.html */
const SITEMAP_PAGES_MAX = 50_000;
const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

export interface SitemapPage {
  /** Absolute. */
  readonly url: string;
  /** An instant of the contract. */
  readonly lastModified: string | null;
}

/** sitemap.xml; with more pages than one may hold it is the index of `sitemap-1.xml` and so on. */
export function createSitemaps(
  siteUrl: string,
  pages: readonly SitemapPage[],
  pagesMax: number = SITEMAP_PAGES_MAX,
): Readonly<Record<string, string>> & { readonly "sitemap.xml": string } {
  if (pages.length <= pagesMax) return { "sitemap.xml": toSitemap(pages) };
  const parts: Record<string, string> = {};
  for (let from = 0; from < pages.length; from += pagesMax)
    parts[`sitemap-${from / pagesMax + 1}.xml`] = toSitemap(pages.slice(from, from + pagesMax));
  const index = Object.keys(parts).map((name) => `<sitemap>${toLocation(`${siteUrl}/${name}`)}</sitemap>`);
  return { "sitemap.xml": `${XML}<sitemapindex xmlns="${NAMESPACE}">${index.join("")}</sitemapindex>\n`, ...parts };
}

function toSitemap(pages: readonly SitemapPage[]): string {
  const urls = pages.map(
    ({ url, lastModified }) => `<url>${toLocation(url)}${lastModified === null ? "" : `<lastmod>${lastModified}</lastmod>`}</url>`,
  );
  return `${XML}<urlset xmlns="${NAMESPACE}">${urls.join("")}</urlset>\n`;
}

function toLocation(url: string): string {
  return `<loc>${escapeHtml(new URL(url).href)}</loc>`;
}
