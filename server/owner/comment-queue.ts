import { z } from "zod";
import { COMMENT_STATES, type CommentState } from "../store/comment-types.ts";
import { completeId } from "./complete-id.ts";
import { CommentStateName, IdWord, OwnedComment } from "./moderation-schemas.ts";
import { defineOperation, OwnerError } from "./owner-operation.ts";

/** A page of the comments in some states, with cursors for the pages around it. */
export const listQueue = defineOperation({
  name: "comments.list",
  scope: "read",
  about: "Lists comments in some states",
  input: z.strictObject({
    states: z.array(CommentStateName).min(1).default(["pending"]),
    post: z.string().nullable().default(null),
    email: z.string().nullable().default(null),
    order: z.enum(["oldest", "newest"]).default("oldest"),
    /** The last comment of the previous page. */
    after: IdWord.nullable().default(null),
    limit: z.int().min(1).default(50),
  }),
  output: z.strictObject({
    items: z.array(OwnedComment),
    /** `after` of the next page; null if this is the last one. */
    next: z.string().nullable(),
    /** `after` of the previous page; null if that is the first page, or there is none. */
    previous: z.string().nullable(),
    /** Comments on this page and the pages after it. */
    remaining: z.int(),
    /** All comments of the site, by state. */
    countsByState: z.strictObject(Object.fromEntries(COMMENT_STATES.map((state) => [state, z.int()])) as Record<CommentState, z.ZodInt>),
  }),
  run: async ({ store: { comments } }, { states, post, email, order, after, limit }) => {
    const last = after === null ? null : await completeId(comments, after);
    if (last !== null && (await comments.get(last)) === null) throw unknownComment(last);
    const filter = { states, ...(post === null ? {} : { slug: post }), ...(email === null ? {} : { authorEmail: email }) };
    const query = { ...filter, order, ...(last === null ? {} : { after: last }) };
    const found = await comments.list({ ...query, limit: limit + 1 });
    const items = found.slice(0, limit);
    const [first] = items;
    const before =
      last === null || first === undefined
        ? []
        : await comments.list({ ...filter, order: order === "oldest" ? "newest" : "oldest", after: first.id, limit: limit + 1 });
    return {
      items,
      next: found.length > limit ? (items.at(-1)?.id ?? null) : null,
      previous: before[limit]?.id ?? null,
      remaining: await comments.count(query),
      countsByState: await comments.countsByState(),
    };
  },
});

/** One comment, and how many pending comments share its e-mail or address. */
export const inspectComment = defineOperation({
  name: "comments.show",
  scope: "read",
  about: "Shows one comment",
  input: z.strictObject({ id: IdWord }),
  output: z.strictObject({ comment: OwnedComment, others: z.int() }).nullable(),
  run: async ({ store: { comments } }, { id }) => {
    const comment = await comments.get(await completeId(comments, id));
    return comment && { comment, others: await comments.count({ states: ["pending"], sameAuthorAs: comment.id }) };
  },
});

export function unknownComment(id: string): OwnerError {
  return new OwnerError(`there is no comment ${id}`, "octavo comments list --state all lists them all");
}
