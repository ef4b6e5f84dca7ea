export interface BoundedCacheOptions {
  readonly caches: CacheStorage;
  readonly name: string;
  /** Prefix of a file's address, before its path. */
  readonly base: string;
  readonly maxFiles: number;
  readonly maxBytes: number;
}

interface OpenedCache {
  readonly cache: Cache;
  readonly sizes: Map<string, number>;
}

/**
 * Files in the browser's Cache API, with a limit on their number and total size. The least recently
 * used files are removed first. The Cache API provides neither sizes nor times. Therefore, a file's address
 * contains its size, and a single listing of all addresses, which are in insertion order, gives
 * both.
 */
export class BoundedCache {
  readonly #options: BoundedCacheOptions;
  #opened: Promise<OpenedCache> | null = null;
  #total = 0;

  constructor(options: BoundedCacheOptions) {
    this.#options = options;
  }

  async get(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const { cache, sizes } = await this.#ready();
    const size = sizes.get(path);
    const response = size === undefined ? undefined : await cache.match(this.#addressOf(path, size));
    if (size === undefined || response === undefined) return null;
    // A Map iterates in insertion order, so its first key is the least recently used one.
    sizes.delete(path);
    sizes.set(path, size);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** Never rejects: if the browser is out of space, nothing is stored. */
  put(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    return this.#store(path, bytes).catch(() => undefined);
  }

  delete(path: string): Promise<void> {
    return this.#remove(path).catch(() => undefined);
  }

  /** Removes all files that are not needed. */
  async retain(isNeeded: (path: string) => boolean): Promise<void> {
    const { sizes } = await this.#ready();
    for (const path of [...sizes.keys()].filter((stored) => !isNeeded(stored))) await this.delete(path);
  }

  #addressOf(path: string, size: number): string {
    return `${this.#options.base}${path}?bytes=${size}`;
  }

  #ready(): Promise<OpenedCache> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }

  async #open(): Promise<OpenedCache> {
    const { caches, name, base } = this.#options;
    const cache = await caches.open(name);
    const sizes = new Map<string, number>();
    for (const { url } of await cache.keys()) {
      const [address = "", size] = url.split("?bytes=");
      sizes.set(address.slice(base.length), Number(size));
      this.#total += Number(size);
    }
    return { cache, sizes };
  }

  async #remove(path: string): Promise<void> {
    const { cache, sizes } = await this.#ready();
    const size = sizes.get(path);
    if (size === undefined) return;
    sizes.delete(path);
    this.#total -= size;
    await cache.delete(this.#addressOf(path, size));
  }

  async #store(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const { cache, sizes } = await this.#ready();
    const { maxBytes, maxFiles } = this.#options;
    await this.#remove(path);
    if (bytes.length > maxBytes) return;
    await cache.put(this.#addressOf(path, bytes.length), new Response(bytes));
    this.#total += bytes.length - (sizes.get(path) ?? 0);
    sizes.set(path, bytes.length);
    for (const oldest of sizes.keys()) {
      if (sizes.size <= maxFiles && this.#total <= maxBytes) break;
      await this.#remove(oldest);
    }
  }
}
