import type { PublicComment } from "./public-comments.ts";

/** A reply, and by its keys (whatever they are) whom it answers and where it is shown: beside whom it answers, where the thread is as deep as threads go. */
export interface HungReply<K> {
  readonly key: K;
  readonly parentKey: K | null;
  readonly hangKey: K | null;
  /** Its `parentId` is set here. */
  readonly comment: PublicComment;
}

/**
 * Puts replies into their thread.
 * @param replies in order of time. None is older than what it answers: whatever one hangs on has been placed before it
 */
export function hangReplies<K>(thread: { readonly key: K; readonly comment: PublicComment }, replies: Iterable<HungReply<K>>): void {
  const placed = new Map([[thread.key, thread.comment]]);
  for (const { key, parentKey, hangKey, comment } of replies) {
    comment.parentId = (parentKey === null ? undefined : placed.get(parentKey)?.id) ?? null;
    if (hangKey !== null) placed.get(hangKey)?.replies.push(comment);
    placed.set(key, comment);
  }
}
