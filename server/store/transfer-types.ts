import type { CommentState } from "./comment-types.ts";
import type { ErasedSubjects } from "./privacy-types.ts";

/**
 * A comment's stored data, however it is transferred. A deleted comment's text and names are null.
 * Times in ms since 1970.
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
  /** The comment that it replies to, which was imported earlier; null if there is none. */
  parent: { key: string; id: string | null } | null;
}

export interface CommentTransferStore {
  /** Comments in order of creation, parents before replies. */
  exportPage(query: { slug?: string; after?: string; limit: number }): Promise<ExportedComment[]>;
  /** Whether each comment already exists. Writes nothing. */
  existing(comments: readonly Pick<IncomingComment, "key" | "id">[]): Promise<boolean[]>;
  /**
   * Adds missing comments in one transaction. Nobody is notified and no quota is used. A reply is
   * never dated earlier than its parent. If all exist already, nothing is written.
   */
  add(comments: readonly IncomingComment[]): Promise<{ added: number; existing: number }>;
}

export interface JoinOptions {
  /** People whose data must not come back into the database. */
  readonly erased: ErasedSubjects;
  /** Only counts, without writing. */
  readonly dryRun: boolean;
  /** Checked between two transactions, each of which is complete. */
  readonly isStopped: () => boolean;
}

/** Number of rows of the other database, by their outcome in this one. */
export interface JoinCounts {
  readonly added: number;
  /** Existing rows that were newer in the other database. */
  readonly changed: number;
  /** Existing rows that did not change. */
  readonly existing: number;
  /** Rows that have been erased from this database since. */
  readonly erased: number;
}

export interface JoinReport extends JoinCounts {
  /**
   * Rows with values that no server writes: impossible times, texts beyond the limits, URLs that
   * are not http(s).
   */
  readonly refused: number;
  /** The problem of each refused row, for the first 100. */
  readonly refusals: readonly string[];
  readonly interrupted: boolean;
}

/**
 * Merges another database of the same site, such as a rescued one, by id. Missing rows are added
 * with everything that belongs to them; for existing rows the newer one wins. Nobody is notified. A
 * second run changes nothing.
 */
export interface JoinStore {
  /**
   * The higher revision determines the text, and the later time determines the decision. A comment
   * deleted in either database stays deleted.
   * @throws StoreFileError if the file cannot be used
   */
  comments(file: string, options: JoinOptions): Promise<JoinReport>;
  /**
   * Imports a state other than new, a due day and notes, unless this database has its own.
   * @throws StoreFileError
   */
  inquiries(file: string, options: JoinOptions): Promise<JoinReport>;
}
