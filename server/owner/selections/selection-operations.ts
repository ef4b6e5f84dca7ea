import { z } from "zod";
import { toPublicId } from "../../store/sqlite/ids.ts";
import { CommentStateName, DecisionName, OwnedComment } from "../moderation-schemas.ts";
import { defineOperation, OwnerError } from "../owner-operation.ts";
import { assertDecidable, Seen, SelectionFilter, toSelectionQuery } from "./selection-filter.ts";

/** Comments of one call. */
const STEP = 500;
/** Decisions per transaction, so that visitors can write in between. */
const BATCH = 50;
/** Comments shown of a selection. */
const SAMPLE = 3;

/** How many comments a filter selects, with some of them. `seen` is what decisions on them name. */
export const countSelection = defineOperation({
  name: "comments.count",
  scope: "read",
  about: "Counts the comments that a filter selects",
  input: z.strictObject({
    filter: SelectionFilter,
    /** Counts what was seen before; null counts what is there now. */
    seen: Seen.nullable().default(null),
  }),
  output: z.strictObject({ count: z.int(), seen: Seen.nullable(), sample: z.array(OwnedComment) }),
  run: async ({ store, clock }, { filter, seen }) => {
    const at = seen?.at ?? clock();
    const query = { ...toSelectionQuery(filter), ...(seen === null ? {} : { upTo: seen.newest, notEditedSince: seen.at }) };
    const { count, newest } = await store.selections.count(query);
    const sample = await store.comments.list({ ...query, order: "newest", limit: SAMPLE });
    return { count, seen: newest === null ? null : { newest, at }, sample };
  },
});

/**
 * Decides on the next 500 of a selection. Comments that arrived or were edited after `seen` stay as
 * they are. Call it with the answer's `selection` and `next` until `next` is null.
 */
export const decideSelection = defineOperation({
  name: "comments.decide-selection",
  scope: "moderate",
  about: "Decides on comments that a filter selects, 500 at a time",
  input: z.strictObject({
    filter: SelectionFilter,
    decision: DecisionName,
    seen: Seen,
    /** From the answer of the first call; null starts. */
    selection: z.string().length(24).nullable().default(null),
    after: z.string().max(100).nullable().default(null),
  }),
  output: z.strictObject({
    /** Undoes all steps (comments.undo-selection). */
    selection: z.string(),
    decided: z.int(),
    /** `after` of the next call; null if this was the last. */
    next: z.string().nullable(),
    /** With the last call: comments that were edited or decided otherwise since, at most 50. */
    changed: z.array(OwnedComment),
  }),
  run: async ({ store: { selections }, random }, { filter, decision, seen, selection: given, after }) => {
    assertDecidable(filter.states, decision);
    const selection = given ?? toPublicId(random);
    const query = { ...toSelectionQuery(filter), newest: seen.newest, seenAt: seen.at };
    let [next, decided]: [string | null, number] = [after, 0];
    for (let seenCount = 0; seenCount < STEP; seenCount += BATCH) {
      const step = await selections.decide(query, { decision, selection, after: next, limit: BATCH });
      decided += step.decided;
      next = step.next;
      if (next === null) break;
    }
    return { selection, decided, next, changed: next === null ? await selections.changed(query, decision, BATCH) : [] };
  },
});

export const listUndoable = defineOperation({
  name: "comments.undoable",
  scope: "read",
  about: "Lists decisions on many comments, and those made by links, that can still be undone",
  input: z.strictObject({}),
  output: z.strictObject({
    /** `state` is the one that the decision led to. The last decision is first. */
    items: z.array(
      z.strictObject({
        /** The comment's id, after a decision by a message's link. */
        selection: z.string(),
        /** Null for a decision on many. */
        authorName: z.string().nullable(),
        state: CommentStateName.exclude(["deleted"]),
        decided: z.int(),
        at: z.int(),
      }),
    ),
  }),
  run: async ({ store: { selections } }) => ({ items: await selections.undoable() }),
});

/** Undoes the next 500 decisions of a selection, within a day. */
export const undoSelection = defineOperation({
  name: "comments.undo-selection",
  scope: "moderate",
  about: "Undoes decisions on a selection, 500 at a time, for a day",
  input: z.strictObject({ selection: z.string().max(100) }),
  output: z.strictObject({
    undone: z.int(),
    /** Ids of comments that have changed since; they stay as they are. */
    changed: z.array(z.string()),
    /** Whether another call is needed. */
    hasMore: z.boolean(),
  }),
  run: async ({ store: { selections } }, { selection }) => {
    const report = { undone: 0, changed: [] as string[], hasMore: false };
    for (let seen = 0; seen < STEP; seen += BATCH) {
      const step = await selections.undo(selection);
      if (step === null) {
        if (seen > 0) return { ...report, hasMore: false };
        throw new OwnerError("nothing of this is left to undo", "decisions can be undone for a day; deleting cannot be undone");
      }
      report.undone += step.undone;
      report.changed.push(...step.changed);
      report.hasMore = step.remaining > 0;
      if (!report.hasMore) return report;
    }
    return report;
  },
});
