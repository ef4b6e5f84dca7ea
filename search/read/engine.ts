import MiniSearch from "minisearch";
import type { FieldPostings } from "../format/postings.ts";
import { BODY_FIELD, SEARCH_FIELDS, SEARCH_OPTIONS } from "../format/search-options.ts";

/** Counts of the whole index, on which scores depend beside the postings. */
export interface Statistics {
  readonly documentCount: number;
  /** By field: mean of distinct terms. */
  readonly averageLengths: readonly number[];
  /** By document id: distinct terms of the body. */
  readonly bodyLengths: Uint32Array;
}

export interface TermPostings {
  readonly term: string;
  readonly postings: readonly FieldPostings[];
}

/**
 * A MiniSearch of some terms and some documents alone, with the counts and averages of the whole index: for a query of those terms, its results are
 * those of a MiniSearch that holds everything, scores too, as far as they are of those documents. It is put together without `loadJS`, which
 * takes nothing but all documents of a term: how many there are decides its weight.
 */
class PartialMiniSearch extends MiniSearch {
  constructor({ documentCount, averageLengths, bodyLengths }: Statistics, terms: readonly TermPostings[], ids: Uint32Array) {
    super(SEARCH_OPTIONS);
    this._documentCount = documentCount;
    this._avgFieldLength = [...averageLengths];
    const lengths = Array.from(ids, (id) => {
      const known = SEARCH_FIELDS.map(() => 0);
      known[BODY_FIELD] = bodyLengths[id] ?? 0;
      this._documentIds.set(id, id);
      this._fieldLength.set(id, known);
      return known;
    });
    for (const { term, postings } of terms) {
      const fields = new Map<number, Map<number, number>>();
      for (const each of postings) fields.set(each.field, pickFrequencies(each, ids, lengths));
      this._index.set(term, fields);
    }
  }
}

/**
 * Occurrences by document, of some documents, in a map that has the size of all.
 * @param lengths by place in `ids`, for each field: where those of this field are noted. Of fields that no term is found in, nobody asks
 */
function pickFrequencies(postings: FieldPostings, ids: Uint32Array, lengths: readonly number[][]): Map<number, number> {
  const frequencies = new Map<number, number>();
  let from = 0;
  for (let place = 0; place < ids.length; place += 1) {
    const id = ids[place] ?? 0;
    from = lowerBound(postings.ids, id, from);
    if (postings.ids[from] !== id) continue;
    frequencies.set(id, postings.occurrences[from] ?? 0);
    const known = lengths[place];
    if (postings.field !== BODY_FIELD && known !== undefined) known[postings.field] = postings.lengths[from] ?? 0;
  }
  return Object.defineProperty(frequencies, "size", { value: postings.ids.length });
}

/** Place of the first id from a place on that is not less. */
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

/**
 * @param terms sorted by UTF-16 code unit, each once
 * @param ids ascending: the documents that are scored
 */
export function loadTerms(statistics: Statistics, terms: readonly TermPostings[], ids: Uint32Array): MiniSearch {
  return new PartialMiniSearch(statistics, terms, ids);
}
