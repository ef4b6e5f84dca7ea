import { z } from "zod";
import type { CommentCountQuery, CommentState, Decision } from "../../store/comment-types.ts";
import { CommentStateName, IdWord } from "../moderation-schemas.ts";
import { DECISIONS_FROM } from "../moderation-text.ts";
import { OwnerError } from "../owner-operation.ts";

const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;

/** Parts of a filter besides states, for lists and selections. All must match. */
export const COMMENT_FILTER = {
  post: z.string().nullable().default(null),
  email: z.string().nullable().default(null),
  /** Each must occur in the text, ignoring case. */
  words: z.array(z.string().min(1).max(200)).max(20).default([]),
  /** Text that the author's name, email address or link must contain, ignoring case. */
  author: z.string().min(1).max(200).nullable().default(null),
  /** A host that the comment or its author links to. */
  linkHost: z.string().toLowerCase().regex(HOST, "want a host such as casino.example").nullable().default(null),
  /** Latest time of submission, in milliseconds since 1970. */
  until: z.int().nullable().default(null),
};
type CommentFilter = z.output<z.ZodObject<typeof COMMENT_FILTER>>;

/** Selects comments that can be decided on. */
export const SelectionFilter = z.strictObject({
  states: z
    .array(CommentStateName.exclude(["deleted"]))
    .min(1)
    .default(["pending"]),
  ...COMMENT_FILTER,
});
export type SelectionInput = z.input<typeof SelectionFilter>;

/** The newest comment that the owner saw, and when. Later comments and edits are skipped. */
export const Seen = z.strictObject({ newest: IdWord, at: z.int() });

export function toSelectionQuery({
  states,
  post,
  email,
  words,
  author,
  linkHost,
  until,
}: CommentFilter & { readonly states: readonly CommentState[] }): CommentCountQuery {
  return {
    states,
    words,
    ...(post === null ? {} : { slug: post }),
    ...(email === null ? {} : { authorEmail: email }),
    ...(author === null ? {} : { author }),
    ...(linkHost === null ? {} : { linkHost }),
    ...(until === null ? {} : { until }),
  };
}

/**
 * @throws OwnerError if a selected state does not permit the decision, because the selection would
 * never be finished
 */
export function assertDecidable(states: readonly CommentState[], decision: Decision): void {
  if (decision === "delete") return;
  const wrong = states.filter((state) => !DECISIONS_FROM[state].includes(decision));
  if (wrong.length === 0) return;
  throw new OwnerError(
    `comments that are ${wrong.join(" or ")} cannot be decided on this way (${decision})`,
    wrong.includes("rejected") || wrong.includes("spam") ? "they can be approved or deleted" : "they already have that state",
  );
}
