import { hash } from "node:crypto";
import { rmSync } from "node:fs";
import type { Database as Connection, Statement } from "better-sqlite3";
import { type CacheChanges, CacheDamageError, type CacheStorage, type SourceRow, type StoredValue } from "./cache-storage.ts";
import { bucketOf, packRows, unpackRows } from "./row-buckets.ts";

/** Raised when tables or the meaning of a column change. */
const SCHEMA_VERSION = 2;
/** Marks a file as Octavo's: "Octv". */
const APPLICATION_ID = 0x4f637476;
/** Number of configurations whose rows are kept: for `build`, `dev` and one more. */
const CONFIGURATIONS_KEPT = 3;
/** Share of free pages above which space is returned to the file system. */
const FREE_SHARE_MAX = 0.25;
/** How long to wait for another build's commit, in milliseconds. */
const BUSY_MS = 5_000;

const SCHEMA = `
CREATE TABLE configurations (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, used INTEGER NOT NULL) STRICT;
CREATE TABLE sources (
  configuration INTEGER NOT NULL REFERENCES configurations ON DELETE CASCADE, bucket INTEGER NOT NULL,
  digest TEXT NOT NULL, rows BLOB NOT NULL, details BLOB NOT NULL, PRIMARY KEY (configuration, bucket)
) STRICT;
CREATE TABLE bodies (
  configuration INTEGER NOT NULL REFERENCES configurations ON DELETE CASCADE, digest TEXT NOT NULL, bytes BLOB NOT NULL,
  PRIMARY KEY (configuration, digest)
) STRICT;
CREATE TABLE "values" (name TEXT PRIMARY KEY, key TEXT NOT NULL, digest TEXT NOT NULL, bytes BLOB NOT NULL) STRICT;
`;

/**
 * Opens the cache as one SQLite file with a rollback journal, so that a second file exists only
 * during a commit. There is no fsync, because digests detect damage from a power cut and damaged
 * entries are created again.
 * @param file absolute path; a foreign or damaged file there is deleted
 * @throws errors from loading the native binary, and SQLite errors for an unusable place
 */
export async function openSqliteStorage(file: string): Promise<CacheStorage> {
  const { default: Database } = await import("better-sqlite3");
  const open = (): CacheStorage => {
    const database = new Database(file, { timeout: BUSY_MS });
    try {
      prepare(database);
      return new SqliteStorage(database);
    } catch (error) {
      database.close();
      throw error;
    }
  };
  try {
    return open();
  } catch (error) {
    if (!isDamage(error)) throw error;
    for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    return open();
  }
}

function prepare(database: Connection): void {
  // This pragma must come before the first table, or SQLite ignores it.
  database.pragma("auto_vacuum = INCREMENTAL");
  database.pragma("journal_mode = DELETE");
  database.pragma("synchronous = OFF");
  database.pragma("foreign_keys = ON");
  if (isOurs(database)) return;
  const create = database.transaction(() => {
    // Another build may have created the tables in the meantime.
    if (isOurs(database)) return;
    if (database.prepare("SELECT count(*) FROM sqlite_schema").pluck().get() !== 0) throw new CacheDamageError("the cache is not Octavo's");
    database.exec(SCHEMA);
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.pragma(`user_version = ${SCHEMA_VERSION}`);
  });
  create.immediate();
}

function isOurs(database: Connection): boolean {
  const read = (pragma: string): unknown => database.pragma(pragma, { simple: true });
  return read("application_id") === APPLICATION_ID && read("user_version") === SCHEMA_VERSION;
}

/** Whether the file itself is damaged, as opposed to a problem with its location. */
function isDamage(error: unknown): boolean {
  if (error instanceof CacheDamageError) return true;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^SQLITE_(?:CORRUPT|NOTADB|ERROR|FORMAT)/.test(code);
}

class SqliteStorage implements CacheStorage {
  readonly #database: Connection;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Connection) {
    this.#database = database;
  }

  sources(key: string): ReadonlyMap<string, SourceRow> {
    return this.#guard(() => {
      const rows = new Map<string, SourceRow>();
      const find = "SELECT digest, rows, details FROM sources JOIN configurations ON id = configuration WHERE key = ?";
      for (const [digest, packed, details] of this.#database.prepare(find).raw().all(key) as [string, Buffer, Buffer][]) {
        for (const [path, row] of unpackRows({ digest, rows: packed, details })) rows.set(path, row);
      }
      return rows;
    });
  }

  body(key: string, digest: string): Buffer {
    return this.#guard(() => {
      const find = "SELECT bytes FROM bodies WHERE configuration = (SELECT id FROM configurations WHERE key = ?) AND digest = ?";
      const bytes = this.#prepare(find).pluck().get(key, digest) as Buffer | undefined;
      if (bytes === undefined || hash("sha1", bytes) !== digest)
        throw new CacheDamageError(`body ${digest} is missing or damaged in the cache`);
      return bytes;
    });
  }

  addBodies(key: string, bodies: ReadonlyMap<string, Uint8Array>): void {
    this.#inTransaction(() => {
      const configuration = this.#openConfiguration(key);
      const add = this.#database.prepare("REPLACE INTO bodies (configuration, digest, bytes) VALUES (?, ?, ?)");
      for (const [digest, bytes] of bodies) add.run(configuration, digest, bytes);
    });
  }

  value(name: string): StoredValue | null {
    return this.#guard(() => {
      const row = this.#prepare('SELECT key, digest, bytes FROM "values" WHERE name = ?').raw().get(name);
      if (row === undefined) return null;
      const [key, digest, bytes] = row as [string, string, Buffer];
      return hash("sha1", bytes) === digest ? { key, bytes } : null;
    });
  }

  commit({ sources, values, removed }: CacheChanges): void {
    this.#inTransaction(() => {
      if (sources !== undefined) this.#saveSources(sources);
      const put = this.#database.prepare('REPLACE INTO "values" (name, key, digest, bytes) VALUES (?, ?, ?, ?)');
      const remove = this.#database.prepare('DELETE FROM "values" WHERE name = ?');
      for (const name of removed) remove.run(name);
      for (const [name, { key, bytes }] of values) put.run(name, key, hash("sha1", bytes), bytes);
    });
    this.#guard(() => this.#reclaim());
  }

  close(): void {
    this.#database.close();
  }

  #saveSources({ key, previous: previousRows, rows }: NonNullable<CacheChanges["sources"]>): void {
    const configuration = this.#openConfiguration(key);
    const changed = new Set<number>();
    const replaced = new Set<string>();
    for (const [path, row] of rows) if (previousRows.get(path) !== row) changed.add(bucketOf(path));
    for (const [path, { body }] of previousRows) {
      const row = rows.get(path);
      if (row === undefined) changed.add(bucketOf(path));
      if (body !== null && row?.body !== body) replaced.add(body);
    }
    if (changed.size === 0) return;
    const buckets = new Map([...changed].map((bucket) => [bucket, [] as [string, SourceRow][]]));
    for (const entry of rows) buckets.get(bucketOf(entry[0]))?.push(entry);
    const put = this.#database.prepare("REPLACE INTO sources (configuration, bucket, digest, rows, details) VALUES (?, ?, ?, ?, ?)");
    for (const [bucket, ofBucket] of buckets) {
      const packed = packRows(ofBucket);
      put.run(configuration, bucket, packed.digest, packed.rows, packed.details);
    }
    for (const { body } of rows.values()) if (body !== null) replaced.delete(body);
    const remove = this.#database.prepare("DELETE FROM bodies WHERE configuration = ? AND digest = ?");
    // Only the bodies of these rows are removed, because another build may be about to refer to
    // others.
    for (const body of replaced) remove.run(configuration, body);
  }

  /**
   * Returns the id of a configuration and makes it the most recently used one. The oldest
   * configurations are removed.
   */
  #openConfiguration(key: string): number {
    const read = this.#database
      .prepare("SELECT id FROM configurations WHERE key = ? AND used = (SELECT max(used) FROM configurations)")
      .pluck();
    const latest = read.get(key) as number | undefined;
    if (latest !== undefined) return latest;
    const insert = `INSERT INTO configurations (key, used) SELECT ?, ifnull(max(used), 0) + 1 FROM configurations WHERE true
      ON CONFLICT (key) DO UPDATE SET used = excluded.used`;
    this.#database.prepare(insert).run(key);
    const newest = "SELECT id FROM configurations ORDER BY used DESC LIMIT ?";
    this.#database.prepare(`DELETE FROM configurations WHERE id NOT IN (${newest})`).run(CONFIGURATIONS_KEPT);
    return read.get(key) as number;
  }

  /** Returns free pages to the file system if there are many. */
  #reclaim(): void {
    const read = (pragma: string): number => Number(this.#database.pragma(pragma, { simple: true }));
    if (read("freelist_count") > read("page_count") * FREE_SHARE_MAX) this.#database.pragma("incremental_vacuum");
  }

  /** Prepares each statement once, because preparing one takes longer than reading a body. */
  #prepare(sql: string): Statement {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #inTransaction(work: () => void): void {
    this.#guard(() => this.#database.transaction(work).immediate());
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof CacheDamageError || !isDamage(error)) throw error;
      throw new CacheDamageError(`the cache is damaged: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
}
