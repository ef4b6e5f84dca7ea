/**
 * Comments as files beside the index: what answers for the write server while that is away. The entry names all others, by a hash of their bytes; none of them is
 * kept for long (`public, max-age=300`), so that what was taken back does not linger.
 */

/** A reader that meets another number has no snapshot. */
export const SNAPSHOT_FORMAT = 1;
/** A pack holds several posts up to this, or one; a post whose comments are larger has them in chunks. Bytes. */
export const PACK_MAX_BYTES = 65_536;
/** Chunks of a post at most: with manifest, published, entry and pack, any query takes 36 reads. */
export const SNAPSHOT_CHUNKS_MAX = 32;
/** Characters of each id that stand in a head: of 10,000 comments, one or two chunks are read to find one. */
export const ID_PREFIX_LENGTH = 3;
/** Hex digits of SHA-256 in the name of a file. */
export const SNAPSHOT_HASH_LENGTH = 16;

/** Below `index/v1`, named by the hash of their bytes. */
export const SNAPSHOT_FILE = new RegExp(`^comments\\.[0-9a-f]{${SNAPSHOT_HASH_LENGTH}}\\.json$`);

/** Changes in place, last of all (SNAPSHOT_ENTRY). */
export interface SnapshotEntry {
  readonly format: number;
  /** `2026-01-31T09:30:00.000Z`: what was public then. */
  readonly takenAt: string;
  /** Packs by the smallest key in each, ascending. A key is the first 16 hex digits of SHA-256 of the post's slug. */
  readonly packs: readonly (readonly [firstKey: string, file: string])[];
  /** File name of the newest comments of listed posts: an array with a RecentComment a line. */
  readonly recent: string;
}

/** A comment that is shown, times in ms since 1970. Of a tombstone all is null but its place. What follows from the others is not here. */
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

/** A post in a pack, which is an array with a post a line. Comments are in order of time. */
export type SnapshotPost = SnapshotSmallPost | SnapshotHead;

export interface SnapshotSmallPost {
  readonly key: string;
  readonly comments: readonly SnapshotComment[];
}

/** Head of a post whose comments are in files of their own. */
export interface SnapshotHead {
  readonly key: string;
  /**
   * For each comment, its distance back to the comment that it answers, to the base of 36; nothing:
   * it answers the post. A space between them.
   */
  readonly parents: string;
  /** Numbers of tombstones. */
  readonly deleted: readonly number[];
  /** The first ID_PREFIX_LENGTH characters of each id. */
  readonly ids: string;
  /** Number of its first comment, and the file: an array with a SnapshotComment a line. */
  readonly chunks: readonly (readonly [first: number, file: string])[];
}
