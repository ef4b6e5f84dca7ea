export interface Cache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T, size: number): void;
}

/**
 * Keeps the most recently used values up to a total size. A value larger than the whole cache is
 * not stored.
 */
export function createCache<T>(maxSize: number): Cache<T> {
  const entries = new Map<string, { readonly value: T; readonly size: number }>();
  let total = 0;
  const remove = (key: string): void => {
    total -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      // A Map iterates in insertion order, so its first key is the least recently used one.
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, size) {
      remove(key);
      if (size > maxSize) return;
      entries.set(key, { value, size });
      total += size;
      for (const oldest of entries.keys()) {
        if (total <= maxSize) break;
        remove(oldest);
      }
    },
  };
}
