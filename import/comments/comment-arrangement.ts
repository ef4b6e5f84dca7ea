import type { ImportCounts } from "../import-counts.ts";
import type { CommentThread } from "./comment-export.ts";

/**
 * Maximum depth of replies. Deeper ones are attached to their ancestor at this depth, because
 * otherwise each reply in an endless chain would cost time in proportion to the chain's length.
 */
const ANSWERS_MAX = 100;
/** Replaces the date in a key until the thread is known. */
export const UNDATED = "@";
/** Longest part of an address in a key, in characters. */
const ADDRESS_MAX = 200;

/** A comment without its text. */
export interface CommentSkeleton {
  readonly ordinal: number;
  readonly threadId: string;
  parentId: string | null;
  readonly isDeleted: boolean;
  key: string;
  createdAt: number | null;
  isTaken: boolean;
  isAnswered: boolean;
}

/** By id. */
export type CommentSkeletons = ReadonlyMap<string, CommentSkeleton>;

export interface ArrangementParts {
  readonly keyPrefix: string;
  /** Whether the export is Octavo's own. Replies keep their depth, and deleted comments stay. */
  readonly isOwn: boolean;
  readonly threads: ReadonlyMap<string, CommentThread>;
  readonly counts: ImportCounts;
}

/**
 * Finds the thread, parent and date of each comment, and leaves out comments without them.
 * Everything changed or left out is counted.
 */
export function arrangeComments(found: CommentSkeletons, parts: ArrangementParts): void {
  attachToThreads(found, parts);
  breakCycles(found, parts.counts);
  const order = sortParentsFirst(found, parts.isOwn ? Number.POSITIVE_INFINITY : ANSWERS_MAX, parts.counts);
  dateComments(order, found, parts);
  noteAnswers(order, found, parts);
}

/**
 * Leaves out comments without a thread. Replies to missing comments, or to comments of another
 * thread, become top-level comments.
 */
function attachToThreads(found: CommentSkeletons, { keyPrefix, threads, counts }: ArrangementParts): void {
  for (const [id, comment] of found) {
    const thread = threads.get(comment.threadId);
    if (thread === undefined) {
      comment.isTaken = false;
      counts.add("left", "comments without a thread", id.slice(0, 40));
    } else if (comment.key === `${keyPrefix}:${id}${UNDATED}`) comment.key += (thread.addresses[0] ?? "").slice(0, ADDRESS_MAX);
    if (comment.parentId === null) continue;
    const parent = found.get(comment.parentId);
    if (parent?.threadId === comment.threadId && parent !== comment) continue;
    counts.add("changed", "replies to comments missing from the export: made top-level comments", id.slice(0, 40));
    comment.parentId = null;
  }
}

/**
 * Breaks cycles of comments that reply to each other: the first one in the file becomes a top-level
 * comment.
 */
function breakCycles(found: CommentSkeletons, counts: ImportCounts): void {
  const isChecked = new Set<CommentSkeleton>();
  for (const start of found.values()) {
    if (start.parentId === null) {
      isChecked.add(start);
      continue;
    }
    const path = new Set<CommentSkeleton>();
    let comment: CommentSkeleton | undefined = start;
    while (comment !== undefined && !isChecked.has(comment) && !path.has(comment)) {
      path.add(comment);
      comment = comment.parentId === null ? undefined : found.get(comment.parentId);
    }
    if (comment !== undefined && path.has(comment)) {
      const ofPath = [...path];
      const cycle = ofPath.slice(ofPath.indexOf(comment));
      const first = cycle.reduce((one, other) => (other.ordinal < one.ordinal ? other : one));
      first.parentId = null;
      counts.add("changed", "comments that reply to each other in a cycle: the first one became a top-level comment");
    }
    for (const checked of path) isChecked.add(checked);
  }
}

/** All comments, each after its parent. Chains of replies are shortened. */
function sortParentsFirst(found: CommentSkeletons, depthMax: number, counts: ImportCounts): CommentSkeleton[] {
  const answers = new Map<string, string[]>();
  for (const [id, { parentId }] of found) {
    if (parentId === null) continue;
    const those = answers.get(parentId) ?? [];
    if (those.length === 0) answers.set(parentId, those);
    those.push(id);
  }
  const order: CommentSkeleton[] = [];
  /** `anchor` is the deepest ancestor that may have replies. */
  const waiting: { readonly id: string; readonly depth: number; readonly anchor: string }[] = [];
  const add = (id: string, depth: number, anchor: string): void => {
    const comment = found.get(id);
    if (comment === undefined) return;
    if (depth > depthMax + 1) {
      comment.parentId = anchor;
      counts.add("changed", `replies nested more than ${depthMax} levels deep: attached at that depth`, id.slice(0, 40));
    }
    order.push(comment);
    waiting.push({ id, depth, anchor: depth <= depthMax ? id : anchor });
  };
  for (const [id, { parentId }] of found) {
    if (parentId !== null) continue;
    add(id, 0, id);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      for (const answer of answers.get(next.id) ?? []) add(answer, next.depth + 1, next.anchor);
  }
  return order;
}

/**
 * A comment without a date gets the date of its parent or of its thread. No reply may be older than
 * its parent, because threads are shown by date.
 */
function dateComments(order: readonly CommentSkeleton[], found: CommentSkeletons, { threads, counts }: ArrangementParts): void {
  const earliest = new Map<string, number>();
  for (const { threadId, createdAt } of order)
    if (createdAt !== null) earliest.set(threadId, Math.min(createdAt, earliest.get(threadId) ?? createdAt));
  for (const comment of order) {
    const parent = comment.parentId === null ? undefined : found.get(comment.parentId);
    const above = parent?.isTaken === true ? parent.createdAt : null;
    if (comment.createdAt === null && comment.isTaken) {
      comment.createdAt = above ?? threads.get(comment.threadId)?.createdAt ?? earliest.get(comment.threadId) ?? null;
      if (comment.createdAt === null) {
        comment.isTaken = false;
        counts.add("left", "comments without a date, in threads without one");
      } else counts.add("changed", "comments without a plausible date: given the date of their parent, or of the thread");
    } else if (above !== null && comment.createdAt !== null && comment.createdAt < above) {
      comment.createdAt = above;
      counts.add("changed", "replies dated before their parent: given the parent's date");
    }
  }
}

/**
 * Leaves out deleted comments without replies. Deleted comments with replies stay as placeholders
 * without text.
 */
function noteAnswers(order: readonly CommentSkeleton[], found: CommentSkeletons, { isOwn, counts }: ArrangementParts): void {
  for (const comment of order.toReversed()) {
    if (comment.isDeleted && comment.isTaken && !isOwn) {
      if (comment.isAnswered) counts.add("changed", "deleted and trashed comments that have replies: kept as placeholders without text");
      else {
        comment.isTaken = false;
        counts.add("left", "deleted and trashed comments");
      }
    }
    const parent = comment.parentId === null ? undefined : found.get(comment.parentId);
    if (parent !== undefined && comment.isTaken) parent.isAnswered = true;
  }
}
