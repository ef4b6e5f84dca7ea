import { z } from "zod";
import { SANITIZER_VERSION } from "../../text/sanitizer-version.ts";
import { completeId } from "../complete-id.ts";
import { IdWord, OwnedComment, Revision } from "../moderation-schemas.ts";
import { defineOperation } from "../owner-operation.ts";
import { ReplyText } from "../owner-replies.ts";

/** `not-own`: a visitor wrote it, or it is not public. */
const EditOutcome = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.enum(["edited", "unchanged", "not-own", "revision-conflict"]), comment: OwnedComment }),
  z.strictObject({ kind: z.literal("unknown") }),
]);
export type EditOutcome = z.infer<typeof EditOutcome>;

/** Changes the text of a reply that the owner wrote. It stays public, with the time of its change. */
export const editOwnComment = defineOperation({
  name: "comments.edit",
  scope: "moderate",
  about: "Changes the text of the owner's own reply",
  input: z.strictObject({ id: IdWord, revision: Revision, text: ReplyText }),
  output: EditOutcome,
  run: async ({ store }, { id, revision, text: body }): Promise<EditOutcome> => {
    const { renderComment } = await import("../../text/comment-markdown.ts");
    const commentId = await completeId(store.comments, id);
    return store.threads.editOwn({
      id: commentId,
      revision,
      body,
      bodyHtml: renderComment(body).html,
      sanitizerVersion: SANITIZER_VERSION,
    });
  },
});

/** The HTML that would be published for a text. Stores nothing. */
export const previewText = defineOperation({
  name: "comments.preview",
  scope: "read",
  about: "Renders a text as it would be published",
  input: z.strictObject({ text: ReplyText }),
  output: z.strictObject({ html: z.string() }),
  run: async (_, { text }) => {
    const { renderComment } = await import("../../text/comment-markdown.ts");
    return { html: renderComment(text).html };
  },
});

/** The reason why an edit was not carried out; null if it was. */
export function describeEditProblem(outcome: EditOutcome): string | null {
  switch (outcome.kind) {
    case "edited":
    case "unchanged":
      return null;
    case "not-own":
      return "only your own public replies can be changed";
    case "revision-conflict":
      return `the reply has since been changed elsewhere; it is now at revision ${outcome.comment.revision}`;
    case "unknown":
      return "the reply no longer exists";
  }
}
