/**
 * Comments as files beside the index, which answer while the write server is unavailable. The entry
 * names all other files by a hash of their bytes. Caches keep them only briefly (`public,
 * max-age=300`), so that withdrawn comments do not linger.
 */

/** A reader that finds another number ignores the snapshot. */
export const SNAPSHOT_FORMAT = 1;
/**
 * Size of a pack in bytes. A pack holds several posts up to this size, or a single post. Comments
 * of a larger post are in chunks.
 */
export const PACK_MAX_BYTES = 65_536;
/** Chunks of a post. With manifest, published, entry and pack, any query takes at most 36 reads. */
export const SNAPSHOT_CHUNKS_MAX = 32;
/**
 * Characters of each id in a head. With 10,000 comments, one or two chunks are read to find one.
 */
export const ID_PREFIX_LENGTH = 3;
/** Hex digits of SHA-256 in a file name. */
export const SNAPSHOT_HASH_LENGTH = 16;

/** Below `index/v1`, named by the hash of their bytes. */
export const SNAPSHOT_FILE = new RegExp(`^comments\\.[0-9a-f]{${SNAPSHOT_HASH_LENGTH}}\\.json$`);

/** Changes in place, after all other files (SNAPSHOT_ENTRY). */
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
 * A visible comment, with times in ms since 1970. In a tombstone everything but its place is null.
 * Values that follow from others are left out.
 */
export interface SnapshotComment {
  readonly id: string;
  readonly parentId: string | null;
  readonly authorName: string | null;
  readonly authorUrl: string | null;
  readonly isAuthor: boolean;
  /** null: a tombstone. */
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

/** Head of a post whose comments are in separate files. */
export interface SnapshotHead {
  readonly key: string;
  /**
   * For each comment, its distance back to its parent, in base 36; empty if it answers the post.
   * Separated by spaces.
   */
  readonly parents: string;
  /** Numbers of tombstones. */
  readonly deleted: readonly number[];
  /** The first ID_PREFIX_LENGTH characters of each id. */
  readonly ids: string;
  /**
   * Number of the first comment of each file, and the file: an array with one SnapshotComment on
   * each line.
   */
  readonly chunks: readonly (readonly [first: number, file: string])[];
}
