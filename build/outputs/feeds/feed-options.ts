import type { Post } from "../../../contract/schemas/post.ts";
import type { SiteSettings } from "../../../contract/schemas/site.ts";
import type { Memos } from "../../cache/memos.ts";

/** The members of a post that feeds use. */
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
  /** false for excerpts instead of full text. */
  readonly fullText: boolean;
  /** The size of a media file by its address, for enclosures; null if unknown. */
  bytesOf?(url: string): number | null;
  /** Stores bodies with absolute addresses for later builds. */
  readonly memos?: Pick<Memos, "table">;
}

/**
 * Returns the first posts of a list that is sorted newest first. Posts without a date are left out,
 * because feed readers would show them as new.
 */
export function choosePosts<T extends { readonly facets: { readonly publishedAt: string | null } }>(
  posts: readonly T[],
  limit: number,
): readonly T[] {
  return posts.filter(({ facets }) => facets.publishedAt !== null).slice(0, limit);
}
