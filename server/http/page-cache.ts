import type { Representation } from "./respond.ts";

/** Maximum total bytes of cached pages. */
const CACHE_MAX_BYTES = 32 * 1024 * 1024;
/**
 * Larger pages are not cached. A full page (50 threads of 200 replies) of typical comments takes 6
 * MB and is the most expensive to build.
 */
const PAGE_MAX_BYTES = CACHE_MAX_BYTES / 2;
/** The overhead of an entry besides its body, in bytes. */
const ENTRY_BYTES = 512;

export interface PageCache {
  /** null if the page is missing or has another version. */
  get(key: string, version: number): Representation | null;
  set(key: string, version: number, page: Representation): void;
}

/**
 * Caches finished pages by request for as long as the version of their content stays the same. The
 * least recently used pages are dropped first.
 */
export function createPageCache(maxBytes = CACHE_MAX_BYTES): PageCache {
  const pages = new Map<string, { readonly version: number; readonly page: Representation }>();
  let bytes = 0;

  const forget = (key: string): void => {
    const entry = pages.get(key);
    if (entry === undefined) return;
    bytes -= entry.page.body.byteLength + ENTRY_BYTES;
    pages.delete(key);
  };

  return {
    get(key, version) {
      const entry = pages.get(key);
      if (entry === undefined) return null;
      if (entry.version !== version) {
        forget(key);
        return null;
      }
      pages.delete(key);
      pages.set(key, entry);
      return entry.page;
    },
    set(key, version, page) {
      forget(key);
      if (page.body.byteLength > PAGE_MAX_BYTES) return;
      pages.set(key, { version, page });
      bytes += page.body.byteLength + ENTRY_BYTES;
      for (const oldest of pages.keys()) {
        if (bytes <= maxBytes) break;
        forget(oldest);
      }
    },
  };
}
