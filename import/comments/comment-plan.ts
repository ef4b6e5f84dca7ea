import type { ImportCounts } from "../import-counts.ts";
import type { CommentExport, CommentThread, ImportedComment } from "./comment-export.ts";

/** Answers to answers: what is deeper is hung on its ancestor at this depth. A chain without an end would cost its length with every link. */
const ANSWERS_MAX = 100;
/** Texts that are kept until they are taken, characters: some 100,000 comments. Larger exports are read once more. */
const KEPT_MAX = 64_000_000;
/** What a comment takes beside its text. */
const KEPT_BESIDE = 300;
/** In the place of a date in a key, until the thread is known. */
const UNDATED = "@";
/** Of an address in a key, characters. */
const ADDRESS_MAX = 200;
/** A clock that is wrong by less is taken at its word, ms. */
const AHEAD_MAX_MS = 86_400_000;

/** A comment that is to be taken, with its place. */
export interface PlannedComment extends ImportedComment {
  /** System and id: taken in once. */
  readonly key: string;
  readonly parent: { readonly key: string; readonly id: string | null } | null;
  readonly createdAt: number;
  /** Others answer it. */
  readonly isAnswered: boolean;
}

export interface PlannedThread extends CommentThread {
  /** Comments that would be taken, if its page is found. */
  readonly comments: number;
}

export interface CommentPlan {
  /** With comments to take, in the order of the export. */
  readonly threads: readonly PlannedThread[];
  /** Comments to take of some threads, each after the one that it answers. The file is read once more. */
  comments(isWanted: (threadId: string) => boolean): AsyncGenerator<PlannedComment>;
}

interface Skeleton {
  readonly ordinal: number;
  readonly threadId: string;
  parentId: string | null;
  readonly isDeleted: boolean;
  key: string;
  createdAt: number | null;
  isTaken: boolean;
  isAnswered: boolean;
}

/**
 * Reads an export through, once, before anything is written: what is malformed is found, and who answers whom is known. Texts are kept as long as they are few; then they
 * are read again. The counts hear of all that is changed and left.
 *
 * @param now ms since 1970
 * @throws ImportError
 */
export async function planComments(source: CommentExport, counts: ImportCounts, now: number): Promise<CommentPlan> {
  const threads = new Map<string, CommentThread>();
  const found = new Map<string, Skeleton>();
  let ordinal = 0;
  let kept: ImportedComment[] | null = [];
  let size = 0;
  for await (const record of source.records()) {
    if (record.type === "left") counts.add("left", record.what);
    else if (record.type === "thread") {
      if (threads.has(record.thread.id)) counts.add("left", "threads that stand there twice: the first is taken");
      else threads.set(record.thread.id, record.thread);
    } else {
      const { comment } = record;
      if (found.has(comment.id)) counts.add("left", "comments whose id stands there twice: the first is taken", comment.id.slice(0, 40));
      else found.set(comment.id, toSkeleton(source, comment, ordinal, now));
      ordinal += 1;
      size += sizeOf(comment);
      if (size > KEPT_MAX) kept = null;
      kept?.push(comment);
    }
  }
  hangOnThreads(found, { keyPrefix: source.keyPrefix, threads, counts });
  cutCircles(found, counts);
  const order = sortParentsFirst(found, isOwn(source) ? Number.POSITIVE_INFINITY : ANSWERS_MAX, counts);
  dateComments(order, { found, threads, counts });
  noteAnswers(order, { found, keepsDeleted: isOwn(source), counts });
  const sizes = new Map<string, number>();
  for (const { threadId, isTaken } of found.values()) if (isTaken) sizes.set(threadId, (sizes.get(threadId) ?? 0) + 1);
  return {
    threads: [...threads.values()].flatMap((thread) => {
      const comments = sizes.get(thread.id) ?? 0;
      return comments === 0 ? [] : [{ ...thread, comments }];
    }),
    comments: (isWanted) => readPlanned({ source, kept, found }, isWanted),
  };
}

function isOwn({ keyPrefix }: CommentExport): boolean {
  return keyPrefix === "octavo";
}

function toSkeleton(source: CommentExport, comment: ImportedComment, ordinal: number, now: number): Skeleton {
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

interface HangingParts {
  readonly keyPrefix: string;
  readonly threads: ReadonlyMap<string, CommentThread>;
  readonly counts: ImportCounts;
}

/** Comments of no thread are left; answers to what is not there, or stands in another thread, come to the top. */
function hangOnThreads(found: Skeletons, { keyPrefix, threads, counts }: HangingParts): void {
  for (const [id, comment] of found) {
    const thread = threads.get(comment.threadId);
    if (thread === undefined) {
      comment.isTaken = false;
      counts.add("left", "comments of no thread", id.slice(0, 40));
    } else if (comment.key === `${keyPrefix}:${id}${UNDATED}`) comment.key += (thread.addresses[0] ?? "").slice(0, ADDRESS_MAX);
    if (comment.parentId === null) continue;
    const parent = found.get(comment.parentId);
    if (parent?.threadId === comment.threadId && parent !== comment) continue;
    counts.add("changed", "answers to what the export does not have: they stand at the top of the thread", id.slice(0, 40));
    comment.parentId = null;
  }
}

type Skeletons = ReadonlyMap<string, Skeleton>;

/** Of comments that answer each other in a circle the first one of the file comes to the top. */
function cutCircles(found: Skeletons, counts: ImportCounts): void {
  const isChecked = new Set<Skeleton>();
  for (const start of found.values()) {
    if (start.parentId === null) {
      isChecked.add(start);
      continue;
    }
    const path = new Set<Skeleton>();
    let comment: Skeleton | undefined = start;
    while (comment !== undefined && !isChecked.has(comment) && !path.has(comment)) {
      path.add(comment);
      comment = comment.parentId === null ? undefined : found.get(comment.parentId);
    }
    if (comment !== undefined && path.has(comment)) {
      const ofPath = [...path];
      const circle = ofPath.slice(ofPath.indexOf(comment));
      const first = circle.reduce((one, other) => (other.ordinal < one.ordinal ? other : one));
      first.parentId = null;
      counts.add("changed", "comments that answer each other in a circle: the first stands at the top of the thread");
    }
    for (const checked of path) isChecked.add(checked);
  }
}

/** All comments, each after the one that it answers; chains of answers are shortened. */
function sortParentsFirst(found: Skeletons, depthMax: number, counts: ImportCounts): Skeleton[] {
  const answers = new Map<string, string[]>();
  for (const [id, { parentId }] of found) {
    if (parentId === null) continue;
    const those = answers.get(parentId) ?? [];
    if (those.length === 0) answers.set(parentId, those);
    those.push(id);
  }
  const order: Skeleton[] = [];
  /** `anchor`: the deepest ancestor that may have answers. */
  const waiting: { readonly id: string; readonly depth: number; readonly anchor: string }[] = [];
  const add = (id: string, depth: number, anchor: string): void => {
    const comment = found.get(id);
    if (comment === undefined) return;
    if (depth > depthMax + 1) {
      comment.parentId = anchor;
      counts.add("changed", `answers more than ${depthMax} deep: they answer the one at that depth`, id.slice(0, 40));
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

interface DatingParts {
  readonly found: Skeletons;
  readonly threads: ReadonlyMap<string, CommentThread>;
  readonly counts: ImportCounts;
}

/** A comment without a date gets the one of what it answers, or of its thread. No answer is older than what it answers: threads are shown by date. */
function dateComments(order: readonly Skeleton[], { found, threads, counts }: DatingParts): void {
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
      } else counts.add("changed", "comments without a date that can be: they get the one of what they answer, or of the thread");
    } else if (above !== null && comment.createdAt !== null && comment.createdAt < above) {
      comment.createdAt = above;
      counts.add("changed", "answers dated before what they answer: they get its date");
    }
  }
}

interface AnswerParts {
  readonly found: Skeletons;
  readonly keepsDeleted: boolean;
  readonly counts: ImportCounts;
}

/** A deleted comment is left, unless somebody answers it: then it holds the place, without a text. */
function noteAnswers(order: readonly Skeleton[], { found, keepsDeleted, counts }: AnswerParts): void {
  for (const comment of order.toReversed()) {
    if (comment.isDeleted && comment.isTaken && !keepsDeleted) {
      if (comment.isAnswered)
        counts.add("changed", "deleted comments, and those in the trash, that are answered: they hold the place, without a text");
      else {
        comment.isTaken = false;
        counts.add("left", "deleted comments, and those in the trash");
      }
    }
    const parent = comment.parentId === null ? undefined : found.get(comment.parentId);
    if (parent !== undefined && comment.isTaken) parent.isAnswered = true;
  }
}

interface PlannedParts {
  readonly source: CommentExport;
  /** null: there are too many. */
  readonly kept: readonly ImportedComment[] | null;
  readonly found: Skeletons;
}

async function* readPlanned(
  { source, kept, found }: PlannedParts,
  isWanted: (threadId: string) => boolean,
): AsyncGenerator<PlannedComment> {
  const given = new Set<string>();
  /** By what they answer, which the file has later. */
  const waiting = new Map<string, PlannedComment[]>();
  let ordinal = -1;
  for await (const exported of kept ?? readComments(source)) {
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
      // One by one: a call takes no hundred thousand arguments.
      for (const answer of (waiting.get(next.id) ?? []).toReversed()) ready.push(answer);
      waiting.delete(next.id);
    }
  }
}

async function* readComments(source: CommentExport): AsyncGenerator<ImportedComment> {
  for await (const record of source.records()) if (record.type === "comment") yield record.comment;
}

function sizeOf({ body }: ImportedComment): number {
  return KEPT_BESIDE + ("html" in body ? body.html.length : body.markdown.length);
}

function toPlanned(source: CommentExport, comment: ImportedComment, found: Skeletons, ordinal: number): PlannedComment | null {
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
