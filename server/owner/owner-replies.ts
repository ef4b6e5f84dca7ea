import { z } from "zod";
import { CommentSubmission } from "../../contract/schemas/request.ts";
import { toProblemItems } from "../../contract/schemas/request-problems.ts";
import { toPublicUrl } from "../stored-site.ts";
import { toShownBody } from "../text/plain-text.ts";
import { SANITIZER_VERSION } from "../text/sanitizer-version.ts";
import { toOutcome, toUndo } from "./comment-decisions.ts";
import { completeId } from "./complete-id.ts";
import { IdWord, ModerationUndo, OwnedComment, Revision } from "./moderation-schemas.ts";
import { defineOperation } from "./owner-operation.ts";

/** Markdown as in visitors' comments, with visible content. */
export const ReplyText = CommentSubmission.shape.body.transform((text, context) => {
  const shown = toShownBody(text);
  if (shown !== null) return shown;
  context.addIssue({ code: "custom", message: "it has no visible text" });
  return z.NEVER;
});

const ReplyOutcome = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("published"),
    reply: OwnedComment,
    /** The comment, if this operation approved it. */
    approved: OwnedComment.nullable(),
    undo: ModerationUndo,
  }),
  z.strictObject({ kind: z.literal("not-public"), comment: OwnedComment }),
  z.strictObject({ kind: z.enum(["not-allowed", "revision-conflict"]), comment: OwnedComment }),
  z.strictObject({ kind: z.enum(["unknown", "no-author"]) }),
]);
type ReplyOutcome = z.infer<typeof ReplyOutcome>;

/**
 * Publishes the owner's reply to a comment. With a revision, the comment is approved first.
 * `no-author`: the database does not yet contain the site's author; a server stores it.
 */
export const replyToComment = defineOperation({
  name: "comments.reply",
  scope: "moderate",
  about: "Publishes the owner's reply to a comment",
  input: z.strictObject({ id: IdWord, revision: Revision.nullable().default(null), text: ReplyText }),
  output: ReplyOutcome,
  run: async ({ store: { comments, site } }, { id: word, revision, text: body }): Promise<ReplyOutcome> => {
    const { renderComment } = await import("../text/comment-markdown.ts");
    const storedSite = await site.get();
    if (storedSite === null) return { kind: "no-author" };
    const id = await completeId(comments, word);
    const approval = revision === null ? null : toOutcome(id, await comments.decide({ id, revision, decision: "approve" }));
    if (approval?.kind === "unknown") return { kind: "unknown" };
    if (approval?.kind === "not-allowed" || approval?.kind === "revision-conflict")
      return { kind: approval.kind, comment: approval.comment };
    const result = await comments.reply({
      parentId: id,
      authorName: storedSite.author?.name ?? storedSite.name,
      authorUrl: storedSite.author?.url ?? toPublicUrl(storedSite),
      body,
      bodyHtml: renderComment(body).html,
      sanitizerVersion: SANITIZER_VERSION,
    });
    if (result.kind === "unknown") return { kind: "unknown" };
    if (result.kind === "not-public") return { kind: "not-public", comment: result.parent };
    const isApproved = approval?.kind === "decided";
    const undo = { ...(isApproved ? approval.undo : toUndo(id, [])), reply: result.comment.id };
    return { kind: "published", reply: result.comment, approved: isApproved ? approval.comment : null, undo };
  },
});

/** Why a text cannot be a reply; null if it can. */
export function findReplyProblem(text: string): string | null {
  const parsed = z.object({ text: ReplyText }).safeParse({ text });
  return parsed.success ? null : (toProblemItems(parsed.error, { text })[0]?.detail ?? "it is not valid");
}
