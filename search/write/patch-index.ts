import { fileName, type SearchBase } from "../format/layout.ts";
import { BODY_FIELD, SEARCH_FIELDS, SEARCH_VERSION } from "../format/options.ts";
import { type CutOptions, FUZZY_CUT, SHARD_CUT, SHARDS_MAX } from "../format/sizes.ts";
import { addBlocks, createFileReader, type ListSort, loadItems, MissingFileError, type ReadFile, toTable } from "./block-files.ts";
import { type Block, type BlockChanges, type Items, resplit, sizeOf } from "./blocks.ts";
import { encodeColumn } from "./encode.ts";
import { FileSet, type NamedFile, type SearchFile } from "./file-set.ts";
import { patchFuzzyKeys } from "./fuzzy-changes.ts";
import { addHits, addTexts } from "./hit-files.ts";
import { findChanges, type IndexDocument, orderDocuments, toDocumentName } from "./index-documents.ts";
import { patchPostings } from "./postings-changes.ts";
import { createEmptyState, decodeState, encodeState, type IndexState } from "./state.ts";
import { toWholeIndex } from "./whole.ts";

const FIELDS = SEARCH_FIELDS.length;

/** An index as it was written last. */
export interface FormerIndex {
  /** `WrittenIndex.state` of it. */
  readonly state: string;
  /** The text of one of its files, by name; null: it is not to be had. */
  read(name: string): string | null;
}

export interface IndexOptions {
  /** Hash of a text for a file's name: NAME_HASH_LENGTH characters of `[A-Za-z0-9_-]`. */
  readonly hash: (text: string) => string;
  readonly shardCut?: CutOptions;
  readonly fuzzyCut?: CutOptions;
  /** Where there are more postings, the index is not written as a whole too. Default: never is. */
  readonly wholePostingsMax?: number;
}

/** What the build writes and the manifest names. */
export interface WrittenIndex {
  readonly version: number;
  /** Name of the one file that leads to the others. */
  readonly base: string;
  /** All of them, the base the last. The text of one that stays is read when it is looked at, and may then be missing (MissingFileError). */
  readonly files: readonly SearchFile[];
  /** For `MiniSearch.loadJSON`; null: it has too many postings. */
  readonly whole: string | null;
  /** For the next time. */
  readonly state: string;
}

/**
 * Writes the index of some documents: the same bytes for the same documents, whatever was there. Documents of a former index that have their digest
 * still are not looked at, and of its files only those that hold terms of the others, or all of shards where documents are gone or have other numbers.
 * What cannot be read or was damaged is made anew from all documents.
 * @param documents in any order
 * @throws Error where the numbers of a kind are not 0 to n − 1
 */
export function patchIndex(former: FormerIndex | null, documents: readonly IndexDocument[], options: IndexOptions): WrittenIndex {
  const { hash, shardCut = SHARD_CUT, fuzzyCut = FUZZY_CUT } = options;
  const ordered = orderDocuments(documents);
  const empty = createEmptyState({ shardCut, fuzzyCut });
  const state = former === null ? null : decodeState(former.state, hash, empty);
  const read = createFileReader((name) => former?.read(name) ?? null, hash);
  try {
    return writeIndex({ ...ordered, former: state ?? empty, read, options });
  } catch (error) {
    if (!(error instanceof MissingFileError)) throw error;
    return writeIndex({ ...ordered, former: empty, read, options });
  }
}

interface WriteInput extends ReturnType<typeof orderDocuments> {
  readonly former: IndexState;
  readonly read: ReadFile;
  readonly options: IndexOptions;
}

function writeIndex({ former, kinds, ordered, read, options }: WriteInput): WrittenIndex {
  const { hash, wholePostingsMax = 0 } = options;
  const { shardCut, fuzzyCut } = former;
  const out = new FileSet(hash);
  const changes = findChanges(former, ordered);
  const postings = patchPostings(former.shards, createLoader("shard", former.shards, read), changes);
  const keys = patchFuzzyKeys(former.fuzzy, createLoader("near", former.fuzzy, read), postings.terms);
  const parts = resplit(postings, scaleCut(shardCut, totalOf(postings)), scaleCut(shardCut, sum(former.shards.map(({ size }) => size))));
  const shards = addBlocks("shard", parts, out, read);
  const fuzzy = addBlocks("near", resplit(keys, fuzzyCut), out, read);
  const digests = ordered.map(({ digest = "" }) => digest);
  const lengthSums = SEARCH_FIELDS.map((_, field) => sum(columnOf(changes.lengths, field)));
  const hits = addHits(ordered, out);
  const texts = addTexts({ ordered, kinds, digests }, former, out);
  const base: SearchBase = {
    version: SEARCH_VERSION,
    kinds,
    lengthSums,
    bodyLengths: encodeColumn(columnOf(changes.lengths, BODY_FIELD)),
    shards: toTable(shards),
    near: toTable(fuzzy),
    ...hits,
    texts: { project: toHashes(texts.project), book: toHashes(texts.book) },
  };
  const lengths = [...changes.lengths];
  const state = { shardCut, fuzzyCut, kinds, names: ordered.map(toDocumentName), digests, lengths, shards, fuzzy, texts };
  const toItems = (part: Block | Items): Items => ("keys" in part ? part : loadItems("shard", part, read));
  return {
    version: SEARCH_VERSION,
    base: fileName("base", out.add("base", JSON.stringify(base)).hash),
    files: out.files(),
    whole: sum(lengthSums) > wholePostingsMax ? null : toWholeIndex(ordered, changes.lengths, parts.map(toItems)),
    state: encodeState(state, hash),
  };
}

function createLoader(sort: ListSort, blocks: readonly Block[], read: ReadFile): (block: number) => Items {
  return (at) => {
    const block = blocks[at];
    return block === undefined ? { keys: [], postings: sort === "shard" ? [] : null } : loadItems(sort, block, read);
  };
}

/** Characters of a list. */
function totalOf({ blocks, changed }: BlockChanges): number {
  const stay = blocks.map(({ size }, at) => (changed.has(at) ? 0 : size));
  return sum(stay) + sum([...changed.values()].map(sizeOf));
}

/** The sizes of shards that are so many characters together: the files of a large site stay few. */
function scaleCut({ min, max }: CutOptions, total: number): CutOptions {
  let scale = 1;
  while (total > (SHARDS_MAX * scale * (min + max)) / 2) scale *= 2;
  return { min: min * scale, max: max * scale };
}

function columnOf(lengths: Uint32Array, field: number): number[] {
  const column: number[] = [];
  for (let at = field; at < lengths.length; at += FIELDS) column.push(lengths[at] ?? 0);
  return column;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function toHashes(files: readonly NamedFile[]): string {
  return files.map(({ hash }) => hash).join("");
}
