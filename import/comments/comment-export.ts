/** A comment's state in the system that it comes from. A `deleted` comment has no text. */
export type ImportedState = "approved" | "pending" | "rejected" | "spam" | "deleted";

/** A page that comments of another system belong to. */
export interface CommentThread {
  /** Within the export. */
  readonly id: string;
  /** Addresses and other names of the page, the best one first: of an export, so anything. */
  readonly addresses: readonly string[];
  /** ms since 1970; null: not known. For comments that have no date of their own. */
  readonly createdAt: number | null;
}

export type CommentBody =
  | { readonly markdown: string }
  /** `hasBareLines`: blank lines make paragraphs, single ones line breaks. */
  | { readonly html: string; readonly hasBareLines: boolean };

/** A comment as an export has it: nothing of it is cleaned, or held to any length. */
export interface ImportedComment {
  /** Within the export. */
  readonly id: string;
  readonly threadId: string;
  /** The id of the comment that it answers; null: none. */
  readonly parentId: string | null;
  readonly state: ImportedState;
  readonly authorName: string;
  readonly authorEmail: string;
  readonly authorUrl: string;
  /** The old system says that the site's author wrote it, by who was logged in. */
  readonly isAuthor: boolean;
  /** ms since 1970; null: none that can be read. */
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
  /** Something that is not taken, in words for the table. */
  | { readonly type: "left"; readonly what: string };

/** Adds a thread before the first comment of each page, for exports whose comments name their page themselves. */
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
  /** How people call it: `Disqus`. */
  readonly system: string;
  /** Begins the keys of its comments: `disqus`. */
  readonly keyPrefix: string;
  /** Whether an id means one comment in the whole world. Elsewhere every site has a comment 1, and its date tells it from others. */
  readonly hasWorldwideIds: boolean;
  /** All that the file has, in its order; may be read again. @throws ImportError that names the place */
  records(): AsyncIterable<CommentRecord>;
}
