import { z } from "zod";
import { toPublicId } from "../../store/sqlite/ids.ts";
import { CommentStateName, DecisionName, OwnedComment } from "../moderation-schemas.ts";
import { defineOperation, OwnerError } from "../owner-operation.ts";
import { assertDecidable, Seen, SelectionFilter, toSelectionQuery } from "./selection-filter.ts";

/** Number of comments that one call decides on. */
const STEP = 500;
/** Decisions per transaction, so that visitors can write in between. */
const BATCH = 50;
/** Number of comments shown from a selection. */
const SAMPLE = 3;

/** How many comments a filter selects, and a sample of them. Decisions on them use `seen`. */
export const countSelection = defineOperation({
  name: "comments.count",
  scope: "read",
  about: "Counts the comments that a filter selects",
  input: z.strictObject({
    filter: SelectionFilter,
    /** Counts the comments seen earlier; null counts the current ones. */
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
 * Decides on the next 500 comments of a selection. Comments that arrived or were edited after
 * `seen` stay unchanged. Call it with the answer's `selection` and `next` until `next` is null.
 */
export const decideSelection = defineOperation({
  name: "comments.decide-selection",
  scope: "moderate",
  about: "Decides on comments that a filter selects, 500 at a time",
  input: z.strictObject({
    filter: SelectionFilter,
    decision: DecisionName,
    seen: Seen,
    /** From the answer of the first call; null in the first call. */
    selection: z.string().length(24).nullable().default(null),
    after: z.string().max(100).nullable().default(null),
  }),
  output: z.strictObject({
    /** Undoes all steps (comments.undo-selection). */
    selection: z.string(),
    decided: z.int(),
    /** `after` of the next call; null if this was the last call. */
    next: z.string().nullable(),
    /**
     * Only in the last call: comments that have since been edited or decided otherwise, at most 50.
     */
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
  about: "Lists bulk decisions, and decisions made through links, that can still be undone",
  input: z.strictObject({}),
  output: z.strictObject({
    /** `state` is the result of the decision. The latest decision is first. */
    items: z.array(
      z.strictObject({
        /** The comment's id, for a decision made through a message's link. */
        selection: z.string(),
        /** Null for a decision on many comments. */
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
  about: "Undoes decisions on a selection that are less than a day old, 500 at a time",
  input: z.strictObject({ selection: z.string().max(100) }),
  output: z.strictObject({
    undone: z.int(),
    /** Ids of comments that have changed since the decision; these are left alone. */
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
        throw new OwnerError("nothing is left to undo", "decisions can be undone for a day; deleting cannot be undone");
      }
      report.undone += step.undone;
      report.changed.push(...step.changed);
      report.hasMore = step.remaining > 0;
      if (!report.hasMore) return report;
    }
    return report;
  },
});
