import { COMMENT_DEPTH_MAX, THREAD_REPLIES_MAX } from "../../../../contract/limits.ts";
import { toPageSpan } from "../../../../contract/list-text.ts";
import { hangReplies } from "../../../../threads/hang-replies.ts";
import type { CommentPageQuery, PublicComment } from "../../../../threads/public-comments.ts";
import type { ShownCommentsQuery, StoredCommentPage } from "../../comment-types.ts";
import type { Connection } from "../store-context.ts";
import { type CommentRow, PARENT_COLUMN, ROW_COLUMNS, type SliceReader } from "./comment-slices.ts";

interface PostRow {
  id: number;
  comment_count: number;
  thread_count: number;
  version: number;
}

/** The first replies of a thread. comment-slices.ts explains `(SELECT ?)`. */
const REPLIES_SQL = `SELECT ${ROW_COLUMNS} FROM thread_member AS m JOIN comment AS c ON c.id = m.comment_id
  WHERE m.ancestor_id = (SELECT ?) ORDER BY m.created_at, m.comment_id LIMIT ${THREAD_REPLIES_MAX}`;

/**
 * Nothing is nested below depth 5: replies to such a comment are shown beside it, and found through
 * the comment they reply to. There are few of them.
 */
const ANSWERS_SQL = `WITH RECURSIVE below (id) AS (
    SELECT id FROM comment WHERE parent_id = ? UNION ALL SELECT comment.id FROM below JOIN comment ON comment.parent_id = below.id
  )
  SELECT ${ROW_COLUMNS}, ${PARENT_COLUMN} FROM below JOIN comment AS c ON c.id = below.id WHERE c.visible = 1
  ORDER BY c.created_at, c.id LIMIT ? OFFSET ?`;

export function readPostVersion(connection: Connection, slug: string): number {
  return connection.get<{ version: number }>("SELECT version FROM post WHERE slug = ?", slug)?.version ?? 0;
}

/**
 * A page of threads, or of one comment's descendants. The cost depends on the page, not on the
 * post.
 */
export function readPage(connection: Connection, slices: SliceReader, query: CommentPageQuery): StoredCommentPage | null {
  const post = connection.get<PostRow>("SELECT id, comment_count, thread_count, version FROM post WHERE slug = ?", query.slug);
  const parentId = query.parentId ?? null;
  if (post === undefined) return parentId === null ? { items: [], totalItems: 0, totalComments: 0, version: 0 } : null;
  const ofPost = { totalComments: post.comment_count, version: post.version };
  if (parentId === null) return { items: readThreads(connection, slices, post, query), totalItems: post.thread_count, ...ofPost };
  const descendants = readDescendants(connection, slices, post, { ...query, parentId });
  return descendants === null ? null : { ...descendants, ...ofPost };
}

function readThreads(
  connection: Connection,
  slices: SliceReader,
  post: PostRow,
  { page, pageSize, sort }: CommentPageQuery,
): PublicComment[] {
  const span = toPageSpan(page, pageSize, post.thread_count);
  if (span === null) return [];
  return slices
    .read({ sequence: sort, owner: post.id, version: post.version, ...span })
    .map((root) => (root.visible_count === 0 ? toPublic(root, null) : toThread(root, connection.all<CommentRow>(REPLIES_SQL, root.id))));
}

function toThread(root: CommentRow, replies: readonly CommentRow[]): PublicComment {
  const thread = toPublic(root, null);
  thread.repliesTruncated = root.visible_count > replies.length;
  hangReplies(
    { key: root.id, comment: thread },
    replies.map((row) => ({ key: row.id, parentKey: row.parent_id, hangKey: row.hang_id, comment: toPublic(row, null) })),
  );
  return thread;
}

type WithParent = CommentRow & { parent_public_id: string | null };

function readDescendants(
  connection: Connection,
  slices: SliceReader,
  post: PostRow,
  { parentId, page, pageSize }: CommentPageQuery & { parentId: string },
): Pick<StoredCommentPage, "items" | "totalItems"> | null {
  const ancestor = connection.get<{ id: number; depth: number; visible_count: number }>(
    "SELECT id, depth, visible_count FROM comment WHERE public_id = ? AND post_id = ? AND visible = 1",
    parentId,
    post.id,
  );
  if (ancestor === undefined) return null;
  const totalItems = ancestor.visible_count;
  const span = toPageSpan(page, pageSize, totalItems);
  if (span === null) return { items: [], totalItems };
  const rows =
    ancestor.depth < COMMENT_DEPTH_MAX
      ? slices.read<WithParent>({ sequence: "below", owner: ancestor.id, version: post.version, ...span })
      : connection.all<WithParent>(ANSWERS_SQL, ancestor.id, span.take, span.offset);
  return { items: rows.map((row) => toPublic(row, row.parent_public_id)), totalItems };
}

export function listShownPosts(connection: Connection): string[] {
  return connection.all<{ slug: string }>("SELECT slug FROM post WHERE thread_count > 0").map(({ slug }) => slug);
}

export function listShown(connection: Connection, { slug, after, limit }: ShownCommentsQuery): { items: PublicComment[]; version: number } {
  const beyond = after === undefined ? "" : "AND (c.created_at, c.id) > (SELECT created_at, id FROM comment WHERE public_id = ?)";
  const rows = connection.all<WithParent>(
    `SELECT ${ROW_COLUMNS}, ${PARENT_COLUMN} FROM comment AS c INDEXED BY comment_by_post
     WHERE c.post_id = (SELECT id FROM post WHERE slug = ?) AND c.visible = 1 ${beyond} ORDER BY c.created_at, c.id LIMIT ?`,
    slug,
    ...(after === undefined ? [] : [after]),
    limit,
  );
  return { items: rows.map((row) => toPublic(row, row.parent_public_id)), version: readPostVersion(connection, slug) };
}

/** The public form of a visible row. A tombstone shows only its place. */
export function toPublic(row: CommentRow, parentId: string | null): PublicComment {
  const shown = row.state === "approved";
  return {
    id: row.public_id,
    parentId,
    depth: row.depth,
    authorName: shown ? row.author_name : null,
    authorUrl: shown ? row.author_url : null,
    isAuthor: shown && row.is_author === 1,
    body: shown ? row.body : null,
    bodyHtml: shown ? row.body_html : null,
    createdAt: row.created_at,
    editedAt: shown ? row.edited_at : null,
    deleted: !shown,
    replyCount: row.reply_count,
    replies: [],
    repliesTruncated: false,
  };
}
