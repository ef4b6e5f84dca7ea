/** The public comments of a post, from the write server's store or from a snapshot. */

export type CommentSort = "oldest" | "newest" | "popular";

/**
 * A Comment as in CONTRACT.md, but with times in ms since 1970. A tombstone has `deleted: true`,
 * and null as its texts and names.
 */
export interface PublicComment {
  id: string;
  parentId: string | null;
  /** 0..5 */
  depth: number;
  authorName: string | null;
  authorUrl: string | null;
  /** Whether the owner wrote it with the owner's own tools. False in a tombstone. */
  isAuthor: boolean;
  body: string | null;
  bodyHtml: string | null;
  createdAt: number;
  editedAt: number | null;
  deleted: boolean;
  /** Number of approved descendants by `parentId`. */
  replyCount: number;
  replies: PublicComment[];
  /** True on a top-level comment if `replies` lacks some of the replies in its thread. */
  repliesTruncated: boolean;
}

export interface CommentPage {
  items: PublicComment[];
  /**
   * Number of items on all pages: top-level threads or, with `parentId`, its descendants.
   * Tombstones are counted.
   */
  totalItems: number;
  /** Number of approved comments of the post. */
  totalComments: number;
}

export interface CommentPageQuery {
  slug: string;
  /** From 1. */
  page: number;
  pageSize: number;
  sort: CommentSort;
  /**
   * If set, the page lists the descendants of this comment as a flat list, oldest first. `sort` is
   * then ignored.
   */
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
