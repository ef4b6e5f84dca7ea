import type { SiteSettings } from "../../../contract/schemas/site.ts";
import { putBelow } from "../../../contract/text/base-path.ts";
import type { FeedAuthor, FeedItem } from "./feed-items.ts";

/** Creates a JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function createJsonFeed(site: SiteSettings, items: readonly FeedItem[]): string {
  const feed = {
    version: "https://jsonfeed.org/version/1.1",
    title: site.name,
    home_page_url: putBelow(site.url, "/"),
    feed_url: site.feeds.json ?? undefined,
    description: site.description ?? site.tagline ?? undefined,
    icon: site.logo?.url,
    favicon: site.favicon?.url,
    authors: toAuthors(site.author === null ? [] : [{ ...site.author, avatar: null }]),
    language: site.language,
    items: items.map(toItem),
  };
  return `${JSON.stringify(feed, null, 2)}\n`;
}

function toItem(item: FeedItem) {
  return {
    id: item.url,
    url: item.url,
    title: item.title,
    content_html: item.html,
    summary: item.summary === "" ? undefined : item.summary,
    image: item.image?.url,
    date_published: item.publishedAt,
    date_modified: item.updatedAt,
    authors: toAuthors(item.authors),
    tags: item.tags.length === 0 ? undefined : item.tags,
    language: item.language,
    attachments: toAttachments(item.images),
  };
}

function toAttachments(images: FeedItem["images"]) {
  const typedImages = images.filter(({ mimeType }) => mimeType !== null);
  const attachments = typedImages.map(({ url, mimeType, bytes }) => ({ url, mime_type: mimeType, size_in_bytes: bytes ?? undefined }));
  return attachments.length === 0 ? undefined : attachments;
}

/** Undefined members do not appear in JSON. */
function toAuthors(authors: readonly FeedAuthor[]) {
  const all = authors.map(({ name, url, avatar }) => ({ name, url: url ?? undefined, avatar: avatar ?? undefined }));
  return all.length === 0 ? undefined : all;
}
