/** Files in the browser's Cache API, with a limit on their number and total size. */
export interface BoundedCache {
  get(path: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Never rejects: a browser without room stores nothing. */
  put(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  delete(path: string): Promise<void>;
  /** Removes all files that are not needed. */
  retain(isNeeded: (path: string) => boolean): Promise<void>;
}

export interface BoundedCacheOptions {
  readonly caches: CacheStorage;
  readonly name: string;
  /** Prefix of a file's address, before its path. */
  readonly base: string;
  readonly maxFiles: number;
  readonly maxBytes: number;
}

/**
 * Removes the least recently used files. The Cache API gives neither sizes nor times, so the size
 * is part of a file's cache address, and the addresses are listed in insertion order.
 */
export function createBoundedCache({ caches, name, base, maxFiles, maxBytes }: BoundedCacheOptions): BoundedCache {
  let opened: Promise<{ cache: Cache; sizes: Map<string, number> }> | null = null;
  let total = 0;

  const addressOf = (path: string, size: number): string => `${base}${path}?bytes=${size}`;

  async function open() {
    const cache = await caches.open(name);
    const sizes = new Map<string, number>();
    for (const { url } of await cache.keys()) {
      const [address = "", size] = url.split("?bytes=");
      sizes.set(address.slice(base.length), Number(size));
      total += Number(size);
    }
    return { cache, sizes };
  }

  const ready = () => {
    opened ??= open().catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };

  async function remove(path: string): Promise<void> {
    const { cache, sizes } = await ready();
    const size = sizes.get(path);
    if (size === undefined) return;
    sizes.delete(path);
    total -= size;
    await cache.delete(addressOf(path, size));
  }

  async function store(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const { cache, sizes } = await ready();
    await remove(path);
    if (bytes.length > maxBytes) return;
    await cache.put(addressOf(path, bytes.length), new Response(bytes));
    total += bytes.length - (sizes.get(path) ?? 0);
    sizes.set(path, bytes.length);
    for (const oldest of sizes.keys()) {
      if (sizes.size <= maxFiles && total <= maxBytes) break;
      await remove(oldest);
    }
  }

  return {
    async get(path) {
      const { cache, sizes } = await ready();
      const size = sizes.get(path);
      const response = size === undefined ? undefined : await cache.match(addressOf(path, size));
      if (size === undefined || response === undefined) return null;
      // A Map iterates in insertion order, so its first key is the least recently used one.
      sizes.delete(path);
      sizes.set(path, size);
      return new Uint8Array(await response.arrayBuffer());
    },
    put: (path, bytes) => store(path, bytes).catch(() => undefined),
    delete: (path) => remove(path).catch(() => undefined),
    async retain(isNeeded) {
      const { sizes } = await ready();
      for (const path of [...sizes.keys()].filter((kept) => !isNeeded(kept))) await remove(path).catch(() => undefined);
    },
  };
}
