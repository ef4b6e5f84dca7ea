import type { PublicComment } from "./public-comments.ts";

/**
 * A reply with its own key, the key of the comment to which it replies, and the key of the comment
 * below which it is shown. A reply to a comment at the maximum depth is shown beside that comment.
 */
export interface HungReply<K> {
  readonly key: K;
  readonly parentKey: K | null;
  readonly hangKey: K | null;
  /** `hangReplies` sets its `parentId`. */
  readonly comment: PublicComment;
}

/**
 * Places replies in their thread.
 * @param replies replies in chronological order; none is older than its parent, so each parent is
 * placed first
 */
export function hangReplies<K>(thread: { readonly key: K; readonly comment: PublicComment }, replies: Iterable<HungReply<K>>): void {
  const placed = new Map([[thread.key, thread.comment]]);
  for (const { key, parentKey, hangKey, comment } of replies) {
    comment.parentId = (parentKey === null ? undefined : placed.get(parentKey)?.id) ?? null;
    if (hangKey !== null) placed.get(hangKey)?.replies.push(comment);
    placed.set(key, comment);
  }
}
