import { COMMENT_DEPTH_MAX } from "../../../../contract/limits.ts";
import type { CommentState } from "../../comment-types.ts";
import type { Connection } from "../database/connection.ts";

interface Node {
  id: number;
  post_id: number;
  parent_id: number | null;
  depth: number;
  state: CommentState;
  reply_count: number;
}

/** What a comment answers. */
export interface ParentRow {
  id: number;
  hang_id: number | null;
  depth: number;
  created_at: number;
}

/** Where an answer is shown: nothing hangs below the deepest comments, answers to those stand beside them. */
export function placeBelow(parent: ParentRow | null): { hangId: number | null; depth: number } {
  if (parent === null) return { hangId: null, depth: 0 };
  if (parent.depth === COMMENT_DEPTH_MAX) return { hangId: parent.hang_id, depth: COMMENT_DEPTH_MAX };
  return { hangId: parent.id, depth: parent.depth + 1 };
}

const NODE_SQL = "SELECT id, post_id, parent_id, depth, state, reply_count FROM comment WHERE id = ?";

/** A comment's place among those shown below each of its ancestors (at most five: the shown tree ends at depth 5). */
const PLACES_SQL = `
WITH RECURSIVE me AS (SELECT id, hang_id, created_at FROM comment WHERE id = ?),
above (id) AS (
  SELECT hang_id FROM me WHERE hang_id IS NOT NULL
  UNION ALL SELECT comment.hang_id FROM above JOIN comment ON comment.id = above.id WHERE comment.hang_id IS NOT NULL
)`;
const SHOW_SQL = `${PLACES_SQL}
INSERT INTO thread_member (ancestor_id, created_at, comment_id) SELECT above.id, me.created_at, me.id FROM above, me`;
const HIDE_SQL = `${PLACES_SQL}
DELETE FROM thread_member WHERE (ancestor_id, created_at, comment_id) IN (SELECT above.id, me.created_at, me.id FROM above, me)`;

/**
 * Moves the counts along with a comment that has just gone from `before` to the state in its row: `reply_count` and `visible_count` of all whom it
 * answers, tombstones that come and go with them, the lists of threads, and the post's counts. In the transaction of the change;
 * costs one small update per ancestor.
 */
export function followStateChange(connection: Connection, commentId: number, before: CommentState): void {
  const changed = findNode(connection, commentId);
  const wasPublic = before === "approved";
  const isPublic = changed.state === "approved";
  const publicStep = Number(isPublic) - Number(wasPublic);
  let visibleStep = stepOf(wasPublic || changed.reply_count > 0, isPublic || changed.reply_count > 0);
  let threadStep = showOrHide(connection, changed, visibleStep);

  for (let parentId = changed.parent_id; parentId !== null && (publicStep !== 0 || visibleStep !== 0); ) {
    const node = findNode(connection, parentId);
    connection.run(
      "UPDATE comment SET reply_count = reply_count + ?, visible_count = visible_count + ? WHERE id = ?",
      publicStep,
      visibleStep,
      node.id,
    );
    const approved = node.state === "approved";
    const step = stepOf(approved || node.reply_count > 0, approved || node.reply_count + publicStep > 0);
    threadStep += showOrHide(connection, node, step);
    visibleStep += step;
    parentId = node.parent_id;
  }
  connection.run(
    "UPDATE post SET comment_count = comment_count + ?, thread_count = thread_count + ?, version = version + 1 WHERE id = ?",
    publicStep,
    threadStep,
    changed.post_id,
  );
}

function findNode(connection: Connection, id: number): Node {
  const node = connection.get<Node>(NODE_SQL, id);
  if (node === undefined) throw new Error(`comment ${id} has no row`);
  return node;
}

function stepOf(before: boolean, after: boolean): number {
  return Number(after) - Number(before);
}

/** Returns by how much the number of top-level threads changes. */
function showOrHide(connection: Connection, node: Node, step: number): number {
  if (step === 0) return 0;
  if (node.depth === 0) return step;
  connection.run(step > 0 ? SHOW_SQL : HIDE_SQL, node.id);
  return 0;
}
