import type { CommentState } from "./comment-types.ts";

/**
 * A comment's stored data, in any form. A deleted comment's text and names are null. Times in ms
 * since 1970.
 */
export interface MovedComment {
  slug: string;
  state: CommentState;
  revision: number;
  authorName: string | null;
  authorEmail: string | null;
  authorUrl: string | null;
  isAuthor: boolean;
  /** The length limit of submissions does not apply here. */
  body: string | null;
  createdAt: number;
  editedAt: number | null;
  decidedAt: number | null;
  origin: string | null;
  spamReason: string | null;
}

/** A comment leaving the store. */
export interface ExportedComment extends MovedComment {
  id: string;
  parentId: string | null;
  /** The comment's key in another system; null if it was written here. */
  importKey: string | null;
}

/** A comment entering the store. It is rendered when it is first read. */
export interface IncomingComment extends MovedComment {
  /** System and id: `disqus:123`. Each comment is imported once. */
  key: string;
  /**
   * Its public id in another store; null to assign a new one. An existing comment with this id is
   * the same comment.
   */
  id: string | null;
  /** The comment that it replies to, which was imported before; null if none. */
  parent: { key: string; id: string | null } | null;
}

export interface CommentTransferStore {
  /** Comments in order of creation, parents before replies. */
  exportPage(query: { slug?: string; after?: string; limit: number }): Promise<ExportedComment[]>;
  /** Whether each comment exists already. Writes nothing. */
  existing(comments: readonly Pick<IncomingComment, "key" | "id">[]): Promise<boolean[]>;
  /**
   * Adds missing comments in one transaction. Nobody is notified and no quota is used. A reply gets
   * no earlier date than its parent. If all exist already, nothing is written.
   */
  add(comments: readonly IncomingComment[]): Promise<{ added: number; existing: number }>;
}
