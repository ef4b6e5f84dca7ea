import { fileName, mapRegions, type SearchBase, type SearchedKind } from "../format/layout.ts";
import { BODY_FIELD, SEARCH_FIELDS, SEARCH_VERSION } from "../format/search-options.ts";
import { type CutOptions, FUZZY_CUT, SHARD_CUT } from "../format/sizes.ts";
import { MissingFileError, type ReadPreviousFile, toTable } from "./blocks/block-files.ts";
import { findChanges, type ReadBody } from "./document-changes.ts";
import { encodeColumn } from "./encode.ts";
import { FileSet, type SearchFile } from "./file-set.ts";
import { addHits, addTexts, toHashes } from "./hit-files.ts";
import type { IndexDocument } from "./index-documents.ts";
import { EMPTY_SLOT, type Numbered, numberDocuments, type RecentCut } from "./number-documents.ts";
import { patchTerms } from "./patch-terms.ts";
import { createEmptyState, decodeState, encodeState, type IndexState } from "./state.ts";
import { toWholeIndex } from "./whole.ts";

const FIELDS = SEARCH_FIELDS.length;

/** The index as last written. Damaged parts count as unavailable. */
export interface PreviousIndex {
  /** Its `WrittenIndex.state`. */
  readonly state: Uint8Array;
  /** One of its files by name; null if unavailable. */
  read(name: string): Uint8Array | null;
  /** Reads the former body of a document. Returns null if unavailable. */
  readonly readBody: ReadBody;
}

export interface IndexOptions {
  /** Kinds of the documents, in tie order. Kinds without documents are not part of the index. */
  readonly kinds: readonly SearchedKind[];
  /** Hash of a file, for its name: NAME_HASH_LENGTH characters of `[A-Za-z0-9_-]`. */
  readonly hash: (bytes: Uint8Array) => string;
  readonly shardCut?: CutOptions;
  readonly fuzzyCut?: CutOptions;
  readonly recentCut?: RecentCut;
  /**
   * Maximum number of postings up to which the index is also written as a whole. Default: it never
   * is.
   */
  readonly wholePostingsMax?: number;
}

/** The files that a build writes, and their entry in the manifest. */
export interface WrittenIndex {
  readonly version: number;
  /** Name of the file that refers to all others. */
  readonly base: string;
  /**
   * All files, the base last. Unchanged files are read on demand, and may then be missing
   * (MissingFileError).
   */
  readonly files: readonly SearchFile[];
  /** For `MiniSearch.loadJSON`; null if it has too many postings. */
  readonly whole: string | null;
  /** For the next call. */
  readonly state: Uint8Array;
}

/**
 * Writes the index of some documents. The bytes depend only on the documents, not on the former
 * index. Only changes are counted, with their former state. Only files with differing terms are
 * read, or whole shards if documents have new numbers or their former state is unknown.
 * @param documents in any order
 * @throws Error if two documents of a kind have the same slug, or if a document's kind is not in
 * the options
 */
export function patchIndex(previous: PreviousIndex | null, documents: readonly IndexDocument[], options: IndexOptions): WrittenIndex {
  const { shardCut = SHARD_CUT, fuzzyCut = FUZZY_CUT } = options;
  const numbered = numberDocuments(documents, options.recentCut);
  const empty = createEmptyState({ shardCut, fuzzyCut });
  const state = previous === null ? null : decodeState(previous.state, empty);
  const readBody: ReadBody = (bodyId) => previous?.readBody(bodyId) ?? null;
  const read: ReadPreviousFile = (name) => {
    const bytes = previous?.read(name) ?? null;
    if (bytes === null) throw new MissingFileError(`${name} of the search index is missing`);
    return bytes;
  };
  try {
    return writeIndex({ numbered, previous: state ?? empty, read, readBody, options });
  } catch (error) {
    if (!(error instanceof MissingFileError)) throw error;
    return writeIndex({ numbered, previous: empty, read, readBody, options });
  }
}

interface WriteInput {
  readonly numbered: Numbered;
  readonly previous: IndexState;
  readonly read: ReadPreviousFile;
  readonly readBody: ReadBody;
  readonly options: IndexOptions;
}

function writeIndex({ previous, numbered, read, readBody, options }: WriteInput): WrittenIndex {
  const { hash, wholePostingsMax = 0 } = options;
  const { ordered, slots, inShards, ranks } = numbered;
  const { kinds, ...columns } = toColumns(ordered, options.kinds);
  const cuts = { shardCut: previous.shardCut, fuzzyCut: previous.fuzzyCut };
  const out = new FileSet(hash);
  const changes = findChanges(previous, numbered, readBody);
  const { lengths, plain } = changes;
  const { shards, fuzzy, recent, listPieces } = patchTerms({ previous, changes, read, out });
  const lengthSums = SEARCH_FIELDS.map((_, field) => sum(columnOf(lengths, field)));
  const textIds = toTextIds(ordered, kinds);
  const hits = addHits({ kinds, ordered, slots, previous }, out);
  const texts = addTexts(textIds, { kinds, ordered, slots, previous }, out);
  const base: SearchBase = {
    version: SEARCH_VERSION,
    kinds,
    ids: ordered.length,
    slots,
    ...columns,
    ranks: encodeColumn(ranks),
    lengthSums,
    bodyLengths: encodeColumn(columnOf(lengths, BODY_FIELD)),
    shards: toTable(shards),
    recent,
    near: toTable(fuzzy),
    hits: mapRegions(hits.small, toHashes),
    largeHits: mapRegions(hits.large, toHashes),
    texts: mapRegions(texts, toHashes),
  };
  const [ids, bodyIds] = [ordered.map(({ id }) => id), ordered.map(({ bodyId }) => bodyId)];
  return {
    version: SEARCH_VERSION,
    base: fileName("base", out.add("base", new TextEncoder().encode(JSON.stringify(base))).hash),
    files: out.files(),
    whole: sum(lengthSums) > wholePostingsMax ? null : toWholeIndex(ordered, lengths, listPieces()),
    state: encodeState({ ...cuts, kinds, slots, inShards, recent, ids, bodyIds, textIds, shards, fuzzy, hits, texts, lengths, plain }),
  };
}

/**
 * The kinds that have documents, and the kind and language of each document.
 * @throws Error if a kind is not given
 */
function toColumns(
  ordered: readonly IndexDocument[],
  given: readonly SearchedKind[],
): Pick<SearchBase, "kinds" | "kindOf" | "languages" | "languageOf"> {
  const documents = ordered.filter((document) => document !== EMPTY_SLOT);
  const found = new Set(documents.map(({ kind }) => kind));
  const kinds = given.filter(({ name }) => found.has(name));
  if (kinds.length < found.size)
    throw new Error(`search documents have the kinds ${[...found].join(", ")}, but the options contain ${kinds.length} of them`);
  const places = new Map(kinds.map(({ name }, place) => [name, place + 1]));
  const languages = [...new Set(documents.map(({ language }) => language))].sort((a, b) => ((a ?? "") < (b ?? "") ? -1 : 1));
  const languagePlaces = new Map(languages.map((language, place) => [language, place]));
  return {
    kinds,
    kindOf: encodeColumn(ordered.map(({ kind }) => places.get(kind) ?? 0)),
    languages,
    languageOf: encodeColumn(ordered.map((document) => (document === EMPTY_SLOT ? 0 : (languagePlaces.get(document.language) ?? 0)))),
  };
}

/** By id; empty if no text is written. */
function toTextIds(ordered: readonly IndexDocument[], kinds: readonly SearchedKind[]): readonly string[] {
  const names = new Set(kinds.flatMap(({ name, documents }) => (documents === null ? [name] : [])));
  return names.size === 0 ? [] : ordered.map(({ kind, bodyId }) => (names.has(kind) ? bodyId : ""));
}

function columnOf(lengths: Uint32Array, field: number): number[] {
  const column: number[] = [];
  for (let at = field; at < lengths.length; at += FIELDS) column.push(lengths[at] ?? 0);
  return column;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
