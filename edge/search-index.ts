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
  // Parts are large and looked up without being parsed, so what a host puts in the place of a file (a page of its own, half of it) must
  // be told here, or a search would find nothing in it.
  const readWhole = async (path: string): Promise<Uint8Array | null> => {
    const bytes = await read(path);
    if (bytes !== null && !isWhole(bytes)) throw new IndexUnavailable(`${path} is not what a build writes`);
    return bytes;
  };
  let last: { readonly key: string; readonly reader: SearchReader } | null = null;
  return async (files, text, options) => {
    if (files === null) {
      throw new ProblemError({
        code: "index-unavailable",
        detail: "This site was built without full-text search (--no-search): q and /search cannot be answered.",
      });
    }
    const key = [files.version, files.base, ...files.parts].join(" ");
    if (last?.key !== key) last = { key, reader: createSearchReader({ read: readWhole, files }) };
    try {
      return await last.reader.search(text, options);
    } catch (cause) {
      if (cause instanceof SearchIndexError) throw new IndexUnavailable(cause.message, { cause });
      throw cause;
    }
  };
}

const [BRACKET, END_BRACKET, BRACE, END_BRACE, NEWLINE] = [..."[]{}\n"].map((character) => character.charCodeAt(0));

/** Whether a JSON array or object begins and ends where the bytes do. */
function isWhole(bytes: Uint8Array): boolean {
  const last = bytes.at(-1) === NEWLINE ? bytes.at(-2) : bytes.at(-1);
  return (bytes[0] === BRACKET && last === END_BRACKET) || (bytes[0] === BRACE && last === END_BRACE);
}
