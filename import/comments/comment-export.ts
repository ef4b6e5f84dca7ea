/** A comment's state in its old system. A `deleted` comment has no text. */
export type ImportedState = "approved" | "pending" | "rejected" | "spam" | "deleted";

/** A page with comments in another system. */
export interface CommentThread {
  /** Unique within the export. */
  readonly id: string;
  /**
   * Addresses and other names of the page, the best one first. They come from an export, so they
   * can be anything.
   */
  readonly addresses: readonly string[];
  /** ms since 1970; null if unknown. Used for comments without a date. */
  readonly createdAt: number | null;
}

export type CommentBody =
  | { readonly markdown: string }
  /** `hasBareLines`: blank lines separate paragraphs, and single line ends are line breaks. */
  | { readonly html: string; readonly hasBareLines: boolean };

/** A comment as in the export: not cleaned, and of any length. */
export interface ImportedComment {
  /** Unique within the export. */
  readonly id: string;
  readonly threadId: string;
  /** The id of its parent; null if it has none. */
  readonly parentId: string | null;
  readonly state: ImportedState;
  readonly authorName: string;
  readonly authorEmail: string;
  readonly authorUrl: string;
  /** Whether the old system states, by login, that the site's author wrote it. */
  readonly isAuthor: boolean;
  /** ms since 1970; null if there is no readable date. */
  readonly createdAt: number | null;
  readonly editedAt: number | null;
  readonly body: CommentBody;
  /** Only in our own exports. */
  readonly own: OctavoDetails | null;
}

/** Members that other systems do not have. */
export interface OctavoDetails {
  readonly importKey: string | null;
  readonly revision: number;
  readonly decidedAt: number | null;
  readonly origin: string | null;
  readonly spamReason: string | null;
}

export type CommentRecord =
  | { readonly type: "thread"; readonly thread: CommentThread }
  | { readonly type: "comment"; readonly comment: ImportedComment }
  /** Something that is left out, as text for the table, and its name. */
  | { readonly type: "left"; readonly what: string; readonly example?: string };

/**
 * Adds a thread before the first comment of each page, for exports in which only the comments state
 * their page.
 */
export async function* withThreads(records: AsyncIterable<CommentRecord>): AsyncGenerator<CommentRecord> {
  const exportedIds = new Set<string>();
  for await (const record of records) {
    const id = record.type === "comment" ? record.comment.threadId : null;
    if (id !== null && !exportedIds.has(id)) {
      exportedIds.add(id);
      yield { type: "thread", thread: { id, addresses: [id], createdAt: null } };
    }
    yield record;
  }
}

export interface CommentExport {
  /** Name for people: `Disqus`. */
  readonly system: string;
  /** Prefix of its comments' keys: `disqus`. */
  readonly keyPrefix: string;
  /**
   * Whether ids are globally unique. If not, every site has a comment 1, and only its date
   * distinguishes it.
   */
  readonly hasWorldwideIds: boolean;
  /**
   * Everything in the file, in its order. Can be read again.
   * @throws ImportError with the place
   */
  records(): AsyncIterable<CommentRecord>;
}
