/** The browser's Cache API in memory: the part that the worker uses. */
export interface MemoryCaches {
  readonly caches: CacheStorage;
  /** The addresses in a cache, in the order in which they were added. */
  addresses(name: string): readonly string[];
  /** From now on no cache can be opened: a private window, a full disk. */
  fail(): void;
}

export function createMemoryCaches(): MemoryCaches {
  const stores = new Map<string, Map<string, Uint8Array<ArrayBuffer>>>();
  let failing = false;
  const open = async (name: string) => {
    if (failing) throw new Error("no room");
    const store = stores.get(name) ?? new Map<string, Uint8Array<ArrayBuffer>>();
    stores.set(name, store);
    return {
      keys: async () => [...store.keys()].map((url) => ({ url })),
      async match(url: string) {
        const bytes = store.get(url);
        return bytes === undefined ? undefined : new Response(bytes);
      },
      async put(url: string, response: Response) {
        const bytes = new Uint8Array(await response.arrayBuffer());
        store.delete(url);
        store.set(url, bytes);
      },
      delete: async (url: string) => store.delete(url),
    };
  };
  const caches = { open, keys: async () => [...stores.keys()], delete: async (name: string) => stores.delete(name) };
  return {
    caches: caches as unknown as CacheStorage,
    addresses: (name) => [...(stores.get(name)?.keys() ?? [])],
    fail() {
      failing = true;
    },
  };
}
