import type { CommentState } from "./comment-types.ts";

/** The stored data of a comment, wherever it stands. Text and names of a deleted one are null. Times in ms since 1970. */
export interface MovedComment {
  slug: string;
  state: CommentState;
  revision: number;
  authorName: string | null;
  authorEmail: string | null;
  authorUrl: string | null;
  isAuthor: boolean;
  /** As long as it is: the limit of submissions does not hold here. */
  body: string | null;
  createdAt: number;
  editedAt: number | null;
  decidedAt: number | null;
  origin: string | null;
  spamReason: string | null;
}

/** A comment on its way out of the store. */
export interface ExportedComment extends MovedComment {
  id: string;
  parentId: string | null;
  /** Which comment of another system it was; null: it was written here. */
  importKey: string | null;
}

/** A comment on its way into the store. It is rendered when it is first read. */
export interface IncomingComment extends MovedComment {
  /** System and id: `disqus:123`. A comment is taken in once. */
  key: string;
  /** Its public id of another store; null: it gets one. One that has this id already is the same comment. */
  id: string | null;
  /** The comment that it answers, which came before it; null: none. */
  parent: { key: string; id: string | null } | null;
}

export interface CommentTransferStore {
  /** Comments by the order of their making, parents before their answers. */
  exportPage(query: { slug?: string; after?: string; limit: number }): Promise<ExportedComment[]>;
  /** For each whether it is there already. Writes nothing. */
  existing(comments: readonly Pick<IncomingComment, "key" | "id">[]): Promise<boolean[]>;
  /**
   * Adds those that are not there yet, in one transaction; nobody is told of them, and no quota is used. A reply is not dated before what it answers. Where all are there
   * nothing is written.
   */
  add(comments: readonly IncomingComment[]): Promise<{ added: number; existing: number }>;
}
