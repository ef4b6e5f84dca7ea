import type { CacheStorage, SourceRow, StoredValue } from "./cache-storage.ts";

/**
 * Wraps a storage for a process that builds repeatedly. Rows are read and parsed again only for
 * another configuration; otherwise, the process's own commits update them.
 */
export function retainRows(storage: CacheStorage): CacheStorage {
  let retained: { readonly key: string; readonly rows: ReadonlyMap<string, SourceRow> } | null = null;
  const values = new Map<string, StoredValue | null>();
  return {
    sources(key) {
      if (retained?.key !== key) retained = { key, rows: storage.sources(key) };
      return retained.rows;
    },
    value(name) {
      const value = values.get(name) ?? storage.value(name);
      values.set(name, value);
      return value;
    },
    body: (key, digest) => storage.body(key, digest),
    addBodies: (key, bodies) => storage.addBodies(key, bodies),
    commit(changes) {
      storage.commit(changes);
      for (const name of changes.removed) values.delete(name);
      for (const [name, value] of changes.values) values.set(name, value);
      if (changes.sources !== undefined) retained = changes.sources;
    },
    close: () => storage.close(),
  };
}
