import { type CacheChanges, CacheDamageError, type CacheStorage, type SourceRow, type StoredValue } from "./cache-storage.ts";

/** The in-memory cache of a single process, for environments where no SQLite file can be used. */
export class MemoryStorage implements CacheStorage {
  readonly #values = new Map<string, StoredValue>();
  readonly #bodies = new Map<string, Buffer>();
  /** Rows for a single configuration, because a process rarely uses more than one. */
  #sources: { readonly key: string; readonly rows: ReadonlyMap<string, SourceRow> } | null = null;

  sources(key: string): ReadonlyMap<string, SourceRow> {
    return this.#sources?.key === key ? this.#sources.rows : new Map();
  }

  body(_key: string, digest: string): Buffer {
    const bytes = this.#bodies.get(digest);
    if (bytes === undefined) throw new CacheDamageError(`body ${digest} is missing from the cache`);
    return bytes;
  }

  addBodies(_key: string, bodies: ReadonlyMap<string, Uint8Array>): void {
    for (const [digest, bytes] of bodies) this.#bodies.set(digest, Buffer.from(bytes));
  }

  value(name: string): StoredValue | null {
    return this.#values.get(name) ?? null;
  }

  commit({ sources, values, removed }: CacheChanges): void {
    for (const name of removed) this.#values.delete(name);
    for (const [name, value] of values) this.#values.set(name, value);
    if (sources === undefined) return;
    this.#sources = { key: sources.key, rows: sources.rows };
    const used = new Set([...sources.rows.values()].map(({ body }) => body));
    for (const digest of this.#bodies.keys()) if (!used.has(digest)) this.#bodies.delete(digest);
  }

  close(): void {}
}
