import type { PictureMemo } from "../pictures/picture-memo.ts";
import { type OpenCache, openCache } from "./build-cache.ts";
import { retainRows } from "./retained-storage.ts";

/** What builds of one process keep for the next: `dev` builds on every save, and reads no rows again. */
export interface BuildMemory {
  readonly pictures: PictureMemo;
  /** @param cacheDir absolute */
  open(cacheDir: string): Promise<OpenCache>;
  /** Called once no build is under way. */
  close(): void;
}

export function createBuildMemory(): BuildMemory {
  let opened: Promise<OpenCache> | null = null;
  let close = (): void => undefined;
  return {
    pictures: new Map(),
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
