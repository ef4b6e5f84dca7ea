import { z } from "zod";
import { isSlug } from "../../../contract/slug-pattern.ts";
import type { Store } from "../../store/store.ts";
import { completeId } from "../complete-id.ts";
import { IdWord } from "../moderation-schemas.ts";
import { defineOperation, OwnerError } from "../owner-operation.ts";

const Target = {
  post: z.string().refine(isSlug, "want the slug of a post, such as first-ice"),
  /** Whether the caller knows that the post exists. Otherwise it must have a comment or a like. */
  isKnown: z.boolean().default(false),
};

/**
 * Moves a whole thread, identified by any of its comments. `unchanged`: it is already on that post.
 */
export const moveThread = defineOperation({
  name: "comments.move",
  scope: "moderate",
  about: "Moves a thread to another post",
  input: z.strictObject({ id: IdWord, ...Target }),
  output: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("moved"), from: z.string(), to: z.string(), count: z.int() }),
    z.strictObject({ kind: z.literal("unchanged") }),
    z.strictObject({ kind: z.literal("unknown") }),
  ]),
  run: async ({ store }, { id, post, isKnown }) => {
    await assertPost(store, post, isKnown);
    return store.threads.move({ id: await completeId(store.comments, id), to: post });
  },
});

/** New comments on a closed post get `comments-closed`. Existing ones stay public. */
export const closeComments = defineOperation({
  name: "posts.close",
  scope: "moderate",
  about: "Closes or reopens a post's comments",
  input: z.strictObject({ ...Target, isClosed: z.boolean() }),
  output: z.strictObject({ changed: z.boolean() }),
  run: async ({ store }, { post, isKnown, isClosed }) => {
    await assertPost(store, post, isKnown);
    return { changed: await store.threads.setClosed({ slug: post, isClosed }) };
  },
});

export const listClosed = defineOperation({
  name: "posts.closed",
  scope: "read",
  about: "Lists the posts whose comments the owner has closed, most recently closed first",
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(z.strictObject({ slug: z.string(), closedAt: z.int() })) }),
  run: async ({ store: { threads } }) => ({ items: await threads.closed() }),
});

/** A mistyped slug would close nothing, or hide a thread where nobody sees it. */
async function assertPost({ threads }: Store, slug: string, isKnown: boolean): Promise<void> {
  if (isKnown || (await threads.hasPost(slug))) return;
  throw new OwnerError(
    `nobody has commented on or liked a post named ${slug}`,
    "check the slug; if it is right, add --force, or choose the post at a desk that runs with a build of the site",
  );
}
