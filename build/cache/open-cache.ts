import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CacheStorage, OpenCache } from "./storage/cache-storage.ts";
import { openSqliteStorage } from "./storage/sqlite-storage.ts";

const CACHE_FILE = "build.db";

/**
 * Opens the cache of a site, in memory if no file can be used.
 * @param cacheDir absolute
 * @param failure error of the file in an earlier attempt; if given, memory is used
 * @param isOnlyBuild whether no other build uses the cache; if so, memory is used
 */
export async function openCache(
  cacheDir: string,
  { failure = null, isOnlyBuild = false }: { readonly failure?: Error | null; readonly isOnlyBuild?: boolean } = {},
): Promise<OpenCache> {
  const { dir, isTemporary } = findFolder(cacheDir);
  const file = join(dir, CACHE_FILE);
  const toOpened = (storage: CacheStorage, notice: string | null): OpenCache => ({
    storage,
    dir,
    notice,
    isThere: () => existsSync(notice === null ? file : dir),
    discard() {
      storage.close();
      rmSync(file, { force: true });
    },
    close() {
      storage.close();
      if (isTemporary) rmSync(dir, { recursive: true, force: true });
    },
  });
  // This storage is loaded on demand, because most caches are files.
  const openInMemory = async (): Promise<CacheStorage> => new (await import("./storage/memory-storage.ts")).MemoryStorage();
  if (isOnlyBuild) return toOpened(await openInMemory(), null);
  try {
    if (failure !== null) throw failure;
    return toOpened(await openSqliteStorage(file), null);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return toOpened(await openInMemory(), `built without a cache: ${why}`);
  }
}

/** The cache folder, or a temporary one for this process if nothing can be written there. */
function findFolder(wanted: string): { readonly dir: string; readonly isTemporary: boolean } {
  try {
    mkdirSync(wanted, { recursive: true });
    rmSync(mkdtempSync(join(wanted, "probe-")), { recursive: true });
    return { dir: wanted, isTemporary: false };
  } catch {
    return { dir: mkdtempSync(join(tmpdir(), "octavo-cache-")), isTemporary: true };
  }
}
