import { type SearchFiles, WHOLE_INDEX_POSTINGS_MAX } from "../../contract/index-format.ts";
import { INDEX_PREFIX } from "../../contract/paths.ts";
import { NAME_HASH_LENGTH } from "../../search/format/layout.ts";
import { SEARCH_KINDS } from "../../search/format/options.ts";
import type { ChangedText, CountedDocument, KeptIndex, SearchFile, SearchWriter, WrittenIndex } from "../../search/write/types.ts";
import { type NamedDocument, toWholeIndex } from "../../search/write/whole.ts";
import { createSearchWriter } from "../../search/write/writer.ts";
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
  /** Name of its base, and so of all of it. */
  readonly base: string;
}

export interface SearchIndexOptions {
  /** An index of more is not written as a whole too. */
  readonly wholePostingsMax?: number;
  /** From an earlier build: what it counted is not looked at again. */
  readonly kept?: KeptSearch | null;
}

/** The full-text index of all documents: the same files, whatever is kept. */
export function indexSearch(
  documents: Iterable<SearchDocument>,
  { wholePostingsMax = WHOLE_INDEX_POSTINGS_MAX, kept = null }: SearchIndexOptions = {},
): SearchOutput {
  const writer = createWriter();
  // By id.
  const all = [...documents].sort((a, b) => SEARCH_KINDS.indexOf(a.kind) - SEARCH_KINDS.indexOf(b.kind) || a.number - b.number);
  const former = findFormer(all, kept);
  const counted = all.map((document): CountedDocument => {
    const { kind, number, head } = document;
    const text = kind === "post" ? null : document.text.body;
    return { kind, number, head, counts: former.get(document) ?? writer.count(document.text), text };
  });
  const { version, base, files, kept: index } = writer.write(counted, kept?.index);
  const whole = sumOf(index.lengths) > wholePostingsMax ? null : toWholeFile(counted, index);
  return {
    names: { version, base, whole: whole === null ? null : nameOf(whole) },
    files: [...files.map(toLateFile), ...(whole === null ? [] : [whole])],
    size: files.reduce((sum, { size }) => sum + size, whole === null ? 0 : Buffer.byteLength(whole.text)),
    kept: {
      names: all.map(toName),
      digests: all.map(({ digest = "" }) => digest),
      index,
      base,
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

function toWholeFile(documents: readonly NamedDocument[], index: KeptIndex): TextFile {
  return toHashedFile("minisearch", toWholeIndex(documents, index));
}

/** A post with another text than the index that is kept has counted. */
export interface ChangedDocument extends ChangedText {
  readonly digest: string;
}

export interface SearchPatch {
  readonly names: SearchFiles;
  /** Those that were not there before. */
  readonly files: readonly (TextFile | LateFile)[];
  /** Names of those that are no more. */
  readonly gone: readonly string[];
  readonly kept: KeptSearch;
}

export interface SearchPatchInput {
  readonly kept: KeptSearch;
  /** As the manifest has them. */
  readonly names: SearchFiles;
  readonly changes: readonly ChangedDocument[];
  /** The text of a file of the index, by name. */
  read(name: string): string;
  /** All documents; asked for where the index is small. */
  documents(): readonly NamedDocument[];
}

/** The full-text index of the same documents with some posts' texts changed: what `indexSearch` gives, without looking at the others. */
export function patchSearch({ kept, names, changes, read, documents }: SearchPatchInput): SearchPatch {
  const { version, base, files, gone, kept: index } = createWriter().patch(kept.index, changes, read);
  const file = sumOf(index.lengths) > WHOLE_INDEX_POSTINGS_MAX ? null : toWholeFile(documents(), index);
  const whole = file === null ? null : nameOf(file);
  const digests = [...kept.digests];
  for (const { number, digest } of changes) digests[number] = digest;
  return {
    names: { version, base, whole },
    files: [...files.map(toLateFile), ...(file === null ? [] : [file])],
    gone: [...gone, names.base, ...(names.whole === null || names.whole === whole ? [] : [names.whole])].filter((name) => name !== base),
    kept: { names: kept.names, digests, index, base },
  };
}

export interface SearchFilesPatch extends Omit<SearchPatch, "kept"> {
  readonly written: WrittenIndex;
}

export interface SearchFilesPatchInput extends Pick<SearchPatchInput, "names" | "read"> {
  /** The index that stands in the out folder. */
  readonly written: WrittenIndex;
  readonly changes: readonly ChangedText[];
  readonly wholePostingsMax?: number;
}

/** The same of an index that is not written as a whole, from its files alone; null: it has to be now, or more of it changes. @throws what is not as a build writes it */
export function patchSearchFiles(input: SearchFilesPatchInput): SearchFilesPatch | null {
  const { written, names, changes, read, wholePostingsMax = WHOLE_INDEX_POSTINGS_MAX } = input;
  if (names.whole !== null || written.base !== names.base) return null;
  const patched = createWriter().patchFiles(written, changes, read);
  if (patched === null || patched.postings <= wholePostingsMax) return null;
  const { version, base, files, gone, total } = patched;
  return { names: { version, base, whole: null }, files: files.map(toLateFile), gone, written: { base, total } };
}

function sumOf(numbers: Iterable<number>): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}

function createWriter(): SearchWriter {
  return createSearchWriter({ hash: (text) => hashText(text).slice(0, NAME_HASH_LENGTH) });
}
