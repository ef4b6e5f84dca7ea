/** Where dist is: the one thing that a host gives the read handler. */

/** File reads that an answer takes at most, counted whether a file is kept or not, so that every host answers the same: edge functions allow 50. */
export const READS_MAX = 40;
/**
 * Files that a request really reads at most, the manifest and a second try after a vanished file included: with a question to the write server, below the 50
 * that edge functions allow. A request that would need more is 503; what it read is kept, so that the next one needs less.
 */
export const REAL_READS_MAX = 48;

export interface ReadOptions {
  /** Past every cache: the answer before was found to be out of date. */
  readonly fresh?: boolean;
}

/**
 * The bytes of a file below the out folder (`api/v1/posts.json`), or null where there is none. The path is made of the
 * characters `[A-Za-z0-9._~/-]`, without `..`.
 */
export type ReadFile = (path: string, options?: ReadOptions) => Promise<Uint8Array | null>;

/** The place of the files fails: a disk error, a network that is down. */
export class FilesUnavailable extends Error {
  override readonly name = "FilesUnavailable";
}

/** The index is not there, is of another format, or a file that it names is gone or is not what a build writes. */
export class IndexUnavailable extends Error {
  override readonly name = "IndexUnavailable";
}

/** @throws IndexUnavailable where the index of a newer or older build lacks a part */
export function requirePart<T>(part: T | undefined, name: string): T {
  if (part === undefined) throw new IndexUnavailable(`the index lacks ${name}`);
  return part;
}

/** The same reader with whatever it throws made a FilesUnavailable. */
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
