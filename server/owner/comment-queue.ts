import { z } from "zod";
import { COMMENT_STATES, type CommentState } from "../store/comment-types.ts";
import { completeId } from "./complete-id.ts";
import { CommentStateName, IdWord, OwnedComment } from "./moderation-schemas.ts";
import { defineOperation, OwnerError } from "./owner-operation.ts";
import { COMMENT_FILTER, Seen, toSelectionQuery } from "./selections/selection-filter.ts";

/** A page of the comments that a filter selects, with cursors for the pages around it. */
export const listQueue = defineOperation({
  name: "comments.list",
  scope: "read",
  about: "Lists the comments that a filter selects",
  input: z.strictObject({
    states: z.array(CommentStateName).min(1).default(["pending"]),
    ...COMMENT_FILTER,
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
    /** Comments on all pages. */
    total: z.int(),
    /**
     * Identifies the comments on all pages in comments.decide-selection; null if there are none.
     */
    seen: Seen.nullable(),
    /** Number of all comments of the site, by state. */
    countsByState: z.strictObject(Object.fromEntries(COMMENT_STATES.map((state) => [state, z.int()])) as Record<CommentState, z.ZodInt>),
  }),
  run: async ({ store: { comments, selections }, clock }, { order, after, limit, ...filter }) => {
    const at = clock();
    const last = after === null ? null : await completeId(comments, after);
    if (last !== null && (await comments.get(last)) === null) throw unknownComment(last);
    const selected = toSelectionQuery(filter);
    const query = { ...selected, order, ...(last === null ? {} : { after: last }) };
    const found = await comments.list({ ...query, limit: limit + 1 });
    const items = found.slice(0, limit);
    const [first] = items;
    const before =
      last === null || first === undefined
        ? []
        : await comments.list({ ...selected, order: order === "oldest" ? "newest" : "oldest", after: first.id, limit: limit + 1 });
    const { count: total, newest } = await selections.count(selected);
    return {
      items,
      next: found.length > limit ? (items.at(-1)?.id ?? null) : null,
      previous: before[limit]?.id ?? null,
      remaining: last === null ? total : await comments.count(query),
      total,
      seen: newest === null ? null : { newest, at },
      countsByState: await comments.countsByState(),
    };
  },
});

/**
 * One comment, the number of other pending comments by the same author (at most 100), and when it
 * was decided, if that decision's undo is kept (comments.decide with `keepsUndo`).
 */
export const inspectComment = defineOperation({
  name: "comments.show",
  scope: "read",
  about: "Shows one comment",
  input: z.strictObject({ id: IdWord }),
  output: z.strictObject({ comment: OwnedComment, others: z.int(), undoableSince: z.int().nullable() }).nullable(),
  run: async ({ store: { comments, selections } }, { id }) => {
    const comment = await comments.get(await completeId(comments, id));
    if (comment === null) return null;
    return { comment, others: await comments.countOthers(comment.id), undoableSince: await selections.undoableSince(comment.id) };
  },
});

export function unknownComment(id: string): OwnerError {
  return new OwnerError(`there is no comment ${id}`, "octavo comments list --state all lists them all");
}
