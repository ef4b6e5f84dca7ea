/**
 * The files of a search index.
 *
 * Base: a SearchBase. Part: a JSON array with a term on each line, terms sorted by UTF-16 code unit over all parts
 * together. A line is `["term", mask, n, …]`: bit f of `mask` is set where field f (SEARCH_FIELDS) has the term; for
 * each such field follow the number of its documents and, by document ascending, `(id − previous id) · 2`, plus 1
 * where the term occurs more than once, then `occurrences − 2`.
 *
 * A document's id is its place in the order of SEARCH_KINDS, each kind by number.
 */
import type { SearchKind } from "../contract/schemas/list.ts";
import { SEARCH_KINDS } from "./options.ts";

/** Bytes of a part, at most; hosts take files of up to 25 MiB. */
export const PART_MAX_BYTES = 20 * 1024 * 1024;

export interface SearchBase {
  readonly version: number;
  /** Documents of each kind. */
  readonly kinds: Readonly<Record<SearchKind, number>>;
  /** By field, by document id: distinct terms. */
  readonly fieldLengths: readonly (readonly number[])[];
}

/** Occurrences of a term in a field, by document id ascending. */
export type Postings = ReadonlyMap<number, number>;

/** First id of each kind, and their total. */
export function idOffsets(kinds: Readonly<Record<SearchKind, number>>): {
  readonly first: Readonly<Record<SearchKind, number>>;
  readonly total: number;
} {
  const first = { post: 0, project: 0, book: 0 };
  let total = 0;
  for (const kind of SEARCH_KINDS) {
    first[kind] = total;
    total += kinds[kind];
  }
  return { first, total };
}

/** @param byField postings of each field, undefined where it has none */
export function encodeTerm(term: string, byField: readonly (Postings | undefined)[]): string {
  let mask = 0;
  const numbers: number[] = [];
  byField.forEach((postings, field) => {
    if (postings === undefined) return;
    mask |= 1 << field;
    numbers.push(postings.size);
    let previous = 0;
    for (const [id, occurrences] of postings) {
      numbers.push((id - previous) * 2 + (occurrences > 1 ? 1 : 0));
      if (occurrences > 1) numbers.push(occurrences - 2);
      previous = id;
    }
  });
  return JSON.stringify([term, mask, ...numbers]);
}

/** What `encodeTerm` wrote, as MiniSearch loads it: field → document id → occurrences. */
export function decodeTerm(line: string): { readonly term: string; readonly fields: Record<string, Record<string, number>> } {
  const values: unknown = JSON.parse(line);
  if (!Array.isArray(values) || typeof values[0] !== "string") throw new TypeError("a line is not a term with its postings");
  const fields: Record<string, Record<string, number>> = {};
  let at = 2;
  for (let field = 0, mask = Number(values[1]); mask > 0; field += 1, mask >>= 1) {
    if ((mask & 1) === 0) continue;
    const postings: Record<string, number> = {};
    let id = 0;
    for (let left = Number(values[at++]); left > 0; left -= 1) {
      const value = Number(values[at++]);
      id += value >> 1;
      postings[id] = (value & 1) === 0 ? 1 : Number(values[at++]) + 2;
    }
    fields[field] = postings;
  }
  return { term: values[0], fields };
}
