import type { CommentState } from "../../comment-types.ts";
import type { UndoItem } from "../../selection-types.ts";
import type { Connection } from "../store-context.ts";

/**
 * Stores the data for undoing these decisions, and counts them for the list of decisions that can
 * be undone. Runs in the transaction of the decisions, which led to `state`.
 */
export function addUndoStep(
  connection: Connection,
  { selection, state }: { readonly selection: string; readonly state: Exclude<CommentState, "deleted"> },
  items: readonly UndoItem[],
  now: number,
): void {
  connection.run("INSERT INTO undo_step (selection, at, items) VALUES (?, ?, ?)", selection, now, JSON.stringify(items));
  connection.run(
    `INSERT INTO undo_total (selection, state, decided, at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET decided = decided + excluded.decided, at = excluded.at`,
    selection,
    state,
    items.length,
    now,
  );
}

/** Keeps the undo of one comment's last decision, as a selection with the comment's id. */
export function replaceUndoStep(connection: Connection, state: Exclude<CommentState, "deleted">, item: UndoItem, now: number): void {
  connection.run("DELETE FROM undo_step WHERE selection = ?", item.id);
  connection.run("DELETE FROM undo_total WHERE selection = ?", item.id);
  addUndoStep(connection, { selection: item.id, state }, [item], now);
}

/** A comment's state before and after a decision, for an undo. */
export function toUndoItem(before: UndoItem["before"], after: UndoItem["after"] & { readonly id: string }): UndoItem {
  return {
    id: after.id,
    before: { state: before.state, spamReason: before.spamReason, decidedAt: before.decidedAt },
    after: { state: after.state, revision: after.revision, decidedAt: after.decidedAt },
  };
}

/** The last stored step of a selection after `from`; null if there is none. */
export function findUndoStep(
  connection: Connection,
  selection: string,
  from: number,
): { readonly id: number; readonly at: number; readonly items: readonly UndoItem[] } | null {
  const row = connection.get<{ id: number; at: number; items: string }>(
    "SELECT id, at, items FROM undo_step WHERE selection = ? AND at > ? ORDER BY id DESC LIMIT 1",
    selection,
    from,
  );
  return row === undefined ? null : { ...row, items: JSON.parse(row.items) as UndoItem[] };
}

/** When a decision on one comment was made; null if there is none that can still be undone. */
export function findUndoableDecision(connection: Connection, id: string, from: number): number | null {
  const step = findUndoStep(connection, id, from);
  const after = step?.items.find((item) => item.id === id)?.after;
  if (step === null || after === undefined) return null;
  const comment = connection.get<{ state: CommentState; revision: number; decided_at: number | null }>(
    "SELECT state, revision, decided_at FROM comment WHERE public_id = ?",
    id,
  );
  const isUnchanged = comment?.state === after.state && comment.revision === after.revision && comment.decided_at === after.decidedAt;
  return isUnchanged ? step.at : null;
}
