import { toFeedItems } from "./feed-items.ts";
import type { FeedsInput } from "./feed-options.ts";
import { createJsonFeed } from "./json-feed.ts";
import { createRss } from "./rss.ts";

/**
 * Creates a site's RSS 2.0 and JSON Feed 1.1, by file name relative to the out folder. All dates
 * come from the content, so the same content gives the same bytes.
 */
export function createFeeds(input: FeedsInput): Readonly<Record<string, string>> {
  const { site } = input;
  const items = toFeedItems(input);
  return {
    ...(site.feeds.rss === null ? {} : { "feed.xml": createRss(site, items) }),
    ...(site.feeds.json === null ? {} : { "feed.json": createJsonFeed(site, items) }),
  };
}
