import { toCanonicalUrl } from "../config/site-addresses.ts";
import { toFeedItems } from "./feed-items.ts";
import type { FeedOptions } from "./feed-options.ts";
import { createJsonFeed } from "./json-feed.ts";
import { createRss } from "./rss.ts";
import { createSitemaps, type SitemapPage } from "./sitemaps.ts";

/** Everything that `createFeeds` is made from: the site and its published documents. */
export interface FeedsInput extends FeedOptions {
  /** Published projects, books and photos, for the sitemap. */
  readonly projects: readonly Dated[];
  readonly books: readonly Dated[];
  readonly photos: readonly { readonly url: string; readonly publishedAt: string | null }[];
}

interface Dated {
  readonly url: string;
  readonly updatedAt: string | null;
}

/** Text by file name below the out folder; with more than 50,000 pages `sitemap-1.xml`, `sitemap-2.xml` and so on beside these. */
export type FeedFiles = Readonly<Record<"feed.xml" | "feed.json" | "sitemap.xml" | "robots.txt", string>> &
  Readonly<Record<string, string>>;

/** RSS 2.0, JSON Feed 1.1, sitemap and robots.txt of a site. Dates come from the content alone: the same content gives the same bytes. */
export async function createFeeds(input: FeedsInput): Promise<FeedFiles> {
  const items = toFeedItems(input);
  const sitemaps = await createSitemaps(input.site.url, toPages(input));
  return {
    "feed.xml": createRss(input.site, items),
    "feed.json": createJsonFeed(input.site, items),
    ...sitemaps,
    "robots.txt": `User-agent: *\nAllow: /\n\nSitemap: ${input.site.url}/sitemap.xml\n`,
  };
}

function toPages({ site, addresses, posts, projects, books, photos }: FeedsInput): readonly SitemapPage[] {
  const pages: SitemapPage[] = [
    // What first appeared elsewhere, and says so, is for search engines to find there.
    ...posts
      .filter(({ url, canonicalUrl }) => canonicalUrl === toCanonicalUrl(url, addresses))
      .map(({ url, updatedAt }) => ({ url, lastModified: updatedAt })),
    ...[...projects, ...books].map(({ url, updatedAt }) => ({ url, lastModified: updatedAt })),
    ...photos.map(({ url, publishedAt }) => ({ url, lastModified: publishedAt })),
  ];
  const newest = pages.reduce<string | null>(
    (latest, { lastModified }) => ((lastModified ?? "") > (latest ?? "") ? lastModified : latest),
    null,
  );
  return [{ url: `${site.url}/`, lastModified: newest }, ...pages];
}
