import { z } from "zod";
import type { DecideResult } from "../store/comment-types.ts";
import type { Store } from "../store/store.ts";
import { toUndo } from "./comment-decisions.ts";
import { completeId } from "./complete-id.ts";
import { BanDays, IdWord, ModerationUndo, OwnedBan, OwnedComment } from "./moderation-schemas.ts";
import { defineOperation } from "./owner-operation.ts";

/** Number of comments to read at once. */
const BATCH = 100;

/**
 * `nothing-known`: the author's email and network addresses have already been deleted, so nobody
 * was banned.
 */
const BanOutcome = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("banned"),
    bans: z.array(OwnedBan),
    comment: OwnedComment,
    /** How many other comments were marked as spam. */
    marked: z.int(),
    undo: ModerationUndo,
  }),
  z.strictObject({ kind: z.enum(["nothing-known", "unknown"]) }),
]);
export type BanOutcome = z.infer<typeof BanOutcome>;

/** Bans a comment's author by email and network address, and marks the comment as spam. */
export const banAuthor = defineOperation({
  name: "comments.ban",
  scope: "moderate",
  about: "Bans a comment's author and marks the comment as spam",
  input: z.strictObject({
    id: IdWord,
    days: BanDays,
    note: z.string().nullable().default(null),
    /** Whether to also mark the author's other pending comments as spam. */
    others: z.boolean().default(false),
  }),
  output: BanOutcome,
  run: async ({ store }, { id, days, note, others }): Promise<BanOutcome> => {
    const commentId = await completeId(store.comments, id);
    const found = await store.bans.banAuthor({ commentId, note, ...(days === null ? {} : { days }) });
    if (found === null) return { kind: "unknown" };
    if (found.bans.length === 0) return { kind: "nothing-known" };
    const marked = others ? await markOthers(store, commentId) : [];
    const comment = found.decided?.comment ?? (await store.comments.get(commentId));
    if (comment === null) return { kind: "unknown" };
    const undo = toUndo(commentId, [...(found.decided === null ? [] : [found.decided]), ...marked]);
    const keepsBan = found.added.length < found.bans.length;
    return { kind: "banned", bans: [...found.bans], comment, marked: marked.length, undo: { ...undo, bans: [...found.added], keepsBan } };
  },
});

async function markOthers({ comments }: Pick<Store, "comments">, commentId: string): Promise<(DecideResult & { kind: "decided" })[]> {
  const decided: (DecideResult & { kind: "decided" })[] = [];
  for (let after: string | undefined; ; ) {
    const list = { states: ["pending"] as const, sameAuthorAs: commentId, limit: BATCH };
    const found = await comments.list({ ...list, ...(after === undefined ? {} : { after }) });
    const results = await Promise.all(found.map(({ id, revision }) => comments.decide({ id, revision, decision: "spam" })));
    decided.push(...results.filter((result) => result.kind === "decided"));
    if (found.length < BATCH) return decided;
    after = found.at(-1)?.id;
  }
}
