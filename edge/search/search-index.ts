import type { SearchFiles } from "../../contract/index-format.ts";
import { SEARCH_CACHE_CHARACTERS } from "../../search/format/sizes.ts";
import { createFiles } from "../../search/read/file-cache.ts";
import type { SearchNumbers, SearchReader, YieldWhenDue } from "../../search/read/matches.ts";
import { createSearchReader } from "../../search/read/reader.ts";
import { SearchIndexError } from "../../search/read/search-errors.ts";
import { type Cache, createCache } from "../lru-cache.ts";
import { ProblemError } from "../read-failure.ts";
import { IndexUnavailable, type ReadFile } from "../read-file.ts";

/**
 * Decides when a search may run. A host whose processor has other work limits the number of
 * simultaneous searches.
 */
export interface SearchGate {
  /**
   * @param search calls the given function between its steps
   * @param signal aborts when the client disconnects; a waiting search then gives up its place
   * @throws ProblemError temporary-reduced-capacity if too many searches wait
   */
  run<T>(search: (yieldWhenDue: YieldWhenDue) => Promise<T>, options: { readonly signal: AbortSignal }): Promise<T>;
}

/**
 * For hosts where nothing else needs the processor: an edge function answers one request at a time.
 */
const OPEN_GATE: SearchGate = { run: (search) => search(() => null) };

/** The site that is searched. */
export interface SearchedSite {
  /** The manifest. Results are cached while it stays the same. */
  readonly build: object;
  /** From the manifest; null for a site without search. */
  readonly index: SearchFiles | null;
}

/** A page of hits as it is sent. */
export interface SearchPage {
  readonly body: Uint8Array;
  readonly link: string;
}

export interface MadePage extends SearchPage {
  /**
   * Whether the same query would give the same response; false if a file does not match the index.
   */
  readonly repeatable: boolean;
}

/**
 * Searches for a request. Both methods throw ProblemError (no search on this site, too many
 * waiting), IndexUnavailable and FilesUnavailable.
 */
export interface Search {
  /** Posts that match a text. */
  match(site: SearchedSite, text: string): Promise<SearchNumbers>;
  /** @param key identifies the whole query, including its page */
  page(site: SearchedSite, key: string, make: (reader: SearchReader, yieldWhenDue: YieldWhenDue) => Promise<MadePage>): Promise<SearchPage>;
}

/** Cache size for pages of hits, in bytes: about 400 pages with ten hits. */
const PAGES_CACHE_BYTES = 2_000_000;
/** Cache size for the document numbers of all search texts, in bytes. */
const NUMBERS_CACHE_BYTES = 4_000_000;
/** An array element that is not a small integer. */
const BYTES_A_NUMBER = 8;
/** A character outside Latin-1. */
const BYTES_A_CHARACTER = 2;
/**
 * The size of an entry without its key and value; V8 needs about 200 bytes. Strangers choose the
 * queries, so entries without hits also count.
 */
const BYTES_AN_ENTRY = 300;

interface Question<T> {
  readonly own: ReadFile;
  readonly signal: AbortSignal;
  readonly index: SearchFiles | null;
  readonly cache: Cache<T>;
  readonly key: string;
}

interface Found {
  readonly build: object;
  readonly pages: Cache<SearchPage>;
  readonly numbers: Cache<SearchNumbers>;
}

/**
 * Opens the search index. Parsed files are cached across builds and requests, because a hashed name
 * always means the same bytes. Results are cached for one build.
 * @returns a function that opens the index for a request, with that request's reader
 */
export function createSearch(read: ReadFile, gate: SearchGate = OPEN_GATE): (read: ReadFile, signal: AbortSignal) => Search {
  const files = createFiles(read, SEARCH_CACHE_CHARACTERS);
  let found: Found | null = null;

  const foundIn = (build: object): Found => {
    if (found?.build !== build) found = { build, pages: createCache(PAGES_CACHE_BYTES), numbers: createCache(NUMBERS_CACHE_BYTES) };
    return found;
  };
  const run = async <T>(
    { own, signal, index, cache, key }: Question<T>,
    search: (reader: SearchReader, yieldWhenDue: YieldWhenDue) => Promise<{ value: T; size: number }>,
  ): Promise<T> => {
    if (index === null) {
      throw new ProblemError({
        code: "index-unavailable",
        detail: "This site was built without full-text search (--no-search): q and /search cannot be answered.",
      });
    }
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    return gate.run(
      async (yieldWhenDue) => {
        // A search that ran in the meantime may have had the same query.
        const meanwhile = cache.get(key);
        if (meanwhile !== undefined) return meanwhile;
        const reader = createSearchReader({ files: files.over(own), index, yieldWhenDue });
        const { value, size } = await search(reader, yieldWhenDue).catch(refuseIndex);
        cache.set(key, value, BYTES_AN_ENTRY + BYTES_A_CHARACTER * key.length + size);
        return value;
      },
      { signal },
    );
  };

  return (own, signal) => ({
    match: ({ build, index }, text) =>
      run({ own, signal, index, cache: foundIn(build).numbers, key: text }, async (reader) => {
        const value = await reader.match(text, "post");
        return { value, size: BYTES_A_NUMBER * value.numbers.length };
      }),
    page: ({ build, index }, key, make) =>
      run({ own, signal, index, cache: foundIn(build).pages, key }, async (reader, yieldWhenDue) => {
        const { body, link, repeatable } = await make(reader, yieldWhenDue);
        return { value: { body, link }, size: repeatable ? body.length + BYTES_A_CHARACTER * link.length : Number.POSITIVE_INFINITY };
      }),
  });
}

function refuseIndex(cause: unknown): never {
  if (cause instanceof SearchIndexError) throw new IndexUnavailable(cause.message, { cause });
  throw cause;
}
