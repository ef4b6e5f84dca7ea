import type { Post } from "../../../contract/schemas/post.ts";
import type { SiteSettings } from "../../../contract/schemas/site.ts";
import type { Memos } from "../../cache/memos.ts";

/** The members of a post that feeds show. */
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
>;

export interface FeedsInput {
  readonly site: SiteSettings;
  /** The result of `choosePosts`. */
  readonly posts: readonly FeedPost[];
  /** false: excerpts in place of whole texts. */
  readonly fullText: boolean;
  /** The size of a media file by its address, for enclosures; null where it is not known. */
  bytesOf?(url: string): number | null;
  /** Where bodies with absolute addresses stay for later builds. */
  readonly memos?: Pick<Memos, "table">;
}

/** The newest, of posts that are newest first. One without a date is left out: a feed is a line in time, and readers would show it as new. */
export function choosePosts<T extends { readonly facets: { readonly publishedAt: string | null } }>(
  posts: readonly T[],
  limit: number,
): readonly T[] {
  return posts.filter(({ facets }) => facets.publishedAt !== null).slice(0, limit);
}
