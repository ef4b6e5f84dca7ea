import type { CommentCountQuery, CommentState, Decision, StoredComment } from "./comment-types.ts";

/** How long a decision on a selection can be undone, in days. */
export const SELECTION_UNDO_DAYS = 1;

/** Selects the comments that the owner saw. Later comments and later edits are skipped. */
export interface CommentSelection extends Omit<CommentCountQuery, "order" | "after"> {
  /** The newest comment that the owner saw. */
  readonly newest: string;
  /** When the owner saw them, in milliseconds since 1970. */
  readonly seenAt: number;
}

export interface SelectionCount {
  count: number;
  /** The newest of them by arrival; null if there are none. */
  newest: string | null;
}

export interface SelectionStep {
  decided: number;
  /**
   * The last comment of the step, after which the next step continues; null if this was the last.
   */
  next: string | null;
}

/** A decision on many comments, or on one through a message's link, that can still be undone. */
export interface UndoableSelection {
  /** The comment's id, for a decision through a link. */
  selection: string;
  /** The author's name, for a decision through a link; null for many comments. */
  authorName: string | null;
  /** The resulting state. */
  state: Exclude<CommentState, "deleted">;
  decided: number;
  at: number;
}

/** Decisions on many comments at once. */
export interface SelectionStore {
  count(query: CommentCountQuery): Promise<SelectionCount>;
  /**
   * Decides on the oldest comments of a selection, in one transaction with the data for an undo.
   * @param step `selection` is a public id that all steps of one decision share. `after` is `next`
   * of the previous step
   */
  decide(
    selection: CommentSelection,
    step: { decision: Decision; selection: string; after: string | null; limit: number },
  ): Promise<SelectionStep>;
  /**
   * Comments of a selection that were edited or decided otherwise since `seenAt`, oldest first.
   * They may have any state except the decision's result.
   */
  changed(selection: CommentSelection, decision: Decision, limit: number): Promise<StoredComment[]>;
  /**
   * Decisions that can still be undone, latest first: on selections, and on single comments whose
   * undo is kept (ModerationDecision.keepsUndo).
   */
  undoable(): Promise<UndoableSelection[]>;
  /**
   * When a decision on one comment was made whose undo is kept (ModerationDecision.keepsUndo); null
   * if the comment has changed since, or a day has passed.
   */
  undoableSince(id: string): Promise<number | null>;
  /** Undoes the last step of a selection. Null if nothing is left to undo. */
  undo(selection: string): Promise<{ undone: number; changed: string[]; remaining: number } | null>;
}

/** A decision in an undo step. */
export interface UndoItem {
  readonly id: string;
  readonly before: { readonly state: CommentState; readonly spamReason: string | null; readonly decidedAt: number | null };
  readonly after: { readonly state: CommentState; readonly revision: number; readonly decidedAt: number | null };
}
