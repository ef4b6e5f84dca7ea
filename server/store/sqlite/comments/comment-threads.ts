import type { ClosedPost, MoveThreadResult, OwnEdit, OwnEditResult, ThreadStore } from "../../thread-types.ts";
import { ensurePostId, findPostId, isClosedPost } from "../post-store.ts";
import type { Connection, StoreContext } from "../store-context.ts";
import { findComment } from "./comment-lists.ts";
import { addToPost } from "./comment-visibility.ts";

export function createThreads({ connection, read, write }: StoreContext): ThreadStore {
  return {
    editOwn: (edit) => write((now) => editOwn(connection, edit, now)),
    move: (thread) => write(() => moveThread(connection, thread)),
    setClosed: ({ slug, isClosed }) => write((now) => setClosed(connection, slug, isClosed ? now : null)),
    isClosed: (slug) => read(() => isClosedPost(connection, slug)),
    closed: () =>
      read(() =>
        connection.all<ClosedPost>(
          "SELECT slug, closed_at AS closedAt FROM post WHERE closed_at IS NOT NULL ORDER BY closed_at DESC, post.id DESC",
        ),
      ),
    hasPost: (slug) => read(() => findPostId(connection, slug) !== null),
  };
}

function editOwn(connection: Connection, { id, revision, body, bodyHtml, sanitizerVersion }: OwnEdit, now: number): OwnEditResult {
  const comment = findComment(connection, id);
  if (comment === null) return { kind: "unknown" };
  if (!comment.isAuthor || comment.state !== "approved") return { kind: "not-own", comment };
  if (comment.revision !== revision) return { kind: "revision-conflict", comment };
  if (comment.body === body) return { kind: "unchanged", comment };
  connection.run(
    "UPDATE comment SET body = ?, body_html = ?, sanitizer_version = ?, edited_at = ?, revision = revision + 1 WHERE public_id = ?",
    body,
    bodyHtml,
    sanitizerVersion,
    now,
    id,
  );
  connection.run("UPDATE post SET version = version + 1 WHERE slug = ?", comment.slug);
  return { kind: "edited", comment: findComment(connection, id) ?? comment };
}

const ROOT_SQL = `
WITH RECURSIVE above (id, parent_id) AS (
  SELECT id, parent_id FROM comment WHERE public_id = ?
  UNION ALL SELECT comment.id, comment.parent_id FROM above JOIN comment ON comment.id = above.parent_id
)
SELECT comment.id, post_id, visible FROM comment WHERE id = (SELECT id FROM above WHERE parent_id IS NULL)`;

const THREAD_SQL = `
WITH RECURSIVE thread (id) AS (
  SELECT ? UNION ALL SELECT comment.id FROM thread JOIN comment ON comment.parent_id = thread.id
)`;

function moveThread(connection: Connection, { id, to }: { id: string; to: string }): MoveThreadResult {
  const root = connection.get<{ id: number; post_id: number; visible: number }>(ROOT_SQL, id);
  if (root === undefined) return { kind: "unknown" };
  const source = root.post_id;
  const target = ensurePostId(connection, to);
  if (source === target) return { kind: "unchanged" };
  const from = connection.get<{ slug: string }>("SELECT slug FROM post WHERE id = (SELECT ?)", source)?.slug ?? "";
  const counted = `SELECT count(*) AS n FROM comment WHERE id IN (SELECT id FROM thread) AND state = 'approved'`;
  const comments = connection.get<{ n: number }>(`${THREAD_SQL} ${counted}`, root.id)?.n ?? 0;
  const count = connection.run(`${THREAD_SQL} UPDATE comment SET post_id = ? WHERE id IN (SELECT id FROM thread)`, root.id, target);
  addToPost(connection, source, { comments: -comments, threads: -root.visible, versions: 1 });
  addToPost(connection, target, { comments, threads: root.visible, versions: 1 });
  return { kind: "moved", from, to, count };
}

function setClosed(connection: Connection, slug: string, at: number | null): boolean {
  const postId = at === null ? findPostId(connection, slug) : ensurePostId(connection, slug);
  if (postId === null) return false;
  const differs = at === null ? "closed_at IS NOT NULL" : "closed_at IS NULL";
  return connection.run(`UPDATE post SET closed_at = ? WHERE id = ? AND ${differs}`, at, postId) > 0;
}
