import { COMMENT_DEPTH_MAX } from "../contract/limits.ts";
import type { CommentSort } from "./public-comments.ts";

/**
 * All visible comments of a post, numbered chronologically, with the replies to each and the values
 * derived from them.
 */
export interface ThreadTree {
  readonly size: number;
  /** The parent of each comment, which always has a smaller number; -1 for the post. */
  readonly parents: Int32Array;
  /**
   * The comment below which each comment is shown; -1 for the top level. It differs from the parent
   * if the parent is at the maximum depth.
   */
  readonly hangs: Int32Array;
  readonly depths: Uint8Array;
  /** The top-level comment of each comment's thread. */
  readonly roots: Int32Array;
  /** The number of descendants of each comment: without and with tombstones. */
  readonly replyCounts: Int32Array;
  readonly visibleCounts: Int32Array;
  /** The tombstones. */
  readonly deleted: ReadonlySet<number>;
  /** All comments below each top-level comment, by its number. */
  readonly replies: ReadonlyMap<number, readonly number[]>;
}

/**
 * Creates the tree of a post's comments.
 * @param parents parent of each comment in chronological order; -1 for the post
 * @throws Error if a comment answers a later one, because that is not a valid thread
 */
export function createThreadTree(parents: Int32Array, deleted: ReadonlySet<number>): ThreadTree {
  const size = parents.length;
  const [hangs, roots] = [new Int32Array(size), new Int32Array(size)];
  const depths = new Uint8Array(size);
  const [replyCounts, visibleCounts] = [new Int32Array(size), new Int32Array(size)];
  const replies = new Map<number, number[]>();
  for (let at = 0; at < size; at += 1) {
    const parent = parents[at] ?? -1;
    if (parent >= at) throw new Error(`comment ${at} answers a later one`);
    if (parent < 0) {
      hangs[at] = -1;
      roots[at] = at;
      replies.set(at, []);
      continue;
    }
    const isDeepest = depths[parent] === COMMENT_DEPTH_MAX;
    hangs[at] = isDeepest ? (hangs[parent] ?? -1) : parent;
    depths[at] = isDeepest ? COMMENT_DEPTH_MAX : (depths[parent] ?? 0) + 1;
    roots[at] = roots[parent] ?? at;
    replies.get(roots[at] ?? at)?.push(at);
  }
  for (let at = size - 1; at >= 0; at -= 1) {
    const parent = parents[at] ?? -1;
    if (parent < 0) continue;
    replyCounts[parent] = (replyCounts[parent] ?? 0) + (replyCounts[at] ?? 0) + (deleted.has(at) ? 0 : 1);
    visibleCounts[parent] = (visibleCounts[parent] ?? 0) + (visibleCounts[at] ?? 0) + 1;
  }
  return { size, parents, hangs, depths, roots, replyCounts, visibleCounts, deleted, replies };
}

/** Returns the top-level comments in the requested order. */
export function sortThreads({ replies, replyCounts }: ThreadTree, sort: CommentSort): readonly number[] {
  const oldest = [...replies.keys()];
  if (sort === "oldest") return oldest;
  const newest = oldest.reverse();
  return sort === "newest" ? newest : newest.sort((a, b) => (replyCounts[b] ?? 0) - (replyCounts[a] ?? 0) || b - a);
}

/** Returns all direct and indirect replies to a comment, oldest first. */
export function listDescendants({ parents, size }: ThreadTree, ancestor: number): readonly number[] {
  const below = new Set([ancestor]);
  const found: number[] = [];
  for (let at = ancestor + 1; at < size; at += 1) {
    if (!below.has(parents[at] ?? -1)) continue;
    below.add(at);
    found.push(at);
  }
  return found;
}
