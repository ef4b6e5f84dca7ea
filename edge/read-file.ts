/** Reads files in dist. This is all that a host provides to the read handler. */

/**
 * File reads of a response. Cached files also count, so every host gives the same responses. Edge
 * functions allow 50.
 */
export const READS_MAX = 40;
/**
 * Uncached file reads of a request, including the manifest and a second try after a file has
 * vanished. With a request to the write server, the total stays below the 50 that edge functions
 * allow. A request that needs more gets 503; the files read so far are cached, so the next request
 * needs fewer.
 */
export const REAL_READS_MAX = 48;

export interface ReadOptions {
  /** Bypasses every cache, because the earlier result was out of date. */
  readonly fresh?: boolean;
}

/**
 * The bytes of a file relative to the out folder (`api/v1/posts.json`), or null if it does not
 * exist. The path consists of the characters `[A-Za-z0-9._~/-]`, without `..`.
 */
export type ReadFile = (path: string, options?: ReadOptions) => Promise<Uint8Array | null>;

/** Reading the files failed because of a disk error or a network failure. */
export class FilesUnavailable extends Error {
  override readonly name = "FilesUnavailable";
}

/** The index is missing or has another format, or a file that it names is missing or invalid. */
export class IndexUnavailable extends Error {
  override readonly name = "IndexUnavailable";
}

/** @throws IndexUnavailable if an index of another version lacks a part */
export function requirePart<T>(part: T | null | undefined, name: string): T {
  if (part == null) throw new IndexUnavailable(`the index lacks ${name}`);
  return part;
}

/** The same reader, with all errors converted to FilesUnavailable. */
export function guardRead(read: ReadFile): ReadFile {
  return async (path, options) => {
    try {
      return await read(path, options);
    } catch (cause) {
      throw new FilesUnavailable(`reading ${path} failed`, { cause });
    }
  };
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** @throws TypeError for bytes that are not UTF-8 */
export function toText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}
