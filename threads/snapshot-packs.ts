import type { RecentCommentList } from "../contract/schemas/comment.ts";
import {
  ID_PREFIX_LENGTH,
  PACK_MAX_BYTES,
  SNAPSHOT_CHUNKS_MAX,
  SNAPSHOT_FORMAT,
  type SnapshotEntry,
  type SnapshotHead,
  type SnapshotSmallPost,
} from "./snapshot-format.ts";

export interface SnapshotSource {
  /**
   * Posts with comments by key, ascending, each with its visible comments in chronological order.
   */
  posts(): AsyncIterable<SnapshotSmallPost>;
  /** The newest comments of listed posts, newest first. */
  recent(): Promise<RecentCommentList["items"]>;
}

export interface PackOptions {
  /** `2026-01-31T09:30:00.000Z` */
  readonly takenAt: string;
  /**
   * Stores a file.
   * @returns the file's name, which contains a hash of its bytes
   */
  readonly put: (text: string) => Promise<string>;
}

/** A post's line in a pack. */
interface PackLine {
  readonly key: string;
  readonly text: string;
  /** The size including separators. */
  readonly bytes: number;
}

/** Bytes around each line of a file, and around all of them. */
const LINE_BYTES = 2;
const FRAME_BYTES = 4;

const encoder = new TextEncoder();

/**
 * Creates the files of a snapshot, each as soon as it is full, so that at most one pack and one
 * post are in memory. The same comments result in the same files.
 * @returns the entry, which must be written after all other files
 */
export async function packSnapshot(source: SnapshotSource, { takenAt, put }: PackOptions): Promise<SnapshotEntry> {
  const packs: (readonly [string, string])[] = [];
  for await (const lines of cutPacks(toLines(source.posts(), put))) {
    packs.push([lines[0]?.key ?? "", await put(toLineFile(lines.map(({ text }) => text)))]);
  }
  const recent = await put(toLineFile((await source.recent()).map((comment) => JSON.stringify(comment))));
  return { format: SNAPSHOT_FORMAT, takenAt, packs, recent };
}

async function* toLines(posts: AsyncIterable<SnapshotSmallPost>, put: PackOptions["put"]): AsyncGenerator<PackLine> {
  for await (const post of posts) {
    const text = await toPackText(post, put);
    yield { key: post.key, text, bytes: byteLength(text) + LINE_BYTES };
  }
}

async function toPackText(post: SnapshotSmallPost, put: PackOptions["put"]): Promise<string> {
  const { key, comments } = post;
  const small = JSON.stringify({ key, comments });
  if (byteLength(small) + LINE_BYTES + FRAME_BYTES <= PACK_MAX_BYTES) return small;
  const numbers = new Map(comments.map(({ id }, at) => [id, at]));
  const chunks: (readonly [number, string])[] = [];
  for (const [first, texts] of cutChunks(comments.map((comment) => JSON.stringify(comment)))) {
    chunks.push([first, await put(toLineFile(texts))]);
  }
  const head: SnapshotHead = {
    key,
    parents: comments.map(({ parentId }, at) => (parentId === null ? "" : (at - (numbers.get(parentId) ?? at)).toString(36))).join(" "),
    deleted: comments.flatMap(({ body }, at) => (body === null ? [at] : [])),
    ids: comments.map(({ id }) => id.slice(0, ID_PREFIX_LENGTH).padEnd(ID_PREFIX_LENGTH)).join(""),
    chunks,
  };
  return JSON.stringify(head);
}

/**
 * Splits comments into chunks from the beginning, so that a new comment changes only the last
 * chunk. If there are too many chunks, their size is doubled.
 */
function cutChunks(texts: readonly string[]): (readonly [first: number, texts: readonly string[]])[] {
  const sizes = texts.map(byteLength);
  for (let maxBytes = PACK_MAX_BYTES; ; maxBytes *= 2) {
    const starts: number[] = [];
    let bytes = Number.POSITIVE_INFINITY;
    sizes.forEach((size, at) => {
      if (bytes + size > maxBytes) {
        starts.push(at);
        bytes = 0;
      }
      bytes += size;
    });
    if (starts.length <= SNAPSHOT_CHUNKS_MAX) return starts.map((start, place) => [start, texts.slice(start, starts[place + 1])]);
  }
}

/**
 * Halves the range of keys until its posts fit into a pack, so that a change affects only one pack.
 * @param lines lines by key, ascending
 */
async function* cutPacks(lines: AsyncGenerator<PackLine>): AsyncGenerator<readonly PackLine[]> {
  const waiting: PackLine[] = [];
  let isOver = false;
  const peek = async (place: number): Promise<PackLine | undefined> => {
    while (waiting.length <= place && !isOver) {
      const { done = false, value } = await lines.next();
      if (done) isOver = true;
      else waiting.push(value);
    }
    return waiting[place];
  };
  async function* cutRange(start: bigint, size: bigint): AsyncGenerator<readonly PackLine[]> {
    let count = 0;
    let bytes = FRAME_BYTES;
    for (let line = await peek(0); line !== undefined && toNumber(line) < start + size; line = await peek(count)) {
      if (count > 0 && bytes + line.bytes > PACK_MAX_BYTES) {
        yield* cutRange(start, size / 2n);
        yield* cutRange(start + size / 2n, size / 2n);
        return;
      }
      count += 1;
      bytes += line.bytes;
    }
    if (count > 0) yield waiting.splice(0, count);
  }
  yield* cutRange(0n, KEYS);
}

/** Keys have 16 hex digits. */
const KEYS = 1n << 64n;

function toNumber({ key }: PackLine): bigint {
  return BigInt(`0x${key}`);
}

/**
 * Returns a JSON array with one element on each line, so that single elements can be extracted
 * without parsing the others.
 */
function toLineFile(texts: readonly string[]): string {
  return texts.length === 0 ? "[]\n" : `[\n${texts.join(",\n")}\n]\n`;
}

function byteLength(text: string): number {
  return encoder.encode(text).length;
}
