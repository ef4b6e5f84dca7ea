import { DAY_MS } from "../../../days.ts";
import type { CommentCountQuery } from "../../comment-types.ts";
import {
  type CommentSelection,
  SELECTION_UNDO_DAYS,
  type SelectionStep,
  type SelectionStore,
  type UndoItem,
} from "../../selection-types.ts";
import type { Connection } from "../database/connection.ts";
import type { StoreContext } from "../store-context.ts";
import { decideComment, undoDecision } from "./comment-changes.ts";
import { countSelected, listComments } from "./comment-lists.ts";

export function createSelections({ connection, clock, read, write }: StoreContext): SelectionStore {
  return {
    count: (query: CommentCountQuery) => read(() => countSelected(connection, query)),
    decide: (selection, step) => {
      const now = clock();
      return write(() => decideStep(connection, selection, step, now));
    },
    changed: ({ seenAt, newest, ...filter }, limit) =>
      read(() => listComments(connection, { ...filter, upTo: newest, editedSince: seenAt, limit })),
    undo: (selection) => {
      const from = clock() - SELECTION_UNDO_DAYS * DAY_MS;
      return write(() => undoStep(connection, selection, from));
    },
  };
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
    const { before, comment } = result;
    items.push({
      id,
      before: { state: before.state, spamReason: before.spamReason, decidedAt: before.decidedAt },
      after: { state: comment.state, revision: comment.revision, decidedAt: comment.decidedAt },
    });
  }
  // A deleted comment has no text that could come back.
  if (items.length > 0 && decision !== "delete")
    connection.run("INSERT INTO undo_step (selection, at, items) VALUES (?, ?, ?)", selection, now, JSON.stringify(items));
  return { decided: items.length, next: listed.length < limit ? null : (listed.at(-1)?.id ?? null) };
}

function undoStep(connection: Connection, selection: string, from: number): Awaited<ReturnType<SelectionStore["undo"]>> {
  const row = connection.get<{ id: number; items: string }>(
    "SELECT id, items FROM undo_step WHERE selection = ? AND at > ? ORDER BY id DESC LIMIT 1",
    selection,
    from,
  );
  if (row === undefined) return null;
  const items = JSON.parse(row.items) as UndoItem[];
  const changed = items.filter((item) => undoDecision(connection, item).kind !== "undone").map(({ id }) => id);
  connection.run("DELETE FROM undo_step WHERE id = ?", row.id);
  const left = connection.get<{ n: number }>("SELECT count(*) AS n FROM undo_step WHERE selection = ? AND at > ?", selection, from);
  return { undone: items.length - changed.length, changed, remaining: left?.n ?? 0 };
}
