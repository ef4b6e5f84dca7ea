import { z } from "zod";
import { COMMENT_STATES, DECISIONS, type StoredComment } from "../store/comment-types.ts";

/** Milliseconds since 1970. */
const Instant = z.int();
const Count = z.int().min(0);
export const CommentStateName = z.enum(COMMENT_STATES);
export const DecisionName = z.enum(DECISIONS);
/** An id, or at least the first six characters of one. */
export const IdWord = z.string().min(1).max(200);
/** 0 means that no revision was seen, which is a conflict. */
export const Revision = z.int().min(0);

/** A comment as the owner sees it. */
export const OwnedComment = z.strictObject({
  id: z.string(),
  slug: z.string(),
  parentId: z.string().nullable(),
  depth: Count,
  state: CommentStateName,
  revision: Revision,
  authorName: z.string().nullable(),
  authorEmail: z.string().nullable(),
  authorUrl: z.string().nullable(),
  body: z.string().nullable(),
  bodyHtml: z.string().nullable(),
  createdAt: Instant,
  editedAt: Instant.nullable(),
  decidedAt: Instant.nullable(),
  replyCount: Count,
  isAuthor: z.boolean(),
  origin: z.string().nullable(),
  spamReason: z.string().nullable(),
}) satisfies z.ZodType<StoredComment>;

export const BAN_DAYS_MAX = 3_650;
/** null for the usual duration. */
export const BanDays = z.int().min(1).max(BAN_DAYS_MAX).nullable().default(null);

export const OwnedBan = z.strictObject({
  id: z.int(),
  kind: z.enum(["email", "address"]),
  note: z.string().nullable(),
  createdAt: Instant,
  expiresAt: Instant,
});

const DecisionUndo = z.strictObject({
  id: z.string(),
  before: OwnedComment.pick({ state: true, spamReason: true, decidedAt: true }),
  after: OwnedComment.pick({ state: true, revision: true, decidedAt: true }),
});

/** Everything needed to undo one step of moderation. It contains no text. */
export const ModerationUndo = z.strictObject({
  /** The comment that the step was about. */
  id: z.string(),
  decisions: z.array(DecisionUndo),
  /** Bans that the step added. */
  bans: z.array(z.int()),
  /** Whether the author was already banned. An undo keeps that ban. */
  keepsBan: z.boolean(),
  /** The owner's reply; null if none was written. */
  reply: z.string().nullable(),
});
export type ModerationUndo = z.infer<typeof ModerationUndo>;

/**
 * The outcome for one comment. `unchanged`: it already had that state. `not-allowed`: the decision
 * is not possible from its state.
 */
export const DecisionOutcome = z.discriminatedUnion("kind", [
  z.strictObject({ id: z.string(), kind: z.literal("decided"), comment: OwnedComment, undo: ModerationUndo }),
  z.strictObject({ id: z.string(), kind: z.enum(["unchanged", "not-allowed", "revision-conflict"]), comment: OwnedComment }),
  z.strictObject({ id: z.string(), kind: z.literal("unknown") }),
]);
export type DecisionOutcome = z.infer<typeof DecisionOutcome>;
