import { XMLBuilder } from "fast-xml-parser";
import type { SiteSettings } from "../../../contract/schemas/site.ts";
import { putBelow } from "../../../contract/text/base-path.ts";
import { escapeHtml } from "../../../contract/text/escape-html.ts";
import { toXmlText } from "../../../contract/text/xml-text.ts";
import type { FeedImage, FeedItem } from "./feed-items.ts";

/*
 * RSS 2.0 with content:encoded, dc:creator and atom:link. fast-xml-parser writes the XML and
 * escapes all text. Feed libraries were tried and rejected: `feed` 6 escapes only the first `]]>`
 * in a text, turns a literal `&amp;` into `&`, and uses the current time if a site has no date;
 * `feedsmith` 3 pads addresses and titles with line breaks.
 */

/** Image formats that RSS 2.0 allows for a channel. */
const CHANNEL_IMAGE_TYPES = new Set(["image/jpeg", "image/png", "image/gif"]);

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "#text",
  format: true,
  indentBy: "  ",
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
});

export function createRss(site: SiteSettings, items: readonly FeedItem[]): string {
  return builder.build({
    "?xml": { "@version": "1.0", "@encoding": "utf-8" },
    rss: {
      "@version": "2.0",
      "@xmlns:atom": "http://www.w3.org/2005/Atom",
      "@xmlns:content": "http://purl.org/rss/1.0/modules/content/",
      "@xmlns:dc": "http://purl.org/dc/elements/1.1/",
      channel: toChannel(site, items),
    },
  });
}

function toChannel(site: SiteSettings, items: readonly FeedItem[]) {
  const { logo } = site;
  const title = toXmlText(site.name);
  const link = putBelow(site.url, "/");
  const newest = items
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1);
  return {
    title,
    link,
    description: toXmlText(site.description ?? site.tagline ?? site.name),
    language: site.language,
    ...(newest === undefined ? {} : { lastBuildDate: toRfc822(newest) }),
    generator: "Octavo",
    "atom:link": { "@href": site.feeds.rss ?? "", "@rel": "self", "@type": "application/rss+xml" },
    ...(logo !== null && CHANNEL_IMAGE_TYPES.has(logo.mimeType ?? "") ? { image: { url: logo.url, title, link } } : {}),
    item: items.map(toItem),
  };
}

function toItem(item: FeedItem) {
  return {
    title: item.title,
    link: item.url,
    guid: { "@isPermaLink": "true", "#text": item.url },
    pubDate: toRfc822(item.publishedAt),
    // Feed readers treat a description as HTML.
    ...(item.summary === "" ? {} : { description: escapeHtml(item.summary) }),
    "dc:creator": item.authors.map(({ name }) => name),
    category: item.tags,
    ...(item.image === null || item.image.mimeType === null ? {} : { enclosure: toEnclosure(item.image) }),
    "content:encoded": item.html,
  };
}

/** `length` is required. If it is unknown, the RSS Advisory Board's profile specifies 0. */
const toEnclosure = ({ url, mimeType, bytes }: FeedImage) => ({ "@url": url, "@length": String(bytes ?? 0), "@type": mimeType });

/**
 * Formats an instant in the same way in every locale and time zone: `Wed, 31 Jan 2024 09:30:00
 * GMT`.
 */
const toRfc822 = (instant: string): string => new Date(instant).toUTCString();
