import type { CommentTransferStore, ExportedComment, IncomingComment, MovedComment } from "../../transfer-types.ts";
import { ensurePostId } from "../post-store.ts";
import type { Connection, SqlValue, StoreContext } from "../store-context.ts";
import { type CountedNode, countStateChange, type ParentRow, placeBelow } from "./comment-visibility.ts";
import { UNRENDERED } from "./first-renderings.ts";
import { createGatheredCounts, type GatheredCounts } from "./gathered-counts.ts";

type FoundRow = ParentRow & { post_id: number };
/** A comment from an import, or from another database of the same site, where most have no key. */
type InsertedComment = MovedComment & { readonly key: string | null };

const FOUND = "SELECT id, hang_id, depth, created_at, post_id FROM comment WHERE";

/** Imports and exports whole comments. */
export function createCommentTransfers({ connection, newId, read, write, prepareImport }: StoreContext): CommentTransferStore {
  let hasRoom = false;
  return {
    exportPage: (query) => read(() => exportPage(connection, query)),
    existing: (comments) => read(() => comments.map((comment) => findMoved(connection, comment) !== undefined)),
    add: async (comments) => {
      if (!hasRoom) await read(prepareImport);
      hasRoom = true;
      const ids = comments.map(({ id }) => id ?? newId());
      const added = comments.length === 0 ? 0 : await write(() => addAll(connection, comments, ids));
      return { added, existing: comments.length - added };
    },
  };
}

/** Finds an imported comment by its key in the other system, or by its own id. */
export function findMoved(connection: Connection, { key, id }: { key: string | null; id: string | null }): FoundRow | undefined {
  const found = key === null ? undefined : connection.get<FoundRow>(`${FOUND} import_key = ?`, key);
  return found ?? (id === null ? undefined : connection.get<FoundRow>(`${FOUND} public_id = ?`, id));
}

function addAll(connection: Connection, comments: readonly IncomingComment[], ids: readonly string[]): number {
  const posts = new Map<string, number>();
  const counts = createGatheredCounts(connection);
  let added = 0;
  for (const [index, comment] of comments.entries()) {
    // Check again, because the same comment may occur twice, or another process may have added it.
    if (findMoved(connection, comment) !== undefined) continue;
    const postId = posts.get(comment.slug) ?? ensurePostId(connection, comment.slug);
    posts.set(comment.slug, postId);
    addComment(connection, comment, { id: ids[index] ?? "", postId, counts });
    added += 1;
  }
  counts.flush();
  return added;
}

interface AddOptions {
  id: string;
  postId: number;
  counts: GatheredCounts;
}

function addComment(connection: Connection, comment: IncomingComment, { id, postId, counts }: AddOptions): void {
  const answered = comment.parent === null ? undefined : findMoved(connection, comment.parent);
  // If the parent is now on another post (a thread that was mapped again), this cannot be a reply
  // to it.
  const parent = answered?.post_id === postId ? answered : null;
  const node = insertMoved(connection, comment, { id, postId, parent });
  counts.add(node);
  // Comments in other states are neither counted nor shown.
  if (comment.state === "approved") countStateChange(counts, node.id, "pending");
}

interface InsertedPlace {
  readonly id: string;
  readonly postId: number;
  /** A comment on the same post. */
  readonly parent: FoundRow | null;
}

/** Inserts a comment without updating counts, as if it were pending. */
export function insertMoved(connection: Connection, comment: InsertedComment, { id, postId, parent }: InsertedPlace): CountedNode {
  const { hangId, depth } = placeBelow(parent);
  const { state } = comment;
  const createdAt = Math.max(comment.createdAt, parent?.created_at ?? comment.createdAt);
  const rowId = connection.insert(
    `INSERT INTO comment (public_id, post_id, parent_id, hang_id, depth, state, revision, author_name, author_email, author_url, is_author, body,
       body_html, sanitizer_version, created_at, edited_at, decided_at, origin, spam_reason, import_key)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${UNRENDERED}, ?, ?, ?, ?, ?, ?)`,
    id,
    postId,
    parent?.id ?? null,
    hangId,
    depth,
    state,
    comment.revision,
    comment.authorName,
    comment.authorEmail,
    comment.authorUrl,
    Number(comment.isAuthor),
    comment.body,
    state === "deleted" ? null : "",
    createdAt,
    comment.editedAt,
    comment.decidedAt,
    comment.origin,
    comment.spamReason,
    comment.key,
  );
  return {
    ...{ id: rowId, post_id: postId, parent_id: parent?.id ?? null, hang_id: hangId },
    ...{ depth, state, reply_count: 0, created_at: createdAt },
  };
}

type ExportedRow = Omit<ExportedComment, "isAuthor"> & { isAuthor: number };

/** Exports comments by row number, because a reply's is greater than its parent's. */
function exportPage(connection: Connection, { slug, after, limit }: Parameters<CommentTransferStore["exportPage"]>[0]): ExportedComment[] {
  const where = ["1"];
  const values: SqlValue[] = [];
  if (slug !== undefined) {
    where.push("c.post_id = (SELECT id FROM post WHERE slug = ?)");
    values.push(slug);
  }
  if (after !== undefined) {
    where.push("c.id > (SELECT id FROM comment WHERE public_id = ?)");
    values.push(after);
  }
  const rows = connection.all<ExportedRow>(
    `SELECT c.public_id AS id, post.slug, parent.public_id AS parentId, c.state, c.revision, c.author_name AS authorName, c.author_email AS authorEmail,
       c.author_url AS authorUrl, c.is_author AS isAuthor, c.body, c.created_at AS createdAt, c.edited_at AS editedAt, c.decided_at AS decidedAt,
       c.origin, c.spam_reason AS spamReason, c.import_key AS importKey
     FROM comment AS c JOIN post ON post.id = c.post_id LEFT JOIN comment AS parent ON parent.id = c.parent_id
     WHERE ${where.join(" AND ")} ORDER BY c.id LIMIT ?`,
    ...values,
    limit,
  );
  return rows.map((row) => ({ ...row, isAuthor: row.isAuthor === 1 }));
}
