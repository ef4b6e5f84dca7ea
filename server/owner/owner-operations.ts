import { banAuthor } from "./ban-author.ts";
import { decideComments, undoModeration } from "./comment-decisions.ts";
import { inspectComment, listQueue } from "./comment-queue.ts";
import type { OwnerOperation } from "./owner-operation.ts";
import { replyToComment } from "./owner-replies.ts";

/** Every operation of the owner. */
export const OWNER_OPERATIONS: readonly OwnerOperation[] = [
  listQueue,
  inspectComment,
  decideComments,
  replyToComment,
  banAuthor,
  undoModeration,
];
