import type { SearchText } from "../format/documents.ts";
import { SEARCH_FIELDS } from "../format/options.ts";
import { readCounts, TermCounter } from "./count.ts";
import type { TermCounts } from "./types.ts";

const FIELDS = SEARCH_FIELDS.length;

/** Terms by number, and the counts that were read with those numbers. */
export interface Terms {
  readonly names: readonly string[];
  /** `countTerms` with these numbers. */
  count(text: SearchText): TermCounts;
  /** Pairs of (term number · FIELDS + field) and occurrences, whoever counted. */
  intern(counts: TermCounts): Uint32Array;
}

export function createTerms(): Terms {
  const counter = new TermCounter();
  const { names } = counter;
  return {
    names,
    count: (text) => counter.count(text),
    intern(counts) {
      if (counts.names === names) return counts.pairs;
      const pairs: number[] = [];
      readCounts(counts, (term, field, occurrences) => pairs.push(counter.numberOf(term) * FIELDS + field, occurrences));
      return Uint32Array.from(pairs);
    },
  };
}

/** An inverted index. */
export interface Inverted {
  /** Sorted by UTF-16 code unit: MiniSearch sums scores in the order of terms, so it must be one. */
  readonly terms: readonly string[];
  /** Postings of each term (search/format/layout.ts), a space after each, all of ASCII. */
  readonly postings: Uint8Array;
  /** Where each begins, and the end. */
  readonly starts: Uint32Array;
}

/** By term and field (number · FIELDS + field): where its row begins; in it the documents' places in the list, ascending, and the occurrences. */
export interface Rows {
  readonly starts: Uint32Array;
  readonly places: Uint32Array;
  readonly occurrences: Uint32Array;
}

/**
 * A counting sort: each row is in the order of the documents.
 * @param terms how many there are
 * @param documents pairs as `Terms.intern` gives them
 */
export function sortByTerm(terms: number, documents: readonly Uint32Array[]): Rows {
  const starts = new Uint32Array(terms * FIELDS + 1);
  for (const pairs of documents)
    for (let at = 0; at < pairs.length; at += 2) starts[(pairs[at] ?? 0) + 1] = (starts[(pairs[at] ?? 0) + 1] ?? 0) + 1;
  for (let key = 1; key < starts.length; key += 1) starts[key] = (starts[key] ?? 0) + (starts[key - 1] ?? 0);
  const next = starts.slice();
  const total = starts[terms * FIELDS] ?? 0;
  const places = new Uint32Array(total);
  const occurrences = new Uint32Array(total);
  documents.forEach((pairs, document) => {
    for (let at = 0; at < pairs.length; at += 2) {
      const key = pairs[at] ?? 0;
      const place = next[key] ?? 0;
      next[key] = place + 1;
      places[place] = document;
      occurrences[place] = pairs[at + 1] ?? 0;
    }
  });
  return { starts, places, occurrences };
}

/** Adds up the distinct terms of each field. @param lengths FIELDS numbers a document */
export function addLengths(pairs: Uint32Array, lengths: Uint32Array, document: number): void {
  for (let at = 0; at < pairs.length; at += 2) {
    const place = document * FIELDS + ((pairs[at] ?? 0) % FIELDS);
    lengths[place] = (lengths[place] ?? 0) + 1;
  }
}

export function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
