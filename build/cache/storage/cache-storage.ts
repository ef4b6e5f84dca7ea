/**
 * Storage for later builds. Two implementations: a file of SQLite, and memory if there can be no
 * file. It may be deleted at any time. Every entry is verified against its digest.
 */
export interface CacheStorage {
  /** Rows of content files under a configuration, by path. Damaged rows are left out. */
  sources(key: string): ReadonlyMap<string, SourceRow>;
  /** A rendered body. @throws CacheDamageError if it is gone or damaged */
  body(key: string, digest: string): Buffer;
  /** Adds bodies at once: they are known by their digests, and harmless until a row names them. */
  addBodies(key: string, bodies: ReadonlyMap<string, Uint8Array>): void;
  /** A value by name, or null. Its `key` says what it was made of. */
  value(name: string): StoredValue | null;
  /** Saves all of it or nothing. */
  commit(changes: CacheChanges): void;
  close(): void;
}

/** Facts of one content file. */
export interface SourceRow {
  /** SHA-1 of the file's bytes, hexadecimal. */
  readonly digest: string;
  /** Digest of all below: the same id, the same facts. */
  readonly id: string;
  /** Digest of its rendered body; null: it has none. */
  readonly body: string | null;
  /** Facts that every build needs of every file. Plain data. */
  readonly head: unknown;
  /** Facts that are needed only when the file's documents are made. JSON. */
  readonly detail: string;
}

export interface StoredValue {
  readonly key: string;
  readonly bytes: Uint8Array;
}

export interface CacheChanges {
  /** All rows of a configuration, as they were read and as they are now: the same objects where nothing has changed. */
  readonly sources?: {
    readonly key: string;
    readonly former: ReadonlyMap<string, SourceRow>;
    readonly rows: ReadonlyMap<string, SourceRow>;
  };
  readonly values: ReadonlyMap<string, StoredValue>;
  /** Names of values to forget. */
  readonly removed: ReadonlySet<string>;
}

/** Something in the cache is not as it was written; the build begins again without it. */
export class CacheDamageError extends Error {
  override readonly name: string = "CacheDamageError";
}

/** Where builds keep rows: opened for one build, or kept open by a process that builds again and again. */
export interface OpenCache {
  readonly storage: CacheStorage;
  /** Absolute; holds the file, and takes the time of the file system. */
  readonly dir: string;
  /** Why there is only memory; null: there is a file. */
  readonly notice: string | null;
  /** Whether it still stands where it stood: somebody may have deleted it. */
  isThere(): boolean;
  /** Throws all of it away. */
  discard(): void;
  close(): void;
}
