import { INDEX_PREFIX } from "../contract/paths.ts";
import { createCache } from "./cache.ts";
import { IndexUnavailable, type ReadFile, toText } from "./files.ts";

/**
 * A reader of one sort of hashed index file that keeps what it parsed: a hashed name never means other bytes.
 * @param parse of the text; whatever it throws makes the file unusable
 * @param maxCharacters of text whose parsed form is kept
 */
export function createIndexFiles<T>(read: ReadFile, parse: (text: string) => T, maxCharacters: number): (name: string) => Promise<T> {
  const cache = createCache<T>(maxCharacters);
  return async (name) => {
    const kept = cache.get(name);
    if (kept !== undefined) return kept;
    const path = `${INDEX_PREFIX.slice(1)}/${name}`;
    const bytes = await read(path);
    if (bytes === null) throw new IndexUnavailable(`${path} is gone`);
    try {
      const text = toText(bytes);
      const value = parse(text);
      cache.set(name, value, text.length);
      return value;
    } catch (cause) {
      throw new IndexUnavailable(`${path} is not what a build writes`, { cause });
    }
  };
}

const CHUNK_START = "[\n";
const CHUNK_END = "\n]";

/** The JSON texts of the documents in a chunk, one a line: no line break stands in any. */
export function parseChunk(text: string): readonly string[] {
  const lines = text.trimEnd();
  if (!lines.startsWith(CHUNK_START) || !lines.endsWith(CHUNK_END)) {
    throw new Error("a chunk begins with [ and ends with ] on lines of their own");
  }
  const documents = lines.slice(CHUNK_START.length, -CHUNK_END.length);
  return documents === "" ? [] : documents.split(",\n");
}
