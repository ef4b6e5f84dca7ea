/** Public comments of a post, from the write server's store or from a snapshot. */

export type CommentSort = "oldest" | "newest" | "popular";

/**
 * CONTRACT.md's Comment, with times in ms since 1970. A tombstone has `deleted: true` and null text
 * and names.
 */
export interface PublicComment {
  id: string;
  parentId: string | null;
  /** 0..5 */
  depth: number;
  authorName: string | null;
  authorUrl: string | null;
  /** Written by the owner with the owner's own tools. False in a tombstone. */
  isAuthor: boolean;
  body: string | null;
  bodyHtml: string | null;
  createdAt: number;
  editedAt: number | null;
  deleted: boolean;
  /** Approved descendants by `parentId`. */
  replyCount: number;
  replies: PublicComment[];
  /** True on a top-level comment whose thread has more than `THREAD_REPLIES_MAX` replies. */
  repliesTruncated: boolean;
}

export interface CommentPage {
  items: PublicComment[];
  /**
   * Number of items in all pages: top-level threads or, with `parentId`, its descendants.
   * Tombstones count.
   */
  totalItems: number;
  /** Approved comments of the post. */
  totalComments: number;
}

export interface CommentPageQuery {
  slug: string;
  /** From 1. */
  page: number;
  pageSize: number;
  sort: CommentSort;
  /** Lists the descendants of this comment instead, flat, oldest first. `sort` is then ignored. */
  parentId?: string | null;
}

export interface CommentPlaceQuery {
  slug: string;
  id: string;
  pageSize: number;
  sort: CommentSort;
}

/** A visible comment and its place. */
export interface CommentPlaceRow {
  /** `replies` is empty. */
  comment: PublicComment;
  /** Id of the top-level comment of its thread. */
  threadId: string;
  /** From 1. */
  page: number;
  /** Whether `THREAD_REPLIES_MAX` replies come before it in its thread. */
  beyondReplies: boolean;
}
