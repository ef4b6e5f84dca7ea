import type { SearchHit, SearchKind } from "../contract/schemas/list.ts";
import type { Files } from "./files.ts";
import type { Inverted } from "./invert.ts";
import type { SearchBase } from "./layout.ts";

/** A document's text, as the search index sees it: all plain. */
export interface SearchText {
  readonly title: string;
  /** Names of the tags, as displayed. */
  readonly tags: readonly string[];
  readonly excerpt: string;
  readonly headings: readonly string[];
  readonly body: string;
}

/** Fields of a document, the weightiest first. */
export type SearchField = "title" | "tags" | "headings" | "excerpt" | "body";

/** The terms of a document, counted; never changed. */
export interface TermCounts {
  /** Terms by number, those of other documents among them. */
  readonly names: readonly string[];
  /** In turn (term number · fields + field: SEARCH_FIELDS) and occurrences; each term of each field once. */
  readonly pairs: Uint32Array;
}

/** What a hit shows beside its score, and its excerpt, which is the snippet where the words are found there. */
export interface HitHead extends Pick<SearchHit, "slug" | "url" | "title" | "tags" | "publishedAt"> {
  /** Read from an index, a post's is cut at EXCERPT_MAX. */
  readonly excerpt: string;
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

export interface SearchHitRef {
  readonly kind: SearchKind;
  /** Document number within its kind. */
  readonly number: number;
  /** Greater is better; rounded to 6 significant digits. */
  readonly score: number;
  /** Terms of the index that matched, sorted; what `makeSnippet` marks. */
  readonly terms: readonly string[];
  /** Fields that a term was found in, the weightiest first. */
  readonly fields: readonly SearchField[];
}

export interface SearchMatches extends SearchCost {
  /** In the range that was asked for, of this order: score, then kind (post, project, book), then newest, then slug. */
  readonly hits: readonly SearchHitRef[];
  /** All hits, in the range or not. */
  readonly total: number;
  /** Of the match set, before `kinds` narrows it. */
  readonly facets: Readonly<Record<SearchKind, number>>;
}

/** Documents that match, by kind: their numbers within it, ascending. */
export interface SearchNumbers extends SearchCost {
  readonly numbers: Readonly<Record<SearchKind, readonly number[]>>;
}

export interface SearchCost {
  /** Files of the index that the question needs, whether they were kept or read now: the same for everybody who asks. */
  readonly reads: number;
  /** Whether every beginning and near spelling was looked up: the answer is that of the whole index. Else the bounds of search/sizes.ts cut them. */
  readonly complete: boolean;
}

export interface MatchOptions {
  /**
   * What belongs to the match set at all, and so what the facets count. `/posts?q=` accepts posts alone. All terms must be found (AND); where that
   * finds nothing that is accepted and of `kinds`, one is enough (OR).
   */
  readonly accept?: (kind: SearchKind, number: number) => boolean;
}

export interface SearchOptions extends MatchOptions {
  /** Narrows the hits after the facets are counted. `/search?kind=` names one. */
  readonly kinds?: readonly SearchKind[];
  /** Places of the hits wanted, from 0, `end` not among them: few cost little, however many documents match. Default: all. */
  readonly range?: { readonly start: number; readonly end: number };
}

/** What a page shows of its hits. */
export interface HitHeads {
  readonly heads: readonly HitHead[];
  /** Files that they stand in. */
  readonly reads: number;
}

export interface SearchReader {
  /**
   * The documents that match a text. A text without a letter or digit matches nothing.
   * @throws SearchIndexError where a file of the index is gone or is of another version (search/errors.ts)
   */
  search(text: string, options?: SearchOptions): Promise<SearchMatches>;
  /** The same documents without their order. @throws SearchIndexError */
  match(text: string, options?: MatchOptions): Promise<SearchNumbers>;
  /**
   * What to show of some hits, in their order.
   * @param readsMax files that may be read for it; above that, larger ones that hold more are read instead
   */
  heads(hits: readonly DocumentPlace[], readsMax: number): Promise<HitHeads>;
  /** Plain texts of projects' and books' bodies; null beyond the reads that are left and for posts. */
  texts(hits: readonly DocumentPlace[], readsMax: number): Promise<readonly (string | null)[]>;
}

/** A document by its number within its kind. */
export interface DocumentPlace {
  readonly kind: SearchKind;
  readonly number: number;
}

export interface SearchReaderOptions {
  /** The index's files (createFiles). */
  readonly files: Files;
  /** From the manifest. */
  readonly index: { readonly version: number; readonly base: string };
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

export interface SnippetOptions {
  /** Most UTF-16 code units of text, without markup and ellipses. Default 200. */
  readonly length?: number;
}
