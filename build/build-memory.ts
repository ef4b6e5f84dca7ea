import { openCache } from "./build-cache.ts";
import type { BuildMemory } from "./build-options.ts";
import type { OpenCache } from "./cache/storage/cache-storage.ts";
import { retainRows } from "./cache/storage/retained-storage.ts";

export function createBuildMemory(): BuildMemory {
  let opened: Promise<OpenCache> | null = null;
  let close = (): void => undefined;
  return {
    pictures: new Map(),
    facts: new WeakMap(),
    decoded: new WeakMap(),
    async open(cacheDir) {
      if (opened !== null && !(await opened).isThere()) {
        close();
        opened = null;
      }
      opened ??= openCache(cacheDir).then((cache) => {
        close = () => cache.close();
        const discard = (): void => {
          opened = null;
          cache.discard();
        };
        return { ...cache, storage: retainRows(cache.storage), discard, close: () => undefined };
      });
      return opened;
    },
    close() {
      close();
    },
  };
}
