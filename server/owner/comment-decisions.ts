import { z } from "zod";
import type { DecideResult, Decision } from "../store/comment-types.ts";
import type { Store } from "../store/store.ts";
import { completeId } from "./complete-id.ts";
import { CommentStateName, DecisionName, DecisionOutcome, IdWord, ModerationUndo, OwnedComment, Revision } from "./moderation-schemas.ts";
import { defineOperation, type Owner } from "./owner-operation.ts";

/** Decisions per transaction, so that the server can write in between. */
const BATCH = 20;

const DecisionTarget = z.strictObject({ id: IdWord, revision: Revision, state: CommentStateName.optional() });

/**
 * Decides on comments. Each target names the revision that the owner saw; a comment edited since
 * then stays as it is.
 */
export const decideComments = defineOperation({
  name: "comments.decide",
  scope: "moderate",
  about: "Decides on comments",
  input: z.strictObject({
    decision: DecisionName,
    targets: z.array(DecisionTarget),
    /** Keeps each undo for a day, for comments.undo-selection with the comment's id. */
    keepsUndo: z.boolean().default(false),
  }),
  output: z.strictObject({ outcomes: z.array(DecisionOutcome) }),
  run: async ({ store: { comments } }, { decision, targets, keepsUndo }) => {
    const named = await Promise.all(targets.map(async (target) => ({ ...target, id: await completeId(comments, target.id) })));
    const outcomes: DecisionOutcome[] = [];
    for (let from = 0; from < named.length; from += BATCH) {
      const batch = named
        .slice(from, from + BATCH)
        .map(async (target) => toOutcome(target.id, await comments.decide({ ...target, decision, keepsUndo })));
      outcomes.push(...(await Promise.all(batch)));
    }
    return { outcomes };
  },
});

const UndoOutcome = z.strictObject({
  kind: z.enum(["undone", "reply-stays"]),
  /** How many comments have changed since. */
  changed: z.int(),
  /** Text of the deleted reply, so that it can be posted again. */
  reply: z.string().nullable(),
  /** The comment's current state; null if it no longer exists. */
  comment: OwnedComment.nullable(),
});
export type UndoOutcome = z.infer<typeof UndoOutcome>;

/**
 * Undoes one step, unless its reply has been answered. Comments that have changed since then are
 * left alone.
 */
export const undoModeration = defineOperation({
  name: "comments.undo",
  scope: "moderate",
  about: "Undoes one step of moderation",
  input: ModerationUndo,
  output: UndoOutcome,
  run: async ({ store }, { id, decisions, bans, reply: replyId }): Promise<UndoOutcome> => {
    const shown = async () => {
      const comment = await store.comments.get(id);
      return comment?.state === "deleted" ? null : comment;
    };
    // The reply is taken back first, because it must not remain below a comment that is no longer
    // public.
    const reply = replyId === null ? null : await takeReplyBack(store, replyId);
    if (replyId !== null && reply === null) return { kind: "reply-stays", changed: 0, reply, comment: await shown() };
    for (const ban of bans) await store.bans.revoke(ban);
    const results = await Promise.all(decisions.map((decision) => store.comments.undo(decision)));
    return { kind: "undone", changed: results.filter(({ kind }) => kind !== "undone").length, reply, comment: await shown() };
  },
});

/** Decides on one comment. */
export async function decideOne(
  owner: Owner,
  decision: Decision,
  { id, revision, state }: Readonly<z.infer<typeof DecisionTarget>>,
  keepsUndo = false,
): Promise<DecisionOutcome> {
  const { outcomes } = await owner(decideComments, { decision, targets: [{ id, revision, state }], keepsUndo });
  return outcomes[0] ?? { id, kind: "unknown" };
}

export function toOutcome(id: string, result: DecideResult): DecisionOutcome {
  return result.kind === "decided" ? { id, kind: "decided", comment: result.comment, undo: toUndo(id, [result]) } : { id, ...result };
}

/** Builds an undo of these decisions only. */
export function toUndo(id: string, decided: readonly Pick<DecideResult & { kind: "decided" }, "before" | "comment">[]): ModerationUndo {
  const decisions = decided.map(({ before, comment }) => ({
    id: comment.id,
    before: { state: before.state, spamReason: before.spamReason, decidedAt: before.decidedAt },
    after: { state: comment.state, revision: comment.revision, decidedAt: comment.decidedAt },
  }));
  return { id, decisions, bans: [], keepsBan: false, reply: null };
}

/**
 * Deletes a reply and returns its text. Null if it is already gone, or somebody has answered it.
 */
async function takeReplyBack({ comments }: Pick<Store, "comments">, id: string): Promise<string | null> {
  const reply = await comments.get(id);
  if (reply?.state !== "approved" || reply.replyCount > 0) return null;
  const result = await comments.decide({ id, revision: reply.revision, decision: "delete" });
  return result.kind === "decided" ? reply.body : null;
}
