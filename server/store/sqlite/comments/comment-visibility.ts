import { COMMENT_DEPTH_MAX } from "../../../../contract/limits.ts";
import type { CommentState } from "../../comment-types.ts";
import type { Connection } from "../store-context.ts";

/** A comment's counts, and the values that they depend on. */
export interface CountedNode {
  id: number;
  post_id: number;
  parent_id: number | null;
  hang_id: number | null;
  depth: number;
  state: CommentState;
  reply_count: number;
  created_at: number;
}

/** The comment being replied to. */
export interface ParentRow {
  id: number;
  hang_id: number | null;
  depth: number;
  created_at: number;
}

/**
 * Where a reply is shown. Nothing is nested below the deepest comments; replies to those are shown
 * beside them.
 */
export function placeBelow(parent: ParentRow | null): { hangId: number | null; depth: number } {
  if (parent === null) return { hangId: null, depth: 0 };
  if (parent.depth === COMMENT_DEPTH_MAX) return { hangId: parent.hang_id, depth: COMMENT_DEPTH_MAX };
  return { hangId: parent.id, depth: parent.depth + 1 };
}

const NODE_SQL = "SELECT id, post_id, parent_id, hang_id, depth, state, reply_count, created_at FROM comment WHERE id = ?";

/**
 * A comment's place among the comments below each ancestor. There are at most five, because nothing
 * is nested below depth 5.
 */
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

/** Stores the counts of comments and posts. */
export interface CountedTree {
  find(id: number): CountedNode;
  /** Does not change the counts of nodes read earlier. */
  addCounts(id: number, publicStep: number, visibleStep: number): void;
  /** Adds a reply to the lists of all its ancestors in the shown tree, or removes it. */
  list(id: number, isShown: boolean): void;
  addToPost(id: number, steps: { readonly comments: number; readonly threads: number }): void;
}

/**
 * Updates the counts after a comment has changed from `before` to the state in its row:
 * `reply_count` and `visible_count` of all its ancestors, tombstones that appear or disappear, the
 * lists of threads, and the post's counts. Runs in the transaction of the change and costs one
 * small update per ancestor.
 */
export function followStateChange(connection: Connection, commentId: number, before: CommentState): void {
  countStateChange(createCountedTree(connection), commentId, before);
}

/** Like `followStateChange`, for counts stored anywhere. */
export function countStateChange(tree: CountedTree, commentId: number, before: CommentState): void {
  const changed = tree.find(commentId);
  const wasPublic = before === "approved";
  const isPublic = changed.state === "approved";
  const publicStep = Number(isPublic) - Number(wasPublic);
  let visibleStep = stepOf(wasPublic || changed.reply_count > 0, isPublic || changed.reply_count > 0);
  let threadStep = showOrHide(tree, changed, visibleStep);

  for (let parentId = changed.parent_id; parentId !== null && (publicStep !== 0 || visibleStep !== 0); ) {
    const node = tree.find(parentId);
    const { reply_count: replyCount } = node;
    tree.addCounts(node.id, publicStep, visibleStep);
    const approved = node.state === "approved";
    const step = stepOf(approved || replyCount > 0, approved || replyCount + publicStep > 0);
    threadStep += showOrHide(tree, node, step);
    visibleStep += step;
    parentId = node.parent_id;
  }
  tree.addToPost(changed.post_id, { comments: publicStep, threads: threadStep });
}

/** The counts in the database, updated immediately. */
function createCountedTree(connection: Connection): CountedTree {
  return {
    find: (id) => findNode(connection, id),
    addCounts: (id, publicStep, visibleStep) => addCounts(connection, id, publicStep, visibleStep),
    list: (id, isShown) => void connection.run(isShown ? SHOW_SQL : HIDE_SQL, id),
    addToPost: (id, steps) => addToPost(connection, id, { ...steps, versions: 1 }),
  };
}

export function findNode(connection: Connection, id: number): CountedNode {
  const node = connection.get<CountedNode>(NODE_SQL, id);
  if (node === undefined) throw new Error(`comment ${id} has no row`);
  return node;
}

export function addCounts(connection: Connection, id: number, publicStep: number, visibleStep: number): void {
  connection.run(
    "UPDATE comment SET reply_count = reply_count + ?, visible_count = visible_count + ? WHERE id = ?",
    publicStep,
    visibleStep,
    id,
  );
}

export function addToPost(
  connection: Connection,
  id: number,
  { comments, threads, versions }: { readonly comments: number; readonly threads: number; readonly versions: number },
): void {
  connection.run(
    "UPDATE post SET comment_count = comment_count + ?, thread_count = thread_count + ?, version = version + ? WHERE id = ?",
    comments,
    threads,
    versions,
    id,
  );
}

function stepOf(before: boolean, after: boolean): number {
  return Number(after) - Number(before);
}

/** Returns the change in the number of top-level threads. */
function showOrHide(tree: CountedTree, node: CountedNode, step: number): number {
  if (step === 0) return 0;
  if (node.depth === 0) return step;
  tree.list(node.id, step > 0);
  return 0;
}
