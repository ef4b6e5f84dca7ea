import { BODY_FIELD, SEARCH_FIELDS } from "../format/options.ts";
import { addLengths, type Terms } from "./invert.ts";
import type { ChangedText } from "./types.ts";

const FIELDS = SEARCH_FIELDS.length;

/** A document with another text than the index has counted. */
export interface ChangedCounts {
  readonly id: number;
  /** Distinct terms of each field, as they were and as they are. */
  readonly formerLengths: Uint32Array;
  readonly lengths: Uint32Array;
  /** Of touched terms. */
  readonly pairs: Uint32Array;
}

export interface CountedChanges {
  /** By id ascending. */
  readonly documents: readonly ChangedCounts[];
  /** Terms whose postings say something else now. */
  readonly touched: ReadonlySet<string>;
}

/** Counts changed posts, as they were and as they are. @param first id of the first post */
export function countChanges(terms: Terms, changes: readonly ChangedText[], first: number): CountedChanges {
  const touched = new Set<number>();
  const counted = changes
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, before, after }) => {
      const [former, pairs] = [terms.intern(terms.count(before)), terms.intern(terms.count(after))];
      const [formerLengths, lengths] = [lengthsOf(former), lengthsOf(pairs)];
      const isOfNewLength = SEARCH_FIELDS.map((_, field) => field !== BODY_FIELD && formerLengths[field] !== lengths[field]);
      for (const term of findTouched(former, pairs, isOfNewLength)) touched.add(term);
      return { id: first + number, formerLengths, lengths, pairs };
    });
  return {
    // A term is touched for all of them where it is for one.
    documents: counted.map((one) => ({ ...one, pairs: keepTerms(one.pairs, touched) })),
    touched: new Set([...touched].map((term) => terms.names[term] ?? "")),
  };
}

function lengthsOf(pairs: Uint32Array): Uint32Array {
  const lengths = new Uint32Array(FIELDS);
  addLengths(pairs, lengths, 0);
  return lengths;
}

/** Terms whose postings say something else of a document with other pairs. The lengths of all fields but the body stand in them too. */
function findTouched(before: Uint32Array, after: Uint32Array, isOfNewLength: readonly boolean[]): ReadonlySet<number> {
  const left = new Map<number, number>();
  for (let at = 0; at < before.length; at += 2) left.set(before[at] ?? 0, before[at + 1] ?? 0);
  const touched = new Set<number>();
  for (let at = 0; at < after.length; at += 2) {
    const key = after[at] ?? 0;
    if (left.get(key) !== after[at + 1] || isOfNewLength[key % FIELDS] === true) touched.add(Math.floor(key / FIELDS));
    left.delete(key);
  }
  for (const key of left.keys()) touched.add(Math.floor(key / FIELDS));
  return touched;
}

function keepTerms(pairs: Uint32Array, terms: ReadonlySet<number>): Uint32Array {
  const kept: number[] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    const key = pairs[at] ?? 0;
    if (terms.has(Math.floor(key / FIELDS))) kept.push(key, pairs[at + 1] ?? 0);
  }
  return Uint32Array.from(kept);
}
