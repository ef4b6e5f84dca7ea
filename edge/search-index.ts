import type { SearchFiles } from "../contract/index-format.ts";
import { SearchIndexError } from "../search/errors.ts";
import { createSearchReader } from "../search/reader.ts";
import type { SearchMatches, SearchOptions, SearchReader } from "../search/types.ts";
import { ProblemError } from "./failure.ts";
import { IndexUnavailable, type ReadFile } from "./files.ts";

/**
 * Finds what matches a text.
 * @param files from the manifest; null in a site without search
 * @throws ProblemError index-unavailable where the site has no search; IndexUnavailable, FilesUnavailable
 */
export type Search = (files: SearchFiles | null, text: string, options?: SearchOptions) => Promise<SearchMatches>;

/** Keeps the reader of the index that was asked last: an index is too large to keep two. */
export function createSearch(read: ReadFile): Search {
  let last: { readonly key: string; readonly reader: SearchReader } | null = null;
  return async (files, text, options) => {
    if (files === null) {
      throw new ProblemError({
        code: "index-unavailable",
        detail: "This site was built without full-text search (--no-search): q and /search cannot be answered.",
      });
    }
    const key = [files.version, files.base, ...files.parts].join(" ");
    if (last?.key !== key) last = { key, reader: createSearchReader({ read, files }) };
    try {
      return await last.reader.search(text, options);
    } catch (cause) {
      if (cause instanceof SearchIndexError) throw new IndexUnavailable(cause.message, { cause });
      throw cause;
    }
  };
}
