import type { ImportCounts } from "../import-counts.ts";
import { arrangeComments, type CommentSkeleton, type CommentSkeletons, UNDATED } from "./comment-arrangement.ts";
import type { CommentExport, CommentThread, ImportedComment } from "./comment-export.ts";

/**
 * Maximum number of characters of texts in memory: about 100,000 comments. Larger exports are read
 * again.
 */
const KEPT_MAX = 64_000_000;
/** Estimated bytes of a comment without its text. */
const KEPT_BESIDE = 300;
/** How far clocks may be ahead, in ms. */
const AHEAD_MAX_MS = 86_400_000;

/** A comment to import, with its place. */
export interface PlannedComment extends ImportedComment {
  /** System and id, so that it is imported only once. */
  readonly key: string;
  readonly parent: { readonly key: string; readonly id: string | null } | null;
  readonly createdAt: number;
  /** Whether it has replies. */
  readonly isAnswered: boolean;
}

export interface PlannedThread extends CommentThread {
  /** Number of comments to import if the page is found. */
  readonly comments: number;
}

export interface CommentPlan {
  /** Threads with comments to import, in the order of the export. */
  readonly threads: readonly PlannedThread[];
  /** Comments to import from some threads, each after its parent. The file is read again. */
  comments(isWanted: (threadId: string) => boolean): AsyncGenerator<PlannedComment>;
}

/**
 * Reads a whole export before anything is written, to find malformed parts and to learn which
 * comments reply to which. Keeps texts in memory if there are few, and otherwise reads them again.
 * Everything changed or left out is counted.
 *
 * @param now ms since 1970
 * @throws ImportError
 */
export async function planComments(source: CommentExport, counts: ImportCounts, now: number): Promise<CommentPlan> {
  const threads = new Map<string, CommentThread>();
  const found = new Map<string, CommentSkeleton>();
  let ordinal = 0;
  let buffered: ImportedComment[] | null = [];
  let size = 0;
  for await (const record of source.records()) {
    if (record.type === "left") counts.add("left", record.what, record.example ?? null);
    else if (record.type === "thread") {
      if (threads.has(record.thread.id)) counts.add("left", "threads that occur twice: the first is imported");
      else threads.set(record.thread.id, record.thread);
    } else {
      const { comment } = record;
      if (found.has(comment.id)) counts.add("left", "comments whose id occurs twice: the first is imported", comment.id.slice(0, 40));
      else found.set(comment.id, toSkeleton(source, comment, ordinal, now));
      ordinal += 1;
      size += charactersOf(comment);
      if (size > KEPT_MAX) buffered = null;
      buffered?.push(comment);
    }
  }
  arrangeComments(found, { keyPrefix: source.keyPrefix, isOwn: isOwn(source), threads, counts });
  const sizes = new Map<string, number>();
  for (const { threadId, isTaken } of found.values()) if (isTaken) sizes.set(threadId, (sizes.get(threadId) ?? 0) + 1);
  return {
    threads: [...threads.values()].flatMap((thread) => {
      const comments = sizes.get(thread.id) ?? 0;
      return comments === 0 ? [] : [{ ...thread, comments }];
    }),
    comments: (isWanted) => readPlanned(source, buffered, found, isWanted),
  };
}

function isOwn({ keyPrefix }: CommentExport): boolean {
  return keyPrefix === "octavo";
}

function toSkeleton(source: CommentExport, comment: ImportedComment, ordinal: number, now: number): CommentSkeleton {
  const { id, threadId, parentId, state, createdAt, own } = comment;
  const isDated = createdAt !== null && (own !== null || createdAt <= now + AHEAD_MAX_MS);
  const mark = source.hasWorldwideIds ? "" : createdAt === null ? UNDATED : `@${Math.floor(createdAt / 1_000)}`;
  return {
    ordinal,
    threadId,
    parentId,
    isDeleted: state === "deleted",
    key: own?.importKey ?? `${source.keyPrefix}:${id}${mark}`,
    createdAt: isDated ? createdAt : null,
    isTaken: true,
    isAnswered: false,
  };
}

/** @param buffered null if their texts are too long to keep in memory */
async function* readPlanned(
  source: CommentExport,
  buffered: readonly ImportedComment[] | null,
  found: CommentSkeletons,
  isWanted: (threadId: string) => boolean,
): AsyncGenerator<PlannedComment> {
  const given = new Set<string>();
  /** Comments by their parent, if it comes later in the file. */
  const waiting = new Map<string, PlannedComment[]>();
  let ordinal = -1;
  for await (const exported of buffered ?? readComments(source)) {
    ordinal += 1;
    const comment = toPlanned(source, exported, found, ordinal);
    if (comment === null || !isWanted(comment.threadId)) continue;
    if (comment.parentId !== null && !given.has(comment.parentId)) {
      const those = waiting.get(comment.parentId) ?? [];
      if (those.length === 0) waiting.set(comment.parentId, those);
      those.push(comment);
      continue;
    }
    const ready = [comment];
    for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
      given.add(next.id);
      yield next;
      // Pushed one by one, because a call cannot have a hundred thousand arguments.
      for (const answer of (waiting.get(next.id) ?? []).toReversed()) ready.push(answer);
      waiting.delete(next.id);
    }
  }
}

async function* readComments(source: CommentExport): AsyncGenerator<ImportedComment> {
  for await (const record of source.records()) if (record.type === "comment") yield record.comment;
}

/** Characters of a comment's text, plus an estimate for its other data. */
export function charactersOf({ body }: ImportedComment): number {
  return KEPT_BESIDE + ("html" in body ? body.html.length : body.markdown.length);
}

function toPlanned(source: CommentExport, comment: ImportedComment, found: CommentSkeletons, ordinal: number): PlannedComment | null {
  const skeleton = found.get(comment.id);
  if (skeleton === undefined || skeleton.ordinal !== ordinal || !skeleton.isTaken || skeleton.createdAt === null) return null;
  const { parentId, key, createdAt, isAnswered } = skeleton;
  const parent = parentId === null ? undefined : found.get(parentId);
  return {
    ...comment,
    key,
    createdAt,
    isAnswered,
    parentId: parent?.isTaken === true ? parentId : null,
    parent: parent?.isTaken === true ? { key: parent.key, id: isOwn(source) ? parentId : null } : null,
  };
}
