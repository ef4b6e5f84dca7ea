/** Public comments of a post, from the write server's store or from a snapshot. */

export type CommentSort = "oldest" | "newest" | "popular";

/** As CONTRACT.md's Comment, times in ms since 1970. A tombstone has `deleted: true` and null text and names. */
export interface PublicComment {
  id: string;
  parentId: string | null;
  /** 0..5 */
  depth: number;
  authorName: string | null;
  authorUrl: string | null;
  /** Written by the owner, with the owner's own tools; false in a tombstone. */
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
   * Number of items in all pages: top-level threads, tombstones included; with `parentId` its
   * descendants, tombstones included.
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
  /** Lists the descendants of this comment instead, flat, oldest first; `sort` has no bearing then. */
  parentId?: string | null;
}

export interface CommentPlaceQuery {
  slug: string;
  id: string;
  pageSize: number;
  sort: CommentSort;
}

/** A comment that is shown, and where. */
export interface CommentPlaceRow {
  /** `replies` is empty. */
  comment: PublicComment;
  /** Id of the top-level comment of its thread. */
  threadId: string;
  /** From 1. */
  page: number;
  /** Its thread carries `THREAD_REPLIES_MAX` replies that stand before it. */
  beyondReplies: boolean;
}
