import { COMMENT_EDIT_MS } from "../../../../contract/limits.ts";
import type {
  CommentChange,
  CommentState,
  CommentStore,
  DecideResult,
  Decision,
  DecisionUndo,
  EditCommentResult,
  ModerationDecision,
  OwnComment,
  UndoResult,
  WithdrawCommentResult,
} from "../../comment-types.ts";
import { addNoticeEvent } from "../notices/notice-store.ts";
import type { Connection, StoreContext } from "../store-context.ts";
import { followApproval } from "../subscription-store.ts";
import { findComment } from "./comment-lists.ts";
import { followStateChange } from "./comment-visibility.ts";
import { replaceUndoStep, toUndoItem } from "./undo-steps.ts";

interface OwnRow {
  id: number;
  state: CommentState;
  author_name: string;
  author_url: string | null;
  body: string;
  body_html: string;
  sanitizer_version: number;
  spam_reason: string | null;
  created_at: number;
}

/**
 * The state that each decision leads to, and the states it starts from. Any comment may be deleted,
 * and `deleted` is final.
 */
export const TRANSITIONS: Record<Decision, { to: CommentState; from: readonly CommentState[] }> = {
  approve: { to: "approved", from: ["pending", "rejected", "spam"] },
  reject: { to: "rejected", from: ["pending", "approved"] },
  spam: { to: "spam", from: ["pending", "approved"] },
  delete: { to: "deleted", from: ["pending", "approved", "rejected", "spam"] },
};

/**
 * An approved comment becomes pending when its author edits it. Rejected comments and spam keep
 * their state.
 */
export function editComment(
  { connection, quotas }: Pick<StoreContext, "connection" | "quotas">,
  edit: CommentChange,
  now: number,
): EditCommentResult {
  const row = findOwn(connection, edit, now);
  if (row === "unknown" || row === "expired") return { kind: row };
  const authorName = edit.authorName ?? row.author_name;
  const authorUrl = edit.authorUrl === undefined ? row.author_url : edit.authorUrl;
  const text = edit.text ?? { body: row.body, bodyHtml: row.body_html, sanitizerVersion: row.sanitizer_version };
  if (authorName !== row.author_name || authorUrl !== row.author_url || text.body !== row.body) {
    const refused = quotas.use(edit.quotas ?? [], now);
    if (refused !== null) return refused;
    const held = row.state === "rejected" || row.state === "spam";
    const state = held ? row.state : edit.verdict.state;
    const reason = held ? row.spam_reason : edit.verdict.state === "spam" ? edit.verdict.reason : null;
    connection.run(
      `UPDATE comment SET author_name = ?, author_url = ?, body = ?, body_html = ?, sanitizer_version = ?, state = ?, spam_reason = ?,
         edited_at = ?, revision = revision + 1 WHERE id = ?`,
      authorName,
      authorUrl,
      text.body,
      text.bodyHtml,
      text.sanitizerVersion,
      state,
      reason,
      now,
      row.id,
    );
    if (state !== row.state) followStateChange(connection, row.id, row.state);
    // The owner has already been notified of a comment that was pending.
    if (state === "pending" && row.state === "approved") addNoticeEvent(connection, "comment", edit.id, now);
  }
  return { kind: "changed", comment: readOwn(connection, row.id) };
}

export function withdrawComment(connection: Connection, comment: { slug: string; id: string }, now: number): WithdrawCommentResult {
  const row = findOwn(connection, comment, now);
  if (row === "unknown" || row === "expired") return { kind: row };
  eraseComment(connection, row.id, row.state, now);
  return { kind: "withdrawn" };
}

export function decideComment(connection: Connection, wanted: ModerationDecision, now: number): DecideResult {
  const { id, revision, state, decision, keepsUndo = false } = wanted;
  const comment = findComment(connection, id);
  if (comment === null) return { kind: "unknown" };
  if (state !== undefined && comment.state !== state) return { kind: "not-allowed", comment };
  const { to, from } = TRANSITIONS[decision];
  if (comment.revision !== revision) return { kind: "revision-conflict", comment };
  if (comment.state === to) return { kind: "unchanged", comment };
  if (!from.includes(comment.state)) return { kind: "not-allowed", comment };
  const rowId = findRow(connection, id);
  if (to === "deleted") eraseComment(connection, rowId, comment.state, now);
  else {
    writeDecision(connection, rowId, comment.state, { state: to, spamReason: to === "spam" ? "owner" : null, decidedAt: now });
    if (to === "approved") followApproval(connection, rowId);
  }
  const decided = findComment(connection, id) ?? comment;
  if (keepsUndo && to !== "deleted") replaceUndoStep(connection, to, toUndoItem(comment, decided), now);
  return { kind: "decided", comment: decided, before: comment };
}

export function undoDecision(connection: Connection, { id, before, after }: DecisionUndo): UndoResult {
  const comment = findComment(connection, id);
  if (comment === null) return { kind: "unknown" };
  const isUnchanged = comment.state === after.state && comment.revision === after.revision && comment.decidedAt === after.decidedAt;
  if (!isUnchanged || after.state === "deleted" || before.state === "deleted") return { kind: "changed", comment };
  writeDecision(connection, findRow(connection, id), after.state, before);
  return { kind: "undone", comment: findComment(connection, id) ?? comment };
}

function findRow(connection: Connection, id: string): number {
  return connection.get<{ id: number }>("SELECT id FROM comment WHERE public_id = ?", id)?.id ?? 0;
}

function writeDecision(
  connection: Connection,
  rowId: number,
  from: CommentState,
  { state, spamReason, decidedAt }: DecisionUndo["before"],
): void {
  const sql = "UPDATE comment SET state = ?, spam_reason = ?, decided_at = ? WHERE id = ?";
  connection.run(sql, state, spamReason, decidedAt, rowId);
  if (state !== from) followStateChange(connection, rowId, from);
}

export function rerenderComments(connection: Connection, renderings: Parameters<CommentStore["rerender"]>[0]): number {
  let changed = 0;
  for (const { id, revision, bodyHtml, sanitizerVersion } of renderings) {
    const done = connection.run(
      "UPDATE comment SET body_html = ?, sanitizer_version = ? WHERE public_id = ? AND revision = ? AND state <> 'deleted'",
      bodyHtml,
      sanitizerVersion,
      id,
      revision,
    );
    if (done > 0) connection.run("UPDATE post SET version = version + 1 WHERE id = (SELECT post_id FROM comment WHERE public_id = ?)", id);
    changed += done;
  }
  return changed;
}

/**
 * Permanently deletes text, names and everything that identifies the author. The row stays, so that
 * replies keep their place.
 */
export function eraseComment(connection: Connection, rowId: number, before: CommentState, now: number): void {
  connection.run(
    `UPDATE comment SET state = 'deleted', author_name = NULL, author_email = NULL, author_url = NULL, body = NULL, body_html = NULL,
       origin = NULL, spam_reason = NULL, is_author = 0, decided_at = ? WHERE id = ?`,
    now,
    rowId,
  );
  connection.run("DELETE FROM author_key WHERE comment_id = ?", rowId);
  connection.run("DELETE FROM duplicate_mark WHERE comment_id = ?", rowId);
  connection.run("DELETE FROM reply_subscription WHERE comment_id = ?", rowId);
  followStateChange(connection, rowId, before);
}

function findOwn(connection: Connection, { slug, id }: { slug: string; id: string }, now: number): OwnRow | "unknown" | "expired" {
  const row = connection.get<OwnRow>(
    `SELECT id, state, author_name, author_url, body, body_html, sanitizer_version, spam_reason, created_at FROM comment
     WHERE public_id = ? AND post_id = (SELECT id FROM post WHERE slug = ?) AND state <> 'deleted'`,
    id,
    slug,
  );
  if (row === undefined) return "unknown";
  return now - row.created_at >= COMMENT_EDIT_MS ? "expired" : row;
}

function readOwn(connection: Connection, rowId: number): OwnComment {
  const own = connection.get<OwnComment>(
    `SELECT comment.public_id AS id, parent.public_id AS parentId, comment.author_name AS authorName, comment.author_url AS authorUrl,
       comment.body, comment.body_html AS bodyHtml, comment.created_at AS createdAt, comment.edited_at AS editedAt
     FROM comment LEFT JOIN comment AS parent ON parent.id = comment.parent_id WHERE comment.id = (SELECT ?)`,
    rowId,
  );
  if (own === undefined) throw new Error(`comment ${rowId} has no row`);
  return own;
}
