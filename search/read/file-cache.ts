import { INDEX_PREFIX } from "../../contract/paths.ts";
import { SearchIndexError } from "./search-errors.ts";

/**
 * Index files by name. The most recently used are cached, up to a total of characters. Concurrent
 * requests read a file once.
 */
export interface Files {
  /**
   * @param parse parses the text; any error makes the file malformed; each type of file must always
   * use the same parser
   * @throws SearchIndexError missing, malformed
   */
  load<T>(name: string, parse: (text: string) => T): Promise<T>;
  /** The same files and cache with a different reader. */
  over(read: ReadBytes): Files;
}

type ReadBytes = (path: string) => Promise<Uint8Array | null>;

interface Entry {
  readonly value: Promise<unknown>;
  size: number;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

export function createFiles(read: ReadBytes, maxCharacters: number): Files {
  const entries = new Map<string, Entry>();
  let total = 0;

  function remove(name: string, entry: Entry): void {
    if (entries.get(name) !== entry) return;
    entries.delete(name);
    total -= entry.size;
  }

  function keep(name: string, entry: Entry, size: number): void {
    if (size > maxCharacters) {
      remove(name, entry);
      return;
    }
    entry.size = size;
    total += size;
    // A Map iterates in insertion order, so its first key is the least recently used one. Size 0:
    // still being read.
    for (const [oldest, each] of entries) {
      if (total <= maxCharacters) break;
      if (each.size > 0) remove(oldest, each);
    }
  }

  async function open<T>(by: ReadBytes, name: string, parse: (text: string) => T, entry: { current: Entry | null }): Promise<T> {
    const path = `${INDEX_PREFIX.slice(1)}/${name}`;
    const bytes = await by(path);
    if (bytes === null) throw new SearchIndexError("missing", path, `the search index lacks ${path}; deploy a complete build`);
    let text: string;
    let value: T;
    try {
      text = decoder.decode(bytes);
      value = parse(text);
    } catch (cause) {
      if (cause instanceof SearchIndexError) throw cause;
      throw new SearchIndexError("malformed", path, `${path} is malformed; deploy a complete build`, { cause });
    }
    if (entry.current !== null && entries.get(name) === entry.current) keep(name, entry.current, text.length);
    return value;
  }

  const over = (by: ReadBytes): Files => ({
    over,
    async load<T>(name: string, parse: (text: string) => T): Promise<T> {
      const cached = entries.get(name);
      if (cached !== undefined) {
        entries.delete(name);
        entries.set(name, cached);
        // A name has one parser, so the value has the caller's type.
        return (await cached.value) as T;
      }
      const holder: { current: Entry | null } = { current: null };
      const value = open(by, name, parse, holder);
      const entry: Entry = { value, size: 0 };
      holder.current = entry;
      entries.set(name, entry);
      try {
        return await value;
      } catch (error) {
        remove(name, entry);
        throw error;
      }
    },
  });
  return over(read);
}
