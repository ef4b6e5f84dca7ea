import { gzipSync } from "node:zlib";
import { type SearchFiles, WHOLE_INDEX_MAX_BYTES } from "../../contract/index-format.ts";
import { INDEX_PREFIX } from "../../contract/paths.ts";
import { NAME_HASH_LENGTH } from "../../search/layout.ts";
import { SEARCH_KINDS } from "../../search/options.ts";
import type { CountedDocument, KeptIndex, SearchFile } from "../../search/types.ts";
import { toWholeIndex } from "../../search/whole.ts";
import { createSearchWriter } from "../../search/writer.ts";
import { hashText, type LateFile, nameOf, type TextFile, toHashedFile } from "./files.ts";
import { findInOrder } from "./in-order.ts";
import type { SearchDocument } from "./search-documents.ts";

export interface SearchOutput {
  /** For the manifest. */
  readonly names: SearchFiles;
  readonly files: readonly (TextFile | LateFile)[];
  /** Bytes of all files. */
  readonly size: number;
  /** For the next build. */
  readonly kept: KeptSearch;
}

/** The index of an earlier build, and of what it was made. */
export interface KeptSearch {
  /** Kind and slug of each document, by id. */
  readonly names: readonly string[];
  /** Of what was counted; "" where that is not known. */
  readonly digests: readonly string[];
  readonly index: KeptIndex;
}

export interface SearchIndexOptions {
  /** Above which, compressed, the index is not written as a whole too. */
  readonly wholeMaxBytes?: number;
  /** From an earlier build: what it counted is not looked at again. */
  readonly kept?: KeptSearch | null;
}

/** Postings from which on the whole index is not even tried: at a byte and more of each after compression, it cannot be small enough. */
const WHOLE_INDEX_POSTINGS_MAX = 2_000_000;

/** The full-text index of all documents: the same files, whatever is kept. */
export function indexSearch(
  documents: Iterable<SearchDocument>,
  { wholeMaxBytes = WHOLE_INDEX_MAX_BYTES, kept = null }: SearchIndexOptions = {},
): SearchOutput {
  const writer = createSearchWriter({ hash: (text) => hashText(text).slice(0, NAME_HASH_LENGTH) });
  // By id.
  const all = [...documents].sort((a, b) => SEARCH_KINDS.indexOf(a.kind) - SEARCH_KINDS.indexOf(b.kind) || a.number - b.number);
  const former = findFormer(all, kept);
  const counted = all.map((document): CountedDocument => {
    const { kind, number, head } = document;
    const text = kind === "post" ? null : document.text.body;
    return { kind, number, head, counts: former.get(document) ?? writer.count(document.text), text };
  });
  const { version, base, files, kept: index } = writer.write(counted, kept?.index);
  const whole = toWholeFile(counted, index, wholeMaxBytes);
  return {
    names: { version, base, whole: whole === null ? null : nameOf(whole) },
    files: [...files.map(toLateFile), ...(whole === null ? [] : [whole])],
    size: files.reduce((sum, { size }) => sum + size, whole === null ? 0 : Buffer.byteLength(whole.text)),
    kept: {
      names: all.map(toName),
      digests: all.map(({ digest = "" }) => digest),
      index,
    },
  };
}

/** Of documents in the order of their ids: former ids of those whose text is as it was, as far as the order is. */
function findFormer(documents: readonly SearchDocument[], kept: KeptSearch | null): ReadonlyMap<SearchDocument, number> {
  if (kept === null) return new Map();
  const idOf = new Map(kept.names.map((name, id) => [name, id]));
  const same = documents.flatMap((document) => {
    const id = document.digest === undefined ? undefined : idOf.get(toName(document));
    return id === undefined || kept.digests[id] !== document.digest ? [] : [{ document, id }];
  });
  return new Map(findInOrder(same, ({ id }) => id).map(({ document, id }) => [document, id]));
}

function toName({ kind, head }: SearchDocument): string {
  return `${kind}/${head.slug}`;
}

function toLateFile(file: SearchFile): LateFile {
  return {
    path: `${INDEX_PREFIX.slice(1)}/${file.name}`,
    get text() {
      return file.text;
    },
    bytes: () => Buffer.from(file.text),
    // The name says all.
    identity: "",
  };
}

function toWholeFile(documents: readonly CountedDocument[], index: KeptIndex, maxBytes: number): TextFile | null {
  if (index.lengths.reduce((sum, length) => sum + length, 0) > WHOLE_INDEX_POSTINGS_MAX) return null;
  const text = toWholeIndex(documents, index);
  return gzipSync(text).length <= maxBytes ? toHashedFile("minisearch", text) : null;
}
