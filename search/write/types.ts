import type { SearchKind } from "../../contract/schemas/list.ts";
import type { HitHead, SearchText } from "../format/documents.ts";
import type { SearchBase } from "../format/layout.ts";
import type { Inverted } from "./invert.ts";

/** The terms of a document, counted; never changed. */
export interface TermCounts {
  /** Terms by number, those of other documents among them. */
  readonly names: readonly string[];
  /** In turn (term number · fields + field: SEARCH_FIELDS) and occurrences; each term of each field once. */
  readonly pairs: Uint32Array;
}

/** A document as the writer takes it. */
export interface CountedDocument {
  readonly kind: SearchKind;
  /** Document number within its kind, as contract/index-format.ts says: 0 to n − 1, oldest first. */
  readonly number: number;
  readonly head: HitHead;
  /** A number: its id in the index that is kept, which counted the same text. */
  readonly counts: TermCounts | number;
  /** Plain text of the body, for snippets, of what has no file of its own that holds it; null for posts. */
  readonly text: string | null;
}

/** A file below index/v1. */
export interface SearchFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** May be put together when it is looked at. */
  readonly text: string;
}

/** What an index was written from, for the next one to be patched from; plain data, never changed. */
export interface KeptIndex {
  readonly inverted: Inverted;
  /** By id, for each field: its distinct terms. */
  readonly lengths: Uint32Array;
  /** Keys of near spellings, sorted. */
  readonly near: readonly string[];
  readonly shardFiles: readonly WrittenStretch[];
  readonly nearFiles: readonly WrittenStretch[];
  /** What else its base says. */
  readonly rest: Pick<SearchBase, "kinds" | "urls" | "hits" | "largeHits" | "texts">;
}

/** A post whose text is another than in the index that is kept. */
export interface ChangedText {
  /** Of the post. */
  readonly number: number;
  readonly before: SearchText;
  readonly after: SearchText;
  /** What a hit shows of it now. */
  readonly head: HitHead;
}

/** An index that others take files from. */
export interface PatchedIndex extends SearchIndex {
  /** Names of files that are no part of it any more. */
  readonly gone: readonly string[];
}

/** An index that stands in its files. */
export interface WrittenIndex {
  /** Name of its base. */
  readonly base: string;
  /** Characters of all its terms and their postings (totalOf). */
  readonly total: number;
}

export interface PatchedFiles extends WrittenIndex {
  readonly version: number;
  /** Those that were not there before; some that were may be among them. */
  readonly files: readonly SearchFile[];
  /** Names of those that are no part of it any more. */
  readonly gone: readonly string[];
  /** Of all terms in all fields. */
  readonly postings: number;
}

/** A file that holds so many items of a sorted list, after those of the files before it. */
export interface WrittenStretch {
  readonly items: number;
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
}

/** What the build writes and the manifest names. */
export interface SearchIndex {
  readonly version: number;
  /** Name of the one file that leads to the others. */
  readonly base: string;
  /** The base among them. */
  readonly files: readonly SearchFile[];
  readonly kept: KeptIndex;
}

export interface SearchWriter {
  /** As `countTerms`, with numbers of this writer's own, for which it has less to do. */
  count(text: SearchText): TermCounts;
  /**
   * The index of some documents, in any order; the same bytes for the same documents, whatever is kept.
   * @param kept what an earlier index, of this writer or another with the same options, was written from: of documents that it counted their id in
   *   it is enough, and files whose terms are as they were are neither put together nor hashed
   * @throws Error where the numbers of a kind are not 0 to n − 1, or documents that are kept do not come in the order they had
   */
  write(documents: readonly CountedDocument[], kept?: KeptIndex | null): SearchIndex;
  /**
   * The index that is kept, of the same documents, with some posts' texts changed: the bytes that `write` gives, without looking at the others.
   * `files` are those that were not there before.
   * @param read the text of a file that is there, by name
   */
  patch(kept: KeptIndex, changes: readonly ChangedText[], read: (name: string) => string): PatchedIndex;
  /**
   * The same of an index of which nothing is kept but its files; few of them are read.
   * @returns null: it has to be cut otherwise as a whole
   */
  patchFiles(written: WrittenIndex, changes: readonly ChangedText[], read: (name: string) => string): PatchedFiles | null;
}
