import { THREAD_REPLIES_MAX } from "../contract/limits.ts";
import { toPageSpan } from "../contract/list-text.ts";
import { hangReplies } from "./hang-replies.ts";
import type { CommentPage, CommentPageQuery, CommentPlaceQuery, CommentPlaceRow, PublicComment } from "./public-comments.ts";
import { ID_PREFIX_LENGTH, type SnapshotComment, type SnapshotHead, type SnapshotPost } from "./snapshot-format.ts";
import { createThreadTree, listDescendants, sortThreads, type ThreadTree } from "./thread-tree.ts";

/**
 * Reads a chunk of a post's comments. `document` returns the JSON text of a comment by its
 * position.
 */
export type ReadSnapshotChunk = (file: string) => Promise<{ document(place: number): string | undefined }>;

/** A post of a snapshot. Its tree is created on first use. */
export interface SnapshotThread {
  readonly post: SnapshotPost;
  readonly tree: ThreadTree;
}

/** Comments by number. */
type Loaded = (at: number) => SnapshotComment;

export function openSnapshotPost(post: SnapshotPost): SnapshotThread {
  let tree: ThreadTree | null = null;
  return {
    post,
    get tree() {
      tree ??= "chunks" in post ? treeOfHead(post) : treeOfComments(post.comments);
      return tree;
    },
  };
}

/**
 * Reads a page of threads, or of one comment's descendants. Returns null if the comment does not
 * exist. The result is the same as from the write server's store.
 */
export async function readSnapshotPage(
  { post, tree }: SnapshotThread,
  { page, pageSize, sort, parentId = null }: Omit<CommentPageQuery, "slug">,
  readChunk: ReadSnapshotChunk,
): Promise<CommentPage | null> {
  const totalComments = tree.size - tree.deleted.size;
  if (parentId !== null) {
    const ancestor = await findById(post, tree, parentId, readChunk);
    if (ancestor === null) return null;
    const below = listDescendants(tree, ancestor);
    const numbers = cut(below, page, pageSize);
    const load = await loadComments(post, numbers, readChunk);
    return { items: numbers.map((at) => toPublicComment(tree, at, load(at))), totalItems: below.length, totalComments };
  }
  const roots = cut(sortThreads(tree, sort), page, pageSize);
  const threads = roots.map((root) => ({ root, replies: tree.replies.get(root)?.slice(0, THREAD_REPLIES_MAX) ?? [] }));
  const wanted = threads.flatMap(({ root, replies }) => [root, ...replies]);
  const load = await loadComments(post, wanted, readChunk);
  const items = threads.map(({ root, replies }) => {
    const comment = toPublicComment(tree, root, load(root));
    comment.repliesTruncated = (tree.visibleCounts[root] ?? 0) > replies.length;
    hangReplies(
      { key: root, comment },
      replies.map((at) => ({
        key: at,
        parentKey: numberOrNull(tree.parents, at),
        hangKey: numberOrNull(tree.hangs, at),
        comment: toPublicComment(tree, at, load(at)),
      })),
    );
    return comment;
  });
  return { items, totalItems: tree.replies.size, totalComments };
}

/**
 * Finds a comment and its place. Returns null if the comment does not exist. The result is the same
 * as from the write server's store.
 */
export async function findSnapshotPlace(
  { post, tree }: SnapshotThread,
  { id, pageSize, sort }: Omit<CommentPlaceQuery, "slug">,
  readChunk: ReadSnapshotChunk,
): Promise<CommentPlaceRow | null> {
  const at = await findById(post, tree, id, readChunk);
  if (at === null) return null;
  const root = tree.roots[at] ?? at;
  const load = await loadComments(post, [at, root], readChunk);
  const comment = toPublicComment(tree, at, load(at));
  const position = sortThreads(tree, sort).indexOf(root);
  const repliesBefore = at === root ? 0 : (tree.replies.get(root)?.indexOf(at) ?? 0);
  comment.repliesTruncated = at === root && (tree.visibleCounts[root] ?? 0) > THREAD_REPLIES_MAX;
  return {
    comment,
    threadId: load(root).id,
    page: Math.floor(position / pageSize) + 1,
    beyondReplies: repliesBefore >= THREAD_REPLIES_MAX,
  };
}

/** Returns the newest approved comments, newest first. */
export async function listSnapshotNewest(
  { post, tree }: SnapshotThread,
  limit: number,
  readChunk: ReadSnapshotChunk,
): Promise<PublicComment[]> {
  const numbers: number[] = [];
  for (let at = tree.size - 1; at >= 0 && numbers.length < limit; at -= 1) if (!tree.deleted.has(at)) numbers.push(at);
  const load = await loadComments(post, numbers, readChunk);
  return numbers.map((at) => toPublicComment(tree, at, load(at)));
}

function treeOfComments(comments: readonly SnapshotComment[]): ThreadTree {
  const numbers = new Map(comments.map(({ id }, at) => [id, at]));
  const parents = Int32Array.from(comments, ({ parentId }) => {
    const parent = parentId === null ? -1 : numbers.get(parentId);
    if (parent === undefined) throw new Error(`comment ${parentId} has a reply, but does not exist`);
    return parent;
  });
  return createThreadTree(parents, new Set(comments.flatMap(({ body }, at) => (body === null ? [at] : []))));
}

function treeOfHead({ parents, deleted }: SnapshotHead): ThreadTree {
  const steps = parents.split(" ");
  return createThreadTree(
    Int32Array.from(steps, (step, at) => (step === "" ? -1 : at - Number.parseInt(step, 36))),
    new Set(deleted),
  );
}

/** Returns an element of an array, or null in place of -1. */
function numberOrNull(numbers: Int32Array, at: number): number | null {
  const number = numbers[at] ?? -1;
  return number < 0 ? null : number;
}

function cut(numbers: readonly number[], page: number, pageSize: number): readonly number[] {
  const span = toPageSpan(page, pageSize, numbers.length);
  return span === null ? [] : numbers.slice(span.offset, span.offset + span.take);
}

async function findById(post: SnapshotPost, tree: ThreadTree, id: string, readChunk: ReadSnapshotChunk): Promise<number | null> {
  if (!("chunks" in post)) {
    const at = post.comments.findIndex((comment) => comment.id === id);
    return at < 0 ? null : at;
  }
  const prefix = id.slice(0, ID_PREFIX_LENGTH).padEnd(ID_PREFIX_LENGTH);
  const candidates: number[] = [];
  for (let at = 0; at < tree.size; at += 1) if (post.ids.startsWith(prefix, at * ID_PREFIX_LENGTH)) candidates.push(at);
  const load = await loadComments(post, candidates, readChunk);
  return candidates.find((at) => load(at).id === id) ?? null;
}

/** Reads the chunks of several comments in parallel. */
async function loadComments(post: SnapshotPost, numbers: readonly number[], readChunk: ReadSnapshotChunk): Promise<Loaded> {
  if (!("chunks" in post)) return (at) => required(post.comments[at], at);
  const { chunks } = post;
  const placeOf = (at: number): number => chunks.findLastIndex(([first]) => first <= at);
  const places = [...new Set(numbers.map(placeOf))];
  const files = new Map(await Promise.all(places.map(async (place) => [place, await readChunk(chunks[place]?.[1] ?? "")] as const)));
  return (at) => {
    const place = placeOf(at);
    const text = files.get(place)?.document(at - (chunks[place]?.[0] ?? 0));
    return required(text === undefined ? undefined : (JSON.parse(text) as SnapshotComment), at);
  };
}

function required(comment: SnapshotComment | undefined, at: number): SnapshotComment {
  if (comment === undefined) throw new Error(`the snapshot lacks comment ${at} of a post`);
  return comment;
}

function toPublicComment(tree: ThreadTree, at: number, comment: SnapshotComment): PublicComment {
  return {
    ...comment,
    depth: tree.depths[at] ?? 0,
    deleted: tree.deleted.has(at),
    replyCount: tree.replyCounts[at] ?? 0,
    replies: [],
    repliesTruncated: false,
  };
}
