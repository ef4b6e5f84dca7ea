import type { Post } from "../../contract/schemas/post.ts";
import type { SiteSettings } from "../../contract/schemas/site.ts";
import type { Addresses } from "../config/site-addresses.ts";

/** Posts in a feed: the newest. Readers ask every hour or so, and hold what they have seen. */
export const FEED_ITEMS_MAX = 50;

/** What feeds show of a post. */
export type FeedPost = Pick<
  Post,
  | "url"
  | "type"
  | "title"
  | "excerpt"
  | "bodyHtml"
  | "cover"
  | "images"
  | "video"
  | "tags"
  | "language"
  | "publishedAt"
  | "updatedAt"
  | "authors"
  | "categories"
  | "canonicalUrl"
>;

export interface FeedOptions {
  readonly site: SiteSettings;
  readonly addresses: Pick<Addresses, "site" | "canonical">;
  /** All published posts, newest first. */
  readonly posts: readonly FeedPost[];
  /** The size of a media file by its address, for enclosures; null where it is not known. */
  bytesOf?(url: string): number | null;
}
