import { COMMENT_DEPTH_MAX } from "../contract/limits.ts";
import type { CommentSort } from "./public-comments.ts";

/** All comments of a post that are shown, as numbers in order of time: who answers whom, and all that follows from that. */
export interface ThreadTree {
  readonly size: number;
  /** Whom each answers; -1: the post. Always a smaller number. */
  readonly parents: Int32Array;
  /** Where each is shown; -1: at top level. Another than whom it answers, where the thread is as deep as threads go. */
  readonly hangs: Int32Array;
  readonly depths: Uint8Array;
  /** The top-level comment of each one's thread. */
  readonly roots: Int32Array;
  /** Descendants of each: approved ones, and those with tombstones. */
  readonly replyCounts: Int32Array;
  readonly visibleCounts: Int32Array;
  /** Tombstones. */
  readonly deleted: ReadonlySet<number>;
  /** By top-level comment: all that is shown below it. */
  readonly replies: ReadonlyMap<number, readonly number[]>;
}

/**
 * @param parents of each comment, in order of time; -1: it answers the post
 * @throws Error where one answers a later one: then this is no thread
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

/** Top-level comments in an order of theirs. */
export function sortThreads({ replies, replyCounts }: ThreadTree, sort: CommentSort): readonly number[] {
  const oldest = [...replies.keys()];
  if (sort === "oldest") return oldest;
  const newest = oldest.reverse();
  return sort === "newest" ? newest : newest.sort((a, b) => (replyCounts[b] ?? 0) - (replyCounts[a] ?? 0) || b - a);
}

/** All that answers a comment, and what answers that, oldest first. */
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
