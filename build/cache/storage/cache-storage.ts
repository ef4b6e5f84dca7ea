/**
 * Storage for later builds. It has two implementations: an SQLite file, and memory if no file can
 * be used. It may be deleted at any time. Every entry is verified against its digest.
 */
export interface CacheStorage {
  /** Rows of content files for a configuration, by path. Damaged rows are left out. */
  sources(key: string): ReadonlyMap<string, SourceRow>;
  /**
   * A rendered body.
   * @throws CacheDamageError if it is missing or damaged
   */
  body(key: string, digest: string): Buffer;
  /**
   * Adds bodies immediately. They are stored by digest, and have no effect until a row refers to
   * them.
   */
  addBodies(key: string, bodies: ReadonlyMap<string, Uint8Array>): void;
  /** A value by name, or null. Its `key` identifies its inputs. */
  value(name: string): StoredValue | null;
  /** Saves everything or nothing. */
  commit(changes: CacheChanges): void;
  close(): void;
}

/** Facts about one content file. */
export interface SourceRow {
  /** SHA-1 of the file's bytes, hexadecimal. */
  readonly digest: string;
  /** Digest of all members below. The same id means the same facts. */
  readonly id: string;
  /** Digest of its rendered body; null if it has none. */
  readonly body: string | null;
  /** The facts about the file that every build needs, as plain data. */
  readonly head: unknown;
  /** Facts that are needed only when the file's documents are created, as JSON. */
  readonly detail: string;
}

export interface StoredValue {
  readonly key: string;
  readonly bytes: Uint8Array;
}

export interface CacheChanges {
  /**
   * All rows of a configuration, as they were read and as they are now. Unchanged rows are the same
   * objects.
   */
  readonly sources?: {
    readonly key: string;
    readonly previous: ReadonlyMap<string, SourceRow>;
    readonly rows: ReadonlyMap<string, SourceRow>;
  };
  readonly values: ReadonlyMap<string, StoredValue>;
  /** Names of removed values. */
  readonly removed: ReadonlySet<string>;
}

/**
 * Thrown when a cache entry differs from what was written. The build starts again without the
 * cache.
 */
export class CacheDamageError extends Error {
  override readonly name: string = "CacheDamageError";
}

/** An open cache, for one build or for a process that builds repeatedly. */
export interface OpenCache {
  readonly storage: CacheStorage;
  /**
   * Absolute path of the folder of the cache file. Files that are written there reveal the file
   * system's clock.
   */
  readonly dir: string;
  /** The reason why only memory is used; null if a file is used. */
  readonly notice: string | null;
  /** Whether the cache file still exists. It may have been deleted. */
  isThere(): boolean;
  /** Deletes the cache. */
  discard(): void;
  close(): void;
}
