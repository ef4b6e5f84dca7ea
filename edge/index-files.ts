import { INDEX_PREFIX } from "../contract/paths.ts";
import { createCache } from "./lru-cache.ts";
import { IndexUnavailable, type ReadFile, toText } from "./read-file.ts";

/**
 * A reader of one sort of hashed index file that keeps what it parsed: a hashed name never means other bytes.
 * @param parse of the bytes; whatever it throws makes the file unusable
 * @param maxBytes of files whose parsed form is kept
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
      throw new IndexUnavailable(`${path} is not what a build writes`, { cause });
    }
  };
}

/** A chunk of documents, whose JSON texts are cut out when they are asked for: a page needs few of them. */
export interface Chunk {
  /** By place; undefined past the last. @throws IndexUnavailable where it is not UTF-8 */
  document(place: number): string | undefined;
}

const LINE_FEED = 10;
const COMMA = 44;

/** @throws Error where the bytes are not an array with an element a line: no line break stands in any document */
export function parseChunk(bytes: Uint8Array): Chunk {
  // A line break may stand at the end of the file.
  const end = bytes.length - (bytes.at(-1) === LINE_FEED ? 2 : 1);
  if (!(bytes[0] === 0x5b && bytes[1] === LINE_FEED && bytes[end - 1] === LINE_FEED && bytes[end] === 0x5d)) {
    throw new Error("a chunk begins with [ and ends with ] on lines of their own");
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
        throw new IndexUnavailable("a chunk holds what is not UTF-8", { cause });
      }
    },
  };
}
