import { gzipSync } from "node:zlib";
import { type SearchFiles, WHOLE_INDEX_MAX_BYTES } from "../../contract/index-format.ts";
import { INDEX_PREFIX } from "../../contract/paths.ts";
import { NAME_HASH_LENGTH } from "../../search/layout.ts";
import type { CountedDocument } from "../../search/types.ts";
import { toWholeIndex } from "../../search/whole.ts";
import { createSearchWriter } from "../../search/writer.ts";
import { hashText, nameOf, type TextFile, toHashedFile } from "./files.ts";
import type { SearchDocument } from "./search-documents.ts";

export interface SearchOutput {
  /** For the manifest. */
  readonly names: SearchFiles;
  readonly files: readonly TextFile[];
}

/**
 * Characters of all documents' counts from which on the whole index is not even tried: at two a posting, and a byte and more of each
 * after compression, it cannot be small enough.
 */
const WHOLE_INDEX_COUNTS_MAX = 4_000_000;

/**
 * The full-text index of all documents.
 * @param wholeMaxBytes above which, compressed, the index is not written as a whole too
 */
export function indexSearch(documents: Iterable<SearchDocument>, wholeMaxBytes = WHOLE_INDEX_MAX_BYTES): SearchOutput {
  const writer = createSearchWriter({ hash: (text) => hashText(text).slice(0, NAME_HASH_LENGTH) });
  const counted = Array.from(
    documents,
    ({ kind, number, head, text }): CountedDocument => ({
      kind,
      number,
      head,
      counts: writer.count(text),
      text: kind === "post" ? null : text.body,
    }),
  );
  const { version, base, files } = writer.write(counted);
  const whole = toWholeFile(counted, wholeMaxBytes);
  return {
    names: { version, base, whole: whole === null ? null : nameOf(whole) },
    files: [...files.map(({ name, text }) => ({ path: `${INDEX_PREFIX.slice(1)}/${name}`, text })), ...(whole === null ? [] : [whole])],
  };
}

function toWholeFile(documents: readonly CountedDocument[], maxBytes: number): TextFile | null {
  const size = documents.reduce((sum, { counts }) => sum + counts.counts.length, 0);
  if (size > WHOLE_INDEX_COUNTS_MAX) return null;
  const text = toWholeIndex(documents);
  return gzipSync(text).length <= maxBytes ? toHashedFile("minisearch", text) : null;
}
