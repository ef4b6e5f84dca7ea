import MiniSearch from "minisearch";
import type { FieldPostings } from "../format/postings.ts";
import { BODY_FIELD, SEARCH_FIELDS, SEARCH_OPTIONS } from "../format/search-options.ts";

/** Counts of the whole index that, together with the postings, decide scores. */
export interface Statistics {
  readonly documentCount: number;
  /** Mean number of distinct terms, by field. */
  readonly averageLengths: readonly number[];
  /** Number of distinct terms in the body, by document id. */
  readonly bodyLengths: Uint32Array;
}

export interface TermPostings {
  readonly term: string;
  readonly postings: readonly FieldPostings[];
}

/**
 * A MiniSearch of only some terms and documents, with the counts and averages of the whole index.
 * For a query of those terms and for those documents, results and scores equal those of a complete
 * MiniSearch. It does not use `loadJS`, which requires all documents of a term, because their
 * number decides its weight.
 */
export class PartialMiniSearch extends MiniSearch {
  /**
   * @param terms sorted by UTF-16 code unit, without duplicates
   * @param ids ascending: the documents to score
   */
  constructor({ documentCount, averageLengths, bodyLengths }: Statistics, terms: readonly TermPostings[], ids: Uint32Array) {
    super(SEARCH_OPTIONS);
    this._documentCount = documentCount;
    this._avgFieldLength = [...averageLengths];
    const lengths = Array.from(ids, (id) => {
      const row = SEARCH_FIELDS.map(() => 0);
      row[BODY_FIELD] = bodyLengths[id] ?? 0;
      this._documentIds.set(id, id);
      this._fieldLength.set(id, row);
      return row;
    });
    for (const { term, postings } of terms) {
      const fields = new Map<number, Map<number, number>>();
      for (const each of postings) fields.set(each.field, pickFrequencies(each, ids, lengths));
      this._index.set(term, fields);
    }
  }
}

/**
 * Occurrences in some documents, in a map that reports the size of all.
 * @param lengths lengths of this field are stored here, by position in `ids`; fields in which no
 * term occurs are never read
 */
function pickFrequencies(postings: FieldPostings, ids: Uint32Array, lengths: readonly number[][]): Map<number, number> {
  const frequencies = new Map<number, number>();
  let from = 0;
  for (let place = 0; place < ids.length; place += 1) {
    const id = ids[place] ?? 0;
    from = lowerBound(postings.ids, id, from);
    if (postings.ids[from] !== id) continue;
    frequencies.set(id, postings.occurrences[from] ?? 0);
    const row = lengths[place];
    if (postings.field !== BODY_FIELD && row !== undefined) row[postings.field] = postings.lengths[from] ?? 0;
  }
  return Object.defineProperty(frequencies, "size", { value: postings.ids.length });
}

/** Position of the first id, from a position on, that is not less. */
function lowerBound(ids: Uint32Array, id: number, from: number): number {
  let low = from;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
