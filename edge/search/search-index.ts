import type { SearchFiles } from "../../contract/index-format.ts";
import { SEARCH_CACHE_CHARACTERS } from "../../search/format/sizes.ts";
import { createFiles } from "../../search/read/file-cache.ts";
import type { SearchNumbers, SearchReader, YieldWhenDue } from "../../search/read/matches.ts";
import { createSearchReader } from "../../search/read/reader.ts";
import { SearchIndexError } from "../../search/read/search-errors.ts";
import { type Cache, createCache } from "../lru-cache.ts";
import { ProblemError } from "../read-failure.ts";
import { IndexUnavailable, type ReadFile } from "../read-file.ts";

/** Decides when a search may run: a host that has other work for its processor lets few of them run at once. */
export interface SearchGate {
  /**
   * @param search calls what it is given between its steps
   * @param signal aborts once the client has left: a search that still waits gives up its place
   * @throws ProblemError temporary-reduced-capacity where too many searches wait
   */
  run<T>(search: (yieldWhenDue: YieldWhenDue) => Promise<T>, options: { readonly signal: AbortSignal }): Promise<T>;
}

/** Where nobody else waits for the processor: an edge function answers one request at a time. */
const OPEN_GATE: SearchGate = { run: (search) => search(() => null) };

/** The site that a search is made in. */
export interface SearchedSite {
  /** The manifest: what was found is repeated as long as it is the same one. */
  readonly build: object;
  /** From the manifest; null in a site without search. */
  readonly index: SearchFiles | null;
}

/** A page of hits as it is sent. */
export interface SearchPage {
  readonly body: Uint8Array;
  readonly link: string;
}

export interface MadePage extends SearchPage {
  /** Whether the same question would be answered alike: not so where a file that was read is not that of the index. */
  readonly repeatable: boolean;
}

/** Searches as a request asks for them. Both methods throw ProblemError (no search in this site, too many wait), IndexUnavailable and FilesUnavailable. */
export interface Search {
  /** Posts that match a text. */
  match(site: SearchedSite, text: string): Promise<SearchNumbers>;
  /** @param key of the whole question, its page included */
  page(site: SearchedSite, key: string, make: (reader: SearchReader, yieldWhenDue: YieldWhenDue) => Promise<MadePage>): Promise<SearchPage>;
}

/** Pages of hits that are kept, bytes: some 400 of ten hits. */
const PAGES_CACHE_BYTES = 2_000_000;
/** Numbers of documents that are cached for all texts, bytes. */
const NUMBERS_CACHE_BYTES = 4_000_000;
/** An element of an array, where it is not a small integer. */
const BYTES_A_NUMBER = 8;
/** A character, outside Latin-1. */
const BYTES_A_CHARACTER = 2;
/** An entry without its key and its value. V8 takes some 200; strangers choose the questions, so entries that found nothing count too. */
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
 * Opens the search index. Parsed files outlive builds and requests, since a hashed name never means
 * other bytes. Results live as long as one build.
 * @returns a function that opens the index for a request, with its own way of reading
 */
export function createSearch(read: ReadFile, gate: SearchGate = OPEN_GATE): (read: ReadFile, signal: AbortSignal) => Search {
  const kept = createFiles(read, SEARCH_CACHE_CHARACTERS);
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
        // Whoever was waited for may have asked the same.
        const meanwhile = cache.get(key);
        if (meanwhile !== undefined) return meanwhile;
        const reader = createSearchReader({ files: kept.over(own), index, yieldWhenDue });
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
