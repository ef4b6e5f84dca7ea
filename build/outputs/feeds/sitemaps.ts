import { XMLBuilder } from "fast-xml-parser";
import { putBelow } from "../../../contract/text/base-path.ts";
import type { SitemapPage } from "./sitemap-pages.ts";

/** The protocol's limit of addresses per file (https://www.sitemaps.org/protocol.html). */
const SITEMAP_PAGES_MAX = 50_000;

const XMLNS_XHTML = "http://www.w3.org/1999/xhtml";
const XMLNS = "http://www.sitemaps.org/schemas/sitemap/0.9";

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: "@", suppressEmptyNode: true });

/**
 * Creates sitemap.xml. A site with more pages than one file may have gets an index of
 * `sitemap-1.xml` and so on.
 */
export function createSitemaps(
  siteUrl: string,
  pages: readonly SitemapPage[],
  pagesMax: number = SITEMAP_PAGES_MAX,
): Readonly<Record<string, string>> & { readonly "sitemap.xml": string } {
  if (pages.length <= pagesMax) return { "sitemap.xml": toSitemap(pages) };
  const parts: Record<string, string> = {};
  for (let from = 0; from < pages.length; from += pagesMax)
    parts[`sitemap-${from / pagesMax + 1}.xml`] = toSitemap(pages.slice(from, from + pagesMax));
  const sitemap = Object.keys(parts).map((name) => ({ loc: putBelow(siteUrl, `/${name}`) }));
  return { "sitemap.xml": toXml({ sitemapindex: { "@xmlns": XMLNS, sitemap } }), ...parts };
}

function toSitemap(pages: readonly SitemapPage[]): string {
  const url = pages.map(({ url: loc, lastModified, languages }) => ({
    loc,
    ...(lastModified === null ? {} : { lastmod: lastModified }),
    ...(languages === undefined ? {} : { "xhtml:link": languages.map(toAlternate) }),
  }));
  const hasLanguages = pages.some(({ languages }) => languages !== undefined);
  return toXml({ urlset: { "@xmlns": XMLNS, ...(hasLanguages ? { "@xmlns:xhtml": XMLNS_XHTML } : {}), url } });
}

/**
 * See https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap.
 */
function toAlternate({ language, url }: NonNullable<SitemapPage["languages"]>[number]): object {
  return { "@rel": "alternate", "@hreflang": language, "@href": url };
}

function toXml(document: object): string {
  return `${builder.build({ "?xml": { "@version": "1.0", "@encoding": "UTF-8" }, ...document })}\n`;
}
