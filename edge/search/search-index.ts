import type { SearchFiles } from "../../contract/index-format.ts";
import { SEARCH_CACHE_CHARACTERS } from "../../search/format/sizes.ts";
import { createFiles } from "../../search/read/file-cache.ts";
import type { SearchReader } from "../../search/read/matches.ts";
import { createSearchReader } from "../../search/read/reader.ts";
import { SearchIndexError } from "../../search/read/search-errors.ts";
import { ProblemError } from "../read-failure.ts";
import { IndexUnavailable, type ReadFile } from "../read-file.ts";

/**
 * Does something with the search index that a manifest names.
 * @param index from the manifest; null in a site without search
 * @throws ProblemError index-unavailable where the site has no search; IndexUnavailable, FilesUnavailable
 */
export type WithSearch = <T>(index: SearchFiles | null, use: (reader: SearchReader) => Promise<T>) => Promise<T>;

/**
 * What was read is kept from one build to the next, and from one request to another: a hashed name never means other bytes.
 * @returns what opens it for a request, with its own way of reading
 */
export function createSearch(read: ReadFile): (read: ReadFile) => WithSearch {
  const kept = createFiles(read, SEARCH_CACHE_CHARACTERS);
  return (own) => async (index, use) => {
    const files = kept.over(own);
    if (index === null) {
      throw new ProblemError({
        code: "index-unavailable",
        detail: "This site was built without full-text search (--no-search): q and /search cannot be answered.",
      });
    }
    try {
      return await use(createSearchReader({ files, index }));
    } catch (cause) {
      if (cause instanceof SearchIndexError) throw new IndexUnavailable(cause.message, { cause });
      throw cause;
    }
  };
}
