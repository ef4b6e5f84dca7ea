/**
 * Comments as files beside the index, which are served while the write server is unavailable. The
 * entry lists all other files by a hash of their bytes. Caches keep them only briefly (`public,
 * max-age=300`), so that withdrawn comments disappear soon.
 */

/** A reader that finds another number ignores the snapshot. */
export const SNAPSHOT_FORMAT = 1;
/**
 * Size of a pack in bytes. A pack contains several posts up to this size, or a single post. The
 * comments of a larger post are in chunks.
 */
export const PACK_MAX_BYTES = 65_536;
/**
 * Maximum number of chunks of a post. With manifest, published, entry and pack, any query needs at
 * most 36 reads.
 */
export const SNAPSHOT_CHUNKS_MAX = 32;
/**
 * Number of characters of each id in a head. Among 10,000 comments, finding one requires reading
 * one or two chunks.
 */
export const ID_PREFIX_LENGTH = 3;
/** Number of hex digits of the SHA-256 in a file name. */
export const SNAPSHOT_HASH_LENGTH = 16;

/** Matches names of files below `index/v1`, which contain a hash of their bytes. */
export const SNAPSHOT_FILE = new RegExp(`^comments\\.[0-9a-f]{${SNAPSHOT_HASH_LENGTH}}\\.json$`);

/** The file SNAPSHOT_ENTRY, which is changed in place after all other files have been written. */
export interface SnapshotEntry {
  readonly format: number;
  /** Time of the snapshot, `2026-01-31T09:30:00.000Z`. */
  readonly takenAt: string;
  /**
   * Packs by the smallest key in each, ascending. A key is the first 16 hex digits of the SHA-256
   * of the post's slug.
   */
  readonly packs: readonly (readonly [firstKey: string, file: string])[];
  /**
   * File name of the newest comments of listed posts: an array with one RecentComment on each line.
   */
  readonly recent: string;
}

/**
 * A visible comment, with times in ms since 1970. In a tombstone, everything except its place is
 * null. Values that can be derived from others are omitted.
 */
export interface SnapshotComment {
  readonly id: string;
  readonly parentId: string | null;
  readonly authorName: string | null;
  readonly authorUrl: string | null;
  readonly isAuthor: boolean;
  /** null in a tombstone. */
  readonly body: string | null;
  readonly bodyHtml: string | null;
  readonly createdAt: number;
  readonly editedAt: number | null;
}

/**
 * A post in a pack, which is an array with one post on each line. Comments are in chronological
 * order.
 */
export type SnapshotPost = SnapshotSmallPost | SnapshotHead;

export interface SnapshotSmallPost {
  readonly key: string;
  readonly comments: readonly SnapshotComment[];
}

/** The head of a post with comments in separate files. */
export interface SnapshotHead {
  readonly key: string;
  /**
   * For each comment, the number of places back to its parent, in base 36, or nothing if it is a
   * top-level comment. The numbers are separated by spaces.
   */
  readonly parents: string;
  /** The numbers of the tombstones. */
  readonly deleted: readonly number[];
  /** The first ID_PREFIX_LENGTH characters of each id. */
  readonly ids: string;
  /**
   * The number of the first comment in each file, and the file, which is an array with one
   * SnapshotComment on each line.
   */
  readonly chunks: readonly (readonly [first: number, file: string])[];
}
