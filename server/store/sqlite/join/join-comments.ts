import type { CommentState } from "../../comment-types.ts";
import type { ErasedSubjects } from "../../privacy-types.ts";
import type { MovedComment } from "../../transfer-types.ts";
import { eraseComment } from "../comments/comment-changes.ts";
import { findMoved, insertMoved } from "../comments/comment-transfers.ts";
import { followStateChange } from "../comments/comment-visibility.ts";
import { UNRENDERED } from "../comments/first-renderings.ts";
import { ensurePostId } from "../post-store.ts";
import type { Connection } from "../store-context.ts";
import { copyRows } from "./copy-rows.ts";
import type { JoinSource } from "./join-source.ts";

export type JoinOutcome = "added" | "changed" | "existing" | "erased";

export interface JoinedComment extends Omit<MovedComment, "isAuthor"> {
  /** Its row number in the other database. The comment that it replies to has a smaller one. */
  readonly row: number;
  readonly id: string;
  readonly parentId: string | null;
  readonly isAuthor: number;
  readonly importKey: string | null;
  readonly isAnswered: number;
}

/** The comment in this database. */
interface OwnRow {
  id: number;
  state: CommentState;
  revision: number;
  body: string | null;
  authorName: string | null;
  authorUrl: string | null;
  editedAt: number | null;
  decidedAt: number | null;
  spamReason: string | null;
}

export const COMMENT_PAGE_SQL = `SELECT c.id AS row, c.public_id AS id, post.slug, parent.public_id AS parentId, c.state, c.revision, c.author_name AS authorName,
    c.author_email AS authorEmail, c.author_url AS authorUrl, c.is_author AS isAuthor, c.body, c.created_at AS createdAt, c.edited_at AS editedAt,
    c.decided_at AS decidedAt, c.origin, c.spam_reason AS spamReason, c.import_key AS importKey,
    EXISTS (SELECT 1 FROM comment AS reply WHERE reply.parent_id = c.id) AS isAnswered
  FROM comment AS c JOIN post ON post.id = c.post_id LEFT JOIN comment AS parent ON parent.id = c.parent_id
  WHERE c.id > ? AND c.id <= ${Number.MAX_SAFE_INTEGER} ORDER BY c.id LIMIT ?`;

const OWN_SQL = `SELECT id, state, revision, body, author_name AS authorName, author_url AS authorUrl, edited_at AS editedAt, decided_at AS decidedAt,
  spam_reason AS spamReason FROM comment WHERE id = ?`;

interface JoinCommentOptions {
  readonly source: JoinSource;
  readonly erased: ErasedSubjects;
  readonly dryRun: boolean;
}

/** Runs in the caller's transaction. The parent has already been joined. */
export function joinComment(connection: Connection, theirs: JoinedComment, options: JoinCommentOptions): JoinOutcome {
  const found = findMoved(connection, { key: theirs.importKey, id: theirs.id });
  if (found === undefined) return addTheirs(connection, theirs, options);
  const [ours] = connection.all<OwnRow>(OWN_SQL, found.id);
  if (ours === undefined || ours.state === "deleted") return "existing";
  if (theirs.state === "deleted") {
    if (!options.dryRun) eraseComment(connection, ours.id, ours.state, theirs.decidedAt ?? theirs.createdAt);
    return "changed";
  }
  const change = toChange(ours, theirs);
  if (change === null) return "existing";
  if (!options.dryRun) changeOurs(connection, ours, change, found.post_id);
  return "changed";
}

function addTheirs(connection: Connection, theirs: JoinedComment, { source, erased, dryRun }: JoinCommentOptions): JoinOutcome {
  const isErased = theirs.state !== "deleted" && theirs.createdAt <= erasedUntil(theirs, erased);
  const isEmpty = isErased || theirs.state === "deleted";
  const outcome = isErased ? "erased" : isEmpty && theirs.isAnswered === 0 ? "existing" : "added";
  // Deleted comments without text are added only if they have replies.
  if (dryRun || (isEmpty && theirs.isAnswered === 0)) return outcome;
  const postId = ensurePostId(connection, theirs.slug);
  const answered = theirs.parentId === null ? undefined : findMoved(connection, { key: null, id: theirs.parentId });
  const parent = answered?.post_id === postId ? answered : null;
  const comment = isErased ? withoutText(theirs) : theirs;
  const { id } = insertMoved(
    connection,
    { ...comment, isAuthor: comment.isAuthor === 1, key: theirs.importKey },
    { id: theirs.id, postId, parent },
  );
  if (comment.state === "approved") followStateChange(connection, id, "pending");
  if (isEmpty) return outcome;
  copyRows(connection, source, { table: "author_key", column: "comment_id", from: theirs.row, to: id });
  copyRows(connection, source, { table: "duplicate_mark", column: "comment_id", from: theirs.row, to: id });
  copyRows(connection, source, { table: "reply_subscription", column: "comment_id", from: theirs.row, to: id });
  copyRows(connection, source, { table: "idempotency_key", column: "result_id", from: theirs.id, to: theirs.id });
  return outcome;
}

function erasedUntil({ id, authorEmail }: JoinedComment, erased: ErasedSubjects): number {
  const byEmail = authorEmail === null ? null : erased.email(authorEmail);
  return Math.max(byEmail ?? Number.NEGATIVE_INFINITY, erased.comment(id) ?? Number.NEGATIVE_INFINITY);
}

function withoutText(comment: JoinedComment): JoinedComment {
  const nothing = { authorName: null, authorEmail: null, authorUrl: null, body: null, origin: null, spamReason: null };
  return { ...comment, ...nothing, state: "deleted", isAuthor: 0 };
}

type Change = Omit<OwnRow, "id"> & { readonly isNewText: boolean };

/** null if this database's version is at least as new. */
function toChange(ours: OwnRow, theirs: JoinedComment): Change | null {
  const { state, revision, body, authorName, authorUrl, editedAt, decidedAt, spamReason } = theirs;
  const isEditedApart = revision === ours.revision && (editedAt ?? 0) > (ours.editedAt ?? 0);
  if (revision > ours.revision || isEditedApart) {
    // The owner rejected the comment without seeing its new text, so it stays hidden.
    const isHeld = ours.state === "rejected" || ours.state === "spam";
    const keepsState = isHeld && (ours.decidedAt ?? 0) > Math.max(decidedAt ?? 0, editedAt ?? 0);
    const decision = keepsState
      ? { state: ours.state, decidedAt: ours.decidedAt, spamReason: ours.spamReason }
      : { state, decidedAt, spamReason };
    return { ...decision, revision: Math.max(revision, ours.revision + 1), body, authorName, authorUrl, editedAt, isNewText: true };
  }
  if (revision < ours.revision || state === ours.state || (decidedAt ?? 0) <= (ours.decidedAt ?? 0)) return null;
  return { ...ours, state, decidedAt, spamReason, isNewText: false };
}

function changeOurs(connection: Connection, ours: OwnRow, change: Change, postId: number): void {
  connection.run(
    `UPDATE comment SET state = ?, decided_at = ?, spam_reason = ?, revision = ?, body = ?, author_name = ?, author_url = ?, edited_at = ? WHERE id = ?`,
    ...[
      change.state,
      change.decidedAt,
      change.spamReason,
      change.revision,
      change.body,
      change.authorName,
      change.authorUrl,
      change.editedAt,
    ],
    ours.id,
  );
  if (change.isNewText) connection.run(`UPDATE comment SET body_html = '', sanitizer_version = ${UNRENDERED} WHERE id = ?`, ours.id);
  if (change.state !== ours.state) followStateChange(connection, ours.id, ours.state);
  else connection.run("UPDATE post SET version = version + 1 WHERE id = ?", postId);
}
