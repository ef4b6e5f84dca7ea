import { COMMENT_DEPTH_MAX, THREAD_REPLIES_MAX } from "../../contract/limits.ts";
import type { CommentPage, CommentPageQuery, CommentSort, CommentState, PublicComment } from "./comment-types.ts";
import type { Connection } from "./connection.ts";

interface Row {
  id: number;
  public_id: string;
  parent_id: number | null;
  hang_id: number | null;
  depth: number;
  state: CommentState;
  author_name: string | null;
  author_url: string | null;
  body: string | null;
  body_html: string | null;
  created_at: number;
  edited_at: number | null;
  reply_count: number;
  visible_count: number;
}
interface PostRow {
  id: number;
  comment_count: number;
  thread_count: number;
  version: number;
}
interface Span {
  offset: number;
  take: number;
  /** Counted from the end of the order. */
  backwards: boolean;
}

const COLUMNS = `c.id, c.public_id, c.parent_id, c.hang_id, c.depth, c.state, c.author_name, c.author_url, c.body, c.body_html, c.created_at,
  c.edited_at, c.reply_count, c.visible_count`;

/** Each order has an index of its own (001-comments.ts), read from either end. */
const THREAD_ORDERS: Record<CommentSort, { forwards: string; backwards: string }> = {
  oldest: { forwards: "created_at, id", backwards: "created_at DESC, id DESC" },
  newest: { forwards: "created_at DESC, id DESC", backwards: "created_at, id" },
  popular: { forwards: "reply_count DESC, created_at DESC, id DESC", backwards: "reply_count, created_at, id" },
};

const REPLIES_SQL = `SELECT ${COLUMNS} FROM thread_member AS m JOIN comment AS c ON c.id = m.comment_id
  WHERE m.ancestor_id = ? ORDER BY m.created_at, m.comment_id LIMIT ${THREAD_REPLIES_MAX}`;

export function readVersion(connection: Connection, slug: string): number {
  return connection.get<{ version: number }>("SELECT version FROM post WHERE slug = ?", slug)?.version ?? 0;
}

/** A page of threads, or of one comment's descendants. Costs what is on the page, not what is in the post. */
export function readPage(connection: Connection, query: CommentPageQuery): CommentPage | null {
  const post = connection.get<PostRow>("SELECT id, comment_count, thread_count, version FROM post WHERE slug = ?", query.slug);
  const parentId = query.parentId ?? null;
  if (parentId !== null) return post === undefined ? null : readDescendants(connection, post, parentId, query);
  if (post === undefined) return { items: [], totalItems: 0, totalComments: 0, version: 0 };
  return {
    items: readThreads(connection, post, query),
    totalItems: post.thread_count,
    totalComments: post.comment_count,
    version: post.version,
  };
}

function readThreads(connection: Connection, post: PostRow, { page, pageSize, sort }: CommentPageQuery): PublicComment[] {
  const span = toSpan(page, pageSize, post.thread_count);
  if (span === null) return [];
  const order = THREAD_ORDERS[sort][span.backwards ? "backwards" : "forwards"];
  const roots = connection.all<Row>(
    `SELECT ${COLUMNS} FROM comment AS c WHERE post_id = ? AND depth = 0 AND visible = 1 ORDER BY ${order} LIMIT ? OFFSET ?`,
    post.id,
    span.take,
    span.offset,
  );
  if (span.backwards) roots.reverse();
  return roots.map((root) => (root.visible_count === 0 ? toPublic(root, null) : toThread(root, connection.all<Row>(REPLIES_SQL, root.id))));
}

/** Replies are in order of time, and none is older than what it answers: whatever one hangs on has been placed before it. */
function toThread(root: Row, replies: readonly Row[]): PublicComment {
  const thread = toPublic(root, null);
  thread.repliesTruncated = root.visible_count > replies.length;
  const placed = new Map([[root.id, thread]]);
  for (const row of replies) {
    const parent = row.parent_id === null ? undefined : placed.get(row.parent_id);
    const hang = row.hang_id === null ? undefined : placed.get(row.hang_id);
    const reply = toPublic(row, parent?.id ?? null);
    hang?.replies.push(reply);
    placed.set(row.id, reply);
  }
  return thread;
}

interface Ancestor {
  id: number;
  depth: number;
  visible_count: number;
}

function readDescendants(
  connection: Connection,
  post: PostRow,
  parentId: string,
  { page, pageSize }: CommentPageQuery,
): CommentPage | null {
  const ancestor = connection.get<Ancestor>(
    "SELECT id, depth, visible_count FROM comment WHERE public_id = ? AND post_id = ? AND visible = 1",
    parentId,
    post.id,
  );
  if (ancestor === undefined) return null;
  const span = toSpan(page, pageSize, ancestor.visible_count);
  const rows =
    span === null ? [] : connection.all<Row & { parent: string }>(descendantsSql(ancestor, span), ancestor.id, span.take, span.offset);
  if (span?.backwards === true) rows.reverse();
  return {
    items: rows.map((row) => toPublic(row, row.parent)),
    totalItems: ancestor.visible_count,
    totalComments: post.comment_count,
    version: post.version,
  };
}

/** Below depth 5 nothing hangs: answers to such a comment stand beside it, and are found by whom they answer. They are few. */
function descendantsSql({ depth }: Ancestor, { backwards }: Span): string {
  const direction = backwards ? "DESC" : "ASC";
  const parent = "(SELECT public_id FROM comment WHERE id = c.parent_id) AS parent";
  if (depth < COMMENT_DEPTH_MAX) {
    return `SELECT ${COLUMNS}, ${parent} FROM thread_member AS m JOIN comment AS c ON c.id = m.comment_id
      WHERE m.ancestor_id = ? ORDER BY m.created_at ${direction}, m.comment_id ${direction} LIMIT ? OFFSET ?`;
  }
  return `WITH RECURSIVE below (id) AS (
      SELECT id FROM comment WHERE parent_id = ? UNION ALL SELECT comment.id FROM below JOIN comment ON comment.parent_id = below.id
    )
    SELECT ${COLUMNS}, ${parent} FROM below JOIN comment AS c ON c.id = below.id WHERE c.visible = 1
    ORDER BY c.created_at ${direction}, c.id ${direction} LIMIT ? OFFSET ?`;
}

/** Where a page lies, counted from the nearer end: what is skipped is read all the same. null: past the end. */
function toSpan(page: number, pageSize: number, total: number): Span | null {
  const offset = (page - 1) * pageSize;
  const take = Math.min(pageSize, total - offset);
  if (take <= 0) return null;
  const fromEnd = total - offset - take;
  return fromEnd < offset ? { offset: fromEnd, take, backwards: true } : { offset, take, backwards: false };
}

function toPublic(row: Row, parentId: string | null): PublicComment {
  const shown = row.state === "approved";
  return {
    id: row.public_id,
    parentId,
    depth: row.depth,
    authorName: shown ? row.author_name : null,
    authorUrl: shown ? row.author_url : null,
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
