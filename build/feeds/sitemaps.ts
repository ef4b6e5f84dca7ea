import type { Transform } from "node:stream";
import { ErrorLevel, SitemapIndexStream, SitemapStream, streamToPromise } from "sitemap";

/** The protocol's limit on the addresses of one file, https://www.sitemaps.org/protocol.html */
const SITEMAP_PAGES_MAX = 50_000;

export interface SitemapPage {
  /** Absolute. */
  readonly url: string;
  /** An instant of the contract. */
  readonly lastModified: string | null;
}

const NO_EXTRAS = { news: false, video: false, xhtml: false, image: false };

/** sitemap.xml; with more pages than one may hold it is the index of `sitemap-1.xml` and so on. */
export async function createSitemaps(
  siteUrl: string,
  pages: readonly SitemapPage[],
  pagesMax: number = SITEMAP_PAGES_MAX,
): Promise<Readonly<Record<string, string>> & { readonly "sitemap.xml": string }> {
  if (pages.length <= pagesMax) return { "sitemap.xml": await toSitemap(pages) };
  const parts: Record<string, string> = {};
  for (let from = 0; from < pages.length; from += pagesMax)
    parts[`sitemap-${from / pagesMax + 1}.xml`] = await toSitemap(pages.slice(from, from + pagesMax));
  const index = new SitemapIndexStream({ level: ErrorLevel.THROW });
  const urls = Object.keys(parts).map((name) => ({ url: `${siteUrl}/${name}` }));
  return { "sitemap.xml": await toText(index, urls), ...parts };
}

function toSitemap(pages: readonly SitemapPage[]): Promise<string> {
  const stream = new SitemapStream({ level: ErrorLevel.THROW, xmlns: NO_EXTRAS });
  const items = pages.map(({ url, lastModified }) => ({ url, ...(lastModified === null ? {} : { lastmod: lastModified }) }));
  return toText(stream, items);
}

/** What the stream says of items that are written one after the other: to pipe them, so that each waits for the one before, takes twice as long. */
async function toText<T>(stream: Transform, items: readonly T[]): Promise<string> {
  const text = streamToPromise(stream);
  for (const item of items) stream.write(item);
  stream.end();
  return `${(await text).toString("utf8")}\n`;
}
