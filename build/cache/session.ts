import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ContentCache } from "./content-cache.ts";
import { CacheDamageError } from "./damage.ts";
import { cacheKeyOf, cacheNameOf, type KeyParts } from "./key.ts";

/** Opens what is known, told the site's time zone. */
export type OpenCache = (timeZone: string) => ContentCache;

export interface CacheSession {
  /** Does the work with the cache, and keeps what it found out; once more without what is known, if that turns out to be damaged. */
  run<T>(work: (open: OpenCache) => Promise<T>): Promise<T>;
  close(): void;
}

/** The cache of one build. */
export function openCacheSession(options: Omit<KeyParts, "timeZone"> & { readonly cacheDir: string }): CacheSession {
  const { dir, isTemporary } = findFolder(join(options.cacheDir, cacheNameOf(options)));
  let cache: ContentCache | null = null;
  const close = (): void => {
    cache?.close();
    cache = null;
  };
  const open: OpenCache = (timeZone) => {
    close();
    cache = new ContentCache(dir, cacheKeyOf({ ...options, timeZone }));
    return cache;
  };
  const attempt = async <T>(work: (open: OpenCache) => Promise<T>): Promise<T> => {
    const result = await work(open);
    cache?.save();
    return result;
  };
  return {
    async run(work) {
      try {
        return await attempt(work);
      } catch (error) {
        if (!(error instanceof CacheDamageError)) throw error;
        close();
        ContentCache.destroy(dir);
        return attempt(work);
      }
    },
    close() {
      close();
      if (isTemporary) ContentCache.destroy(dir);
    },
  };
}

/** Where nothing may be written, a folder for this build alone does. */
function findFolder(wanted: string): { readonly dir: string; readonly isTemporary: boolean } {
  try {
    mkdirSync(wanted, { recursive: true });
    const probe = mkdtempSync(join(wanted, "probe-"));
    rmSync(probe, { recursive: true });
    return { dir: wanted, isTemporary: false };
  } catch {
    return { dir: mkdtempSync(join(tmpdir(), "quire-cache-")), isTemporary: true };
  }
}
