import { type FieldPostings, joinPostings, readPostings } from "../format/postings.ts";
import { SEARCH_FIELDS } from "../format/search-options.ts";
import { type Piece, startAt } from "./blocks/items.ts";
import type { IndexDocument } from "./index-documents.ts";
import { EMPTY_SLOT } from "./number-documents.ts";

const FIELDS = SEARCH_FIELDS.length;

/**
 * The whole index in the form of `MiniSearch.loadJSON`, with SEARCH_FIELDS as its fields. The id of
 * a result is its kind and slug (`post/tides`), and it includes kind, slug, url and title. Terms
 * are sorted and averages come from exact sums, so the same documents give the same bytes.
 * @param ordered documents by id
 * @param lengths by id, FIELDS numbers each: distinct terms of the field
 * @param lists all terms of some documents, in order, then those of documents with greater ids
 */
export function toWholeIndex(ordered: readonly IndexDocument[], lengths: Uint32Array, lists: readonly (readonly Piece[])[]): string {
  const terms = new Map<string, readonly FieldPostings[]>();
  for (const { items, from, to } of lists.flat()) {
    const { keys, postings } = items;
    if (postings === null) continue;
    for (const [at, term] of keys.keys.slice(from, to).entries()) {
      const fields = readPostings(postings.bytes.subarray(startAt(postings, from + at), postings.ends[from + at]));
      const before = terms.get(term);
      terms.set(term, before === undefined ? fields : joinPostings([before, fields]));
    }
  }
  const sorted = [...terms.keys()].sort();
  // Assembled as text, because JSON.stringify of objects takes several times as long.
  const index = sorted.map((term) => `[${JSON.stringify(term)},{${(terms.get(term) ?? []).map(toRow).join()}}]`);
  const documents = [...ordered.entries()].filter(([, document]) => document !== EMPTY_SLOT);
  const fieldLength = Object.fromEntries(documents.map(([id]) => [id, [...lengths.subarray(id * FIELDS, (id + 1) * FIELDS)]]));
  const total = documents.length;
  const averageOf = (field: number): number => Object.values(fieldLength).reduce((sum, all) => sum + (all[field] ?? 0), 0) / total;
  const head = JSON.stringify({
    documentCount: total,
    nextId: ordered.length,
    documentIds: Object.fromEntries(documents.map(([id, { kind, slug }]) => [id, `${kind}/${slug}`])),
    fieldIds: Object.fromEntries(SEARCH_FIELDS.map((field, id) => [field, id])),
    fieldLength,
    averageFieldLength: total === 0 ? [] : SEARCH_FIELDS.map((_, field) => averageOf(field)),
    storedFields: Object.fromEntries(
      documents.map(
        ([
          id,
          {
            kind,
            head: { slug, url, title },
          },
        ]) => [id, { kind, slug, url, title }],
      ),
    ),
    dirtCount: 0,
  });
  return `${head.slice(0, -1)},"index":[${index.join()}],"serializationVersion":2}`;
}

/** `"4":{"0":2,"7":1}`: field number, then the occurrences in each document. */
function toRow({ field, ids, occurrences }: FieldPostings): string {
  let row = `"${field}":{`;
  for (let place = 0; place < ids.length; place += 1) row += `${place === 0 ? "" : ","}"${ids[place]}":${occurrences[place]}`;
  return `${row}}`;
}
