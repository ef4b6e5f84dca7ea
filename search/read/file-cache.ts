import { INDEX_PREFIX } from "../../contract/paths.ts";
import { SearchIndexError } from "./search-errors.ts";

/**
 * Index files by name. The most recently used are cached, up to a total of characters. Concurrent
 * requests read a file once.
 */
export interface Files {
  /**
   * @param parse parses the text; any error makes the file malformed; one sort of file must always
   * use the same parser
   * @throws SearchIndexError missing, malformed
   */
  load<T>(name: string, parse: (text: string) => T): Promise<T>;
  /** The same files and cache with another way of reading. */
  over(read: ReadBytes): Files;
}

type ReadBytes = (path: string) => Promise<Uint8Array | null>;

interface Opened<T> {
  readonly value: T;
  /** Characters. */
  readonly size: number;
}

interface Entry {
  readonly opened: Promise<Opened<unknown>>;
  size: number;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

export function createFiles(read: ReadBytes, maxCharacters: number): Files {
  const entries = new Entries(maxCharacters);
  const over = (by: ReadBytes): Files => ({
    over,
    async load<T>(name: string, parse: (text: string) => T): Promise<T> {
      const cached = entries.use(name);
      // A name has one parser, so the value has the type that this caller expects.
      if (cached !== null) return (await cached.opened).value as T;
      const opened = open(by, name, parse);
      const entry: Entry = { opened, size: 0 };
      entries.add(name, entry);
      try {
        const { value, size } = await opened;
        entries.keep(name, entry, size);
        return value;
      } catch (error) {
        entries.remove(name, entry);
        throw error;
      }
    },
  });
  return over(read);
}

/** Entries by name, up to a total of characters. A Map iterates in the order of insertion, so its first key was not used for longest. */
class Entries {
  readonly #maxCharacters: number;
  readonly #entries = new Map<string, Entry>();
  #total = 0;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  use(name: string): Entry | null {
    const entry = this.#entries.get(name);
    if (entry === undefined) return null;
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    return entry;
  }

  add(name: string, entry: Entry): void {
    this.#entries.set(name, entry);
  }

  remove(name: string, entry: Entry): void {
    if (this.#entries.get(name) !== entry) return;
    this.#entries.delete(name);
    this.#total -= entry.size;
  }

  keep(name: string, entry: Entry, size: number): void {
    if (this.#entries.get(name) !== entry) return;
    if (size > this.#maxCharacters) {
      this.remove(name, entry);
      return;
    }
    entry.size = size;
    this.#total += size;
    // Size 0: still being read.
    for (const [oldest, each] of this.#entries) {
      if (this.#total <= this.#maxCharacters) break;
      if (each.size > 0) this.remove(oldest, each);
    }
  }
}

async function open<T>(read: ReadBytes, name: string, parse: (text: string) => T): Promise<Opened<T>> {
  const path = `${INDEX_PREFIX.slice(1)}/${name}`;
  const bytes = await read(path);
  if (bytes === null) throw new SearchIndexError("missing", path, `the search index lacks ${path}; deploy a complete build`);
  try {
    const text = decoder.decode(bytes);
    return { value: parse(text), size: text.length };
  } catch (cause) {
    if (cause instanceof SearchIndexError) throw cause;
    throw new SearchIndexError("malformed", path, `${path} is not what a build writes; deploy a complete build`, { cause });
  }
}
