import { THREAD_REPLIES_MAX } from "../../../../contract/limits.ts";
import type { CommentPlaceQuery, CommentPlaceRow, CommentSort } from "../../../../threads/public-comments.ts";
import type { RecentComment, RecentCommentsQuery } from "../../comment-types.ts";
import type { Connection, SqlValue } from "../store-context.ts";
import { toPublic } from "./comment-pages.ts";
import { type CommentRow, PARENT_COLUMN, ROW_COLUMNS } from "./comment-slices.ts";

/**
 * Counts the threads before a given one, in each order. It uses the same indexes as pages
 * (comment-slices.ts).
 */
const BEFORE_SQL: Readonly<Record<CommentSort, string>> = {
  oldest: before("comment_threads_by_time", "(created_at, id) < (?, ?)"),
  newest: before("comment_threads_by_time", "(created_at, id) > (?, ?)"),
  popular: before("comment_threads_by_replies", "(reply_count, created_at, id) > (?, ?, ?)"),
};

function before(index: string, condition: string): string {
  return `SELECT count(*) AS n FROM comment INDEXED BY ${index} WHERE post_id = (SELECT ?) AND depth = 0 AND visible = 1 AND ${condition}`;
}

/** Nothing is nested below depth 5, so this takes at most five steps. */
const ROOT_SQL = `WITH RECURSIVE above (id, hang_id) AS (
    SELECT id, hang_id FROM comment WHERE id = ? UNION ALL SELECT comment.id, comment.hang_id FROM above JOIN comment ON comment.id = above.hang_id
  )
  SELECT ${ROW_COLUMNS} FROM above JOIN comment AS c ON c.id = above.id WHERE above.hang_id IS NULL`;

/** Whether more replies come before this one than a thread embeds. */
const REPLIES_BEFORE_SQL = `SELECT count(*) AS n FROM (
  SELECT 1 FROM thread_member WHERE ancestor_id = ? AND (created_at, comment_id) < (?, ?) LIMIT ${THREAD_REPLIES_MAX})`;

/** A visible comment, and the page it is on. The cost is one index entry per thread before it. */
export function findCommentPlace(connection: Connection, { slug, id, pageSize, sort }: CommentPlaceQuery): CommentPlaceRow | null {
  const row = connection.get<CommentRow & { post_id: number; parent_public_id: string | null }>(
    `SELECT ${ROW_COLUMNS}, c.post_id, ${PARENT_COLUMN} FROM comment AS c
     WHERE c.public_id = ? AND c.visible = 1 AND c.post_id = (SELECT id FROM post WHERE slug = ?)`,
    id,
    slug,
  );
  if (row === undefined) return null;
  const root = connection.get<CommentRow>(ROOT_SQL, row.id);
  if (root === undefined) throw new Error(`comment ${row.id} has no thread`);
  const key: SqlValue[] = sort === "popular" ? [root.reply_count, root.created_at, root.id] : [root.created_at, root.id];
  const position = connection.get<{ n: number }>(BEFORE_SQL[sort], row.post_id, ...key)?.n ?? 0;
  const isReply = root.id !== row.id;
  const repliesBefore = isReply ? (connection.get<{ n: number }>(REPLIES_BEFORE_SQL, root.id, row.created_at, row.id)?.n ?? 0) : 0;
  return {
    comment: { ...toPublic(row, row.parent_public_id), repliesTruncated: !isReply && row.visible_count > THREAD_REPLIES_MAX },
    threadId: root.public_id,
    page: Math.floor(position / pageSize) + 1,
    beyondReplies: repliesBefore >= THREAD_REPLIES_MAX,
  };
}

/** Public comments, newest first. */
export function listRecent(connection: Connection, { slug, after, limit }: RecentCommentsQuery): RecentComment[] {
  const where = ["c.state = 'approved'"];
  const values: SqlValue[] = [];
  if (slug !== undefined) {
    where.push("c.post_id = (SELECT id FROM post WHERE slug = ?)");
    values.push(slug);
  }
  if (after !== undefined) {
    where.push("(c.created_at, c.id) < (SELECT created_at, id FROM comment WHERE public_id = ?)");
    values.push(after);
  }
  const index = slug === undefined ? "comment_by_state" : "comment_by_post";
  return connection
    .all<CommentRow & { slug: string; parent_public_id: string | null }>(
      `SELECT ${ROW_COLUMNS}, post.slug, ${PARENT_COLUMN} FROM comment AS c INDEXED BY ${index} JOIN post ON post.id = c.post_id
       WHERE ${where.join(" AND ")} ORDER BY c.created_at DESC, c.id DESC LIMIT ?`,
      ...values,
      limit,
    )
    .map((row) => ({ slug: row.slug, comment: toPublic(row, row.parent_public_id) }));
}

/**
 * A post's version only grows, even when posts are joined (post-store.ts), and so does their sum.
 */
export function readSiteVersion(connection: Connection): number {
  return connection.get<{ version: number }>("SELECT coalesce(sum(version), 0) AS version FROM post")?.version ?? 0;
}
