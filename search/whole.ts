import { readCounts } from "./count.ts";
import { compareUnits } from "./invert.ts";
import { SEARCH_FIELDS, SEARCH_KINDS } from "./options.ts";
import type { CountedDocument } from "./types.ts";

/**
 * The whole index as `MiniSearch.loadJSON` takes it, with SEARCH_FIELDS as its fields. A result's id is its kind and slug (`post/tides`), and it
 * brings kind, slug, url and title along. Terms are sorted and averages are those of whole sums, so that the same documents give the same bytes.
 */
export function toWholeIndex(documents: readonly CountedDocument[]): string {
  const ordered = documents.toSorted((a, b) => SEARCH_KINDS.indexOf(a.kind) - SEARCH_KINDS.indexOf(b.kind) || a.number - b.number);
  const terms = new Map<string, Record<string, Record<string, number>>>();
  const fieldLength: Record<string, number[]> = {};
  ordered.forEach(({ counts }, id) => {
    const lengths = SEARCH_FIELDS.map(() => 0);
    readCounts(counts, (term, field, occurrences) => {
      const fields = terms.get(term) ?? {};
      terms.set(term, fields);
      fields[field] ??= {};
      (fields[field] ?? {})[id] = occurrences;
      lengths[field] = (lengths[field] ?? 0) + 1;
    });
    fieldLength[id] = lengths;
  });
  const total = ordered.length;
  const averageOf = (field: number): number => Object.values(fieldLength).reduce((sum, lengths) => sum + (lengths[field] ?? 0), 0) / total;
  return JSON.stringify({
    documentCount: total,
    nextId: total,
    documentIds: Object.fromEntries(ordered.map(({ kind, head }, id) => [id, `${kind}/${head.slug}`])),
    fieldIds: Object.fromEntries(SEARCH_FIELDS.map((field, id) => [field, id])),
    fieldLength,
    averageFieldLength: total === 0 ? [] : SEARCH_FIELDS.map((_, field) => averageOf(field)),
    storedFields: Object.fromEntries(ordered.map(({ kind, head: { slug, url, title } }, id) => [id, { kind, slug, url, title }])),
    dirtCount: 0,
    index: [...terms].sort(([a], [b]) => compareUnits(a, b)),
    serializationVersion: 2,
  });
}
