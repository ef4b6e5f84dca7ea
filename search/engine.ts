import MiniSearch from "minisearch";
import type { FieldPostings } from "./layout.ts";
import { BODY_FIELD, SEARCH_FIELDS, SEARCH_OPTIONS } from "./options.ts";

/** What scores depend on beside the postings: the whole index's counts. */
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
 * A MiniSearch of some terms alone, with the counts and averages of the whole index: for a query of those terms, its results and scores are
 * those of a MiniSearch that holds everything.
 * @param terms sorted by UTF-16 code unit, each once
 */
export function loadTerms({ documentCount, averageLengths, bodyLengths }: Statistics, terms: readonly TermPostings[]): MiniSearch {
  const documentIds: Record<string, number> = {};
  const fieldLength: Record<string, number[]> = {};
  const index = terms.map(({ term, postings }) => {
    const fields: Record<string, Record<string, number>> = {};
    for (const { field, ids, occurrences, lengths } of postings) {
      const row: Record<string, number> = {};
      ids.forEach((id, at) => {
        row[id] = occurrences[at] ?? 0;
        documentIds[id] = id;
        let known = fieldLength[id];
        if (known === undefined) {
          known = SEARCH_FIELDS.map(() => 0);
          known[BODY_FIELD] = bodyLengths[id] ?? 0;
          fieldLength[id] = known;
        }
        // Of fields that no term is found in, nobody asks the length.
        if (field !== BODY_FIELD) known[field] = lengths[at] ?? 0;
      });
      fields[field] = row;
    }
    return [term, fields];
  });
  const serialized = {
    documentCount,
    nextId: documentCount,
    documentIds,
    fieldIds: Object.fromEntries(SEARCH_FIELDS.map((field, id) => [field, id])),
    fieldLength,
    averageFieldLength: [...averageLengths],
    storedFields: {},
    dirtCount: 0,
    index,
    serializationVersion: 2,
  };
  return MiniSearch.loadJS(serialized as unknown as Parameters<typeof MiniSearch.loadJS>[0], SEARCH_OPTIONS);
}
