import { DAY_MS } from "../../../days.ts";
import { COMMENT_STATES, type CommentCountQuery, type CommentState, type Decision } from "../../comment-types.ts";
import {
  type CommentSelection,
  SELECTION_UNDO_DAYS,
  type SelectionStep,
  type SelectionStore,
  type UndoItem,
} from "../../selection-types.ts";
import type { Connection, StoreContext } from "../store-context.ts";
import { decideComment, TRANSITIONS, undoDecision } from "./comment-changes.ts";
import { countSelected, listComments } from "./comment-lists.ts";
import { addUndoStep, findUndoableDecision, findUndoStep, toUndoItem } from "./undo-steps.ts";

const UNDO_MS = SELECTION_UNDO_DAYS * DAY_MS;
const UNDOABLE_SQL = `SELECT selection, (SELECT author_name FROM comment WHERE public_id = selection) AS authorName, state, decided, at
  FROM undo_total WHERE at > ? ORDER BY at DESC, selection`;

export function createSelections({ connection, read, write }: StoreContext): SelectionStore {
  return {
    count: (query: CommentCountQuery) => read(() => countSelected(connection, query)),
    decide: (selection, step) => write((now) => decideStep(connection, selection, step, now)),
    changed: ({ seenAt, newest, ...filter }, decision, limit) => {
      const states = statesSince(filter.states ?? COMMENT_STATES, decision);
      return read(() => listComments(connection, { ...filter, states, upTo: newest, changedSince: seenAt, limit }));
    },
    undoable: () => read((now) => connection.all(UNDOABLE_SQL, now - UNDO_MS)),
    undoableSince: (id) => read((now) => findUndoableDecision(connection, id, now - UNDO_MS)),
    undo: (selection) => write((now) => undoStep(connection, selection, now - UNDO_MS)),
  };
}

/** The states that a comment in one of `states` may have reached since, other than through the decision. */
function statesSince(states: readonly CommentState[], decision: Decision): CommentState[] {
  const decided = Object.values(TRANSITIONS).flatMap(({ from, to }) => (from.some((state) => states.includes(state)) ? [to] : []));
  const edited = states.includes("approved") ? ["pending"] : [];
  const possible: readonly string[] = [...states, ...decided, ...edited];
  return COMMENT_STATES.filter((state) => state !== TRANSITIONS[decision].to && state !== "deleted" && possible.includes(state));
}

function decideStep(
  connection: Connection,
  { seenAt, newest, ...filter }: CommentSelection,
  { decision, selection, after, limit }: Parameters<SelectionStore["decide"]>[1],
  now: number,
): SelectionStep {
  const items: UndoItem[] = [];
  const unchanged = { ...filter, upTo: newest, notEditedSince: seenAt, ...(after === null ? {} : { after }) };
  const listed = listComments(connection, { ...unchanged, limit });
  for (const { id, revision } of listed) {
    const result = decideComment(connection, { id, revision, decision }, now);
    if (result.kind !== "decided") continue;
    items.push(toUndoItem(result.before, result.comment));
  }
  // A deleted comment has no text that could be restored.
  const { to: state } = TRANSITIONS[decision];
  if (items.length > 0 && state !== "deleted") addUndoStep(connection, { selection, state }, items, now);
  return { decided: items.length, next: listed.length < limit ? null : (listed.at(-1)?.id ?? null) };
}

function undoStep(connection: Connection, selection: string, from: number): Awaited<ReturnType<SelectionStore["undo"]>> {
  const step = findUndoStep(connection, selection, from);
  if (step === null) return null;
  const { items } = step;
  const changed = items.filter((item) => undoDecision(connection, item).kind !== "undone").map(({ id }) => id);
  connection.run("DELETE FROM undo_step WHERE id = ?", step.id);
  const left = connection.get<{ n: number }>("SELECT count(*) AS n FROM undo_step WHERE selection = ? AND at > ?", selection, from);
  const remaining = left?.n ?? 0;
  if (remaining === 0) connection.run("DELETE FROM undo_total WHERE selection = ?", selection);
  else connection.run("UPDATE undo_total SET decided = max(decided - ?, 1) WHERE selection = ?", items.length, selection);
  return { undone: items.length - changed.length, changed, remaining };
}
