import { hash } from "node:crypto";
import { type SearchFiles, WHOLE_INDEX_POSTINGS_MAX } from "../../../contract/index-format.ts";
import { INDEX_PREFIX } from "../../../contract/paths.ts";
import { NAME_HASH_LENGTH } from "../../../search/format/layout.ts";
import { MissingFileError } from "../../../search/write/blocks/block-files.ts";
import type { SearchFile } from "../../../search/write/file-set.ts";
import { type PreviousIndex, patchIndex, type WrittenIndex } from "../../../search/write/patch-index.ts";
import { CacheDamageError } from "../../cache/storage/cache-storage.ts";
import { type LateFile, nameOf, type TextFile, toHashedFile } from "./text-file.ts";
import type { Searchable } from "./to-search-documents.ts";

export interface SearchOutput {
  /** For the manifest. */
  readonly names: SearchFiles;
  readonly files: readonly (TextFile | LateFile)[];
  /** Size of all files. */
  readonly bytes: number;
  /** For the next build. */
  readonly index: WrittenIndex;
}

export interface SearchIndexOptions {
  /** Above this number of postings, the index is written only in pieces, not also as one file. */
  readonly wholePostingsMax?: number;
  /** Index of an earlier build. Unchanged documents in it are not read again. */
  readonly previous?: PreviousIndex | null;
}

/** Creates the full-text index of all documents. The files do not depend on the previous index. */
export function indexSearch(
  { kinds, documents }: Searchable,
  { wholePostingsMax = WHOLE_INDEX_POSTINGS_MAX, previous = null }: SearchIndexOptions = {},
): SearchOutput {
  const index = patchIndex(previous, [...documents], { kinds, hash: hashForName, wholePostingsMax });
  const { version, base, files } = index;
  const whole = index.whole === null ? null : toHashedFile("minisearch", index.whole);
  return {
    names: { version, base, whole: whole === null ? null : nameOf(whole) },
    files: [...files.map(toLateFile), ...(whole === null ? [] : [whole])],
    bytes: files.reduce((sum, { size }) => sum + size, whole === null ? 0 : Buffer.byteLength(whole.text)),
    index,
  };
}

function hashForName(bytes: Uint8Array): string {
  return hash("sha256", bytes).slice(0, NAME_HASH_LENGTH);
}

function toLateFile(file: SearchFile): LateFile {
  const bytes = (): Uint8Array => {
    try {
      return file.bytes();
    } catch (cause) {
      if (cause instanceof MissingFileError) throw new CacheDamageError("a file of the search index is missing", { cause });
      throw cause;
    }
  };
  // The name contains a hash of the content.
  return { path: `${INDEX_PREFIX.slice(1)}/${file.name}`, bytes, identity: "" };
}
