import { open, readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import type { ByteRange } from "./byte-range.ts";

/** Larger files are not cached. In bytes. */
const CACHED_FILE_MAX = 1024 * 1024;
/** Bytes of files kept in memory. The least recently used are removed first. */
const CACHE_MAX = 64 * 1024 * 1024;
/** Bytes read at once when a file is streamed. */
const STREAM_CHUNK = 64 * 1024;

export interface DistFile {
  readonly size: number;
  /**
   * The whole file, or a range of it. Large bodies are streams, which must be read or cancelled.
   */
  body(range?: ByteRange): Promise<Uint8Array | ReadableStream<Uint8Array>>;
}

export interface DistFiles {
  /**
   * The bytes of a file; null if it does not exist, or a build cannot have written a file with this
   * name.
   */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Finds a file without reading it yet. */
  find(name: string): Promise<DistFile | null>;
}

interface Cached {
  /**
   * Identity of the file on disk: device, inode, size and time of change. A build replaces files by
   * rename, so a new file has a new inode.
   */
  readonly identity: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Whether a build can have written a file with this name: segments of `[A-Za-z0-9._~-]` that do not
 * begin with a dot. Excludes `..`, NUL, backslashes and all percent-encoding.
 */
function isDistName(name: string): boolean {
  return /^[A-Za-z0-9_~-][A-Za-z0-9._~-]*(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$/.test(name);
}

/**
 * Reads the files of a dist folder and nothing outside it: symbolic links to files outside it are
 * ignored.
 */
export function createDistFiles(distDir: string): DistFiles {
  const cache = new Map<string, Cached>();
  let cachedBytes = 0;

  const keep = (name: string, entry: Cached): void => {
    forget(name);
    cache.set(name, entry);
    cachedBytes += entry.bytes.byteLength;
    for (const oldest of cache.keys()) {
      if (cachedBytes <= CACHE_MAX) break;
      forget(oldest);
    }
  };
  const forget = (name: string): void => {
    cachedBytes -= cache.get(name)?.bytes.byteLength ?? 0;
    cache.delete(name);
  };

  const read = async (name: string): Promise<Uint8Array<ArrayBuffer> | null> => {
    const found = await locate(distDir, name);
    if (found === null) return null;
    const cached = cache.get(name);
    if (cached?.identity === found.identity) {
      cache.delete(name);
      cache.set(name, cached);
      return cached.bytes;
    }
    if (!(await isInside(distDir, found.path))) return null;
    const bytes = await readFile(found.path).catch(nullIfMissing);
    if (bytes !== null && bytes.byteLength <= CACHED_FILE_MAX && bytes.byteLength === found.size)
      keep(name, { identity: found.identity, bytes });
    return bytes;
  };

  const find = async (name: string): Promise<DistFile | null> => {
    const found = await locate(distDir, name);
    if (found === null || !(await isInside(distDir, found.path))) return null;
    return {
      size: found.size,
      body: async (range = { first: 0, last: found.size - 1 }) =>
        found.size <= CACHED_FILE_MAX ? (await readFile(found.path)).subarray(range.first, range.last + 1) : openStream(found.path, range),
    };
  };

  return { read, find };
}

interface Located {
  readonly path: string;
  readonly size: number;
  readonly identity: string;
}

async function locate(distDir: string, name: string): Promise<Located | null> {
  if (!isDistName(name)) return null;
  const path = join(distDir, name);
  const info = await stat(path, { bigint: true }).catch(nullIfMissing);
  if (info === null || !info.isFile()) return null;
  return { path, size: Number(info.size), identity: `${info.dev}:${info.ino}:${info.size}:${info.ctimeNs}` };
}

async function isInside(distDir: string, path: string): Promise<boolean> {
  const [root, real] = await Promise.all([realpath(distDir), realpath(path)]).catch(() => ["", ""]);
  return root !== undefined && root !== "" && real?.startsWith(root + sep) === true;
}

async function openStream(path: string, { first, last }: ByteRange): Promise<ReadableStream<Uint8Array>> {
  const handle = await open(path);
  let position = first;
  return new ReadableStream({
    async pull(controller) {
      try {
        const length = Math.min(STREAM_CHUNK, last + 1 - position);
        const { bytesRead, buffer } = await handle.read(new Uint8Array(length), 0, length, position);
        position += bytesRead;
        if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
        if (bytesRead > 0 && position <= last) return;
        await handle.close();
        controller.close();
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    cancel: () => handle.close(),
  });
}

/** The file does not exist, its folder is a file, or its name is too long for the disk. */
function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT" || error.code === "ENOTDIR" || error.code === "ENAMETOOLONG" || error.code === "ELOOP") return null;
  throw error;
}
