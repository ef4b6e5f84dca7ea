import { INDEX_PREFIX } from "../contract/paths.ts";
import { createCache } from "./lru-cache.ts";
import { IndexUnavailable, type ReadFile, toText } from "./read-file.ts";

/**
 * A caching reader of one type of hashed index file. A hashed name always means the same bytes.
 * @param parse parses the bytes; any error makes the file unusable
 * @param maxBytes size limit of the cache, in bytes of cached files
 */
export function createIndexFiles<T>(parse: (bytes: Uint8Array) => T, maxBytes: number): (read: ReadFile, name: string) => Promise<T> {
  const cache = createCache<T>(maxBytes);
  return async (read, name) => {
    const cached = cache.get(name);
    if (cached !== undefined) return cached;
    const path = `${INDEX_PREFIX.slice(1)}/${name}`;
    const bytes = await read(path);
    if (bytes === null) throw new IndexUnavailable(`${path} is gone`);
    try {
      const value = parse(bytes);
      cache.set(name, value, bytes.length);
      return value;
    } catch (cause) {
      throw new IndexUnavailable(`${path} is malformed`, { cause });
    }
  };
}

/**
 * A chunk of documents. The JSON text of each is cut out on demand, because a page needs few of
 * them.
 */
export interface Chunk {
  /**
   * The JSON text of a document by position; undefined past the last one.
   * @throws IndexUnavailable if it is not UTF-8
   */
  document(place: number): string | undefined;
}

const LINE_FEED = 10;
const COMMA = 44;

/**
 * @throws Error if the bytes are not an array with one element on each line; no document contains a
 * line break
 */
export function parseChunk(bytes: Uint8Array): Chunk {
  // The file may end with a line break.
  const end = bytes.length - (bytes.at(-1) === LINE_FEED ? 2 : 1);
  if (!(bytes[0] === 0x5b && bytes[1] === LINE_FEED && bytes[end - 1] === LINE_FEED && bytes[end] === 0x5d)) {
    throw new Error("not a chunk");
  }
  const starts = [2];
  return {
    document(place) {
      for (let last = starts.length; last <= place + 1; last += 1) {
        const lineEnd = bytes.indexOf(LINE_FEED, starts[last - 1]);
        if (lineEnd < 0 || lineEnd >= end) return undefined;
        starts.push(lineEnd + 1);
      }
      const next = (starts[place + 1] ?? 0) - 1;
      try {
        return toText(bytes.subarray(starts[place], bytes[next - 1] === COMMA ? next - 1 : next));
      } catch (cause) {
        throw new IndexUnavailable("not UTF-8", { cause });
      }
    },
  };
}
