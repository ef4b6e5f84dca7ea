import { SNAPSHOT_ENTRY } from "../../contract/paths.ts";
import { SNAPSHOT_FORMAT, type SnapshotEntry, type SnapshotPost } from "../../threads/snapshot-format.ts";
import { openSnapshotPost, type ReadSnapshotChunk, type SnapshotThread } from "../../threads/snapshot-thread.ts";
import { createIndexFiles, parseChunk } from "../index-files.ts";
import { isRecord } from "../manifest.ts";
import { type ReadFile, toText } from "../read-file.ts";

// Sizes of a snapshot's in-memory caches, in bytes of cached files. A thread of 10,000 comments
// takes about 7 million bytes.
const PACK_CACHE_BYTES = 4_000_000;
const COMMENT_CHUNK_CACHE_BYTES = 16_000_000;
const RECENT_CACHE_BYTES = 1_000_000;

/** The public comments as they were at one instant. */
export interface CommentSnapshot {
  /** `2026-01-31T09:30:00.000Z` */
  readonly takenAt: string;
  /**
   * The thread of a post, given the key of its slug; null if it has no comments.
   * @throws IndexUnavailable if a file is gone
   */
  thread(key: string): Promise<SnapshotThread | null>;
  readonly readChunk: ReadSnapshotChunk;
  /** The newest comments of listed posts, in the form of the response. */
  recent(): Promise<readonly unknown[]>;
}

/**
 * @returns a function that opens the current snapshot, or null if there is none in a known format;
 * its files are cached between requests
 */
export function createCommentSnapshots(): (read: ReadFile, fresh: boolean) => Promise<CommentSnapshot | null> {
  const readPack = createIndexFiles((bytes) => parsePack(toText(bytes)), PACK_CACHE_BYTES);
  const readComments = createIndexFiles(parseChunk, COMMENT_CHUNK_CACHE_BYTES);
  const readRecent = createIndexFiles((bytes) => parseList(toText(bytes)), RECENT_CACHE_BYTES);
  return async (read, fresh) => {
    const bytes = await read(SNAPSHOT_ENTRY, { fresh });
    const entry = bytes === null ? null : parseEntry(bytes);
    if (entry === null) return null;
    return {
      takenAt: entry.takenAt,
      async thread(key) {
        const pack = entry.packs.findLast(([first]) => first <= key);
        return pack === undefined ? null : ((await readPack(read, pack[1])).get(key) ?? null);
      },
      readChunk: (file) => readComments(read, file),
      recent: () => readRecent(read, entry.recent),
    };
  };
}

function parseEntry(bytes: Uint8Array): SnapshotEntry | null {
  try {
    const value: unknown = JSON.parse(toText(bytes));
    return isRecord(value) && isEntry(value) ? value : null;
  } catch {
    return null;
  }
}

function isEntry(value: Record<string, unknown>): value is Record<string, unknown> & SnapshotEntry {
  const { format, takenAt, packs, recent } = value;
  return format === SNAPSHOT_FORMAT && typeof takenAt === "string" && Array.isArray(packs) && typeof recent === "string";
}

/** @throws Error if the text is not a valid pack */
function parsePack(text: string): ReadonlyMap<string, SnapshotThread> {
  const posts = parseList(text) as readonly SnapshotPost[];
  return new Map(posts.map((post) => [post.key, openSnapshotPost(post)]));
}

function parseList(text: string): readonly unknown[] {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) throw new Error("a snapshot file must be an array");
  return value;
}
