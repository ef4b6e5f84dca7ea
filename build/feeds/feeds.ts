import type { Discovery } from "../config/resolved-config.ts";
import { toCanonicalUrl } from "../config/site-addresses.ts";
import { toFeedItems } from "./feed-items.ts";
import type { FeedOptions } from "./feed-options.ts";
import { createJsonFeed } from "./json-feed.ts";
import { createRss } from "./rss.ts";
import { createSitemaps, type SitemapPage } from "./sitemaps.ts";

/** Everything that `createFeeds` is made from: the site and its published documents. */
export interface FeedsInput extends FeedOptions {
  readonly discovery: Discovery;
  /** Published projects, books and photos, for the sitemap. */
  readonly projects: readonly Dated[];
  readonly books: readonly Dated[];
  readonly photos: readonly { readonly url: string; readonly publishedAt: string | null }[];
}

interface Dated {
  readonly url: string;
  readonly updatedAt: string | null;
}

/** Text by file name below the out folder: `feed.xml`, `feed.json`, `robots.txt`, and `sitemap.xml`, with more than 50,000 pages `sitemap-1.xml` and so on beside it. */
export type FeedFiles = Readonly<Record<string, string>>;

/** RSS 2.0, JSON Feed 1.1, sitemap and robots.txt of a site. Dates come from the content alone: the same content gives the same bytes. */
export async function createFeeds(input: FeedsInput): Promise<FeedFiles> {
  const { site, discovery } = input;
  const items = toFeedItems(input, discovery.inFeeds);
  return {
    ...(site.feeds.rss === null ? {} : { "feed.xml": createRss(site, items) }),
    ...(site.feeds.json === null ? {} : { "feed.json": createJsonFeed(site, items) }),
    ...(discovery.sitemap === null ? {} : await createSitemaps(site.url, toPages(input, discovery.sitemap.add))),
    ...(discovery.robots === null ? {} : { "robots.txt": createRobots(site.url, discovery) }),
  };
}

/** RFC 9309: what crawlers are asked not to read. */
function createRobots(siteUrl: string, { robots, sitemap }: Discovery): string {
  const disallowed = robots?.disallow ?? [];
  const paths = disallowed.filter((one) => one.startsWith("/"));
  const groups = [
    ...disallowed.filter((one) => !one.startsWith("/")).map((agent) => ({ agent, rules: ["Disallow: /"] })),
    { agent: "*", rules: [...paths.map((path) => `Disallow: ${path}`), "Allow: /"] },
  ];
  const texts = groups.map(({ agent, rules }) => [`User-agent: ${agent}`, ...rules].join("\n"));
  return `${[...texts, ...(sitemap === null ? [] : [`Sitemap: ${siteUrl}/sitemap.xml`])].join("\n\n")}\n`;
}

function toPages({ site, addresses, posts, projects, books, photos }: FeedsInput, added: readonly string[]): readonly SitemapPage[] {
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
  const own = new Set([`${site.url}/`, ...pages.map(({ url }) => url)]);
  const further = [...new Set(added.map((path) => new URL(path, site.url).href))].filter((url) => !own.has(url));
  return [{ url: `${site.url}/`, lastModified: newest }, ...further.map((url) => ({ url, lastModified: null })), ...pages];
}
