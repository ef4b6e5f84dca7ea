import type { BuildMemory } from "../../build/build-options.ts";
import { openCache } from "../../build/cache/open-cache.ts";
import type { OpenCache } from "../../build/cache/storage/cache-storage.ts";
import { retainRows } from "../../build/cache/storage/retain-rows.ts";
import { CodeMemory } from "../../build/render/highlight/code-memory.ts";

/** The cache of a process that builds repeatedly, such as `dev`. It stays open. */
export function createBuildMemory(): BuildMemory {
  let opened: Promise<OpenCache> | null = null;
  let close = (): void => undefined;
  return {
    pictures: new Map(),
    code: new CodeMemory(),
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
