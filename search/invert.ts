import { type Tally, tally, toTally, toTermCounts } from "./count.ts";
import { createNumberWriter } from "./encode.ts";
import { BODY_FIELD, SEARCH_FIELDS } from "./options.ts";
import type { SearchText, TermCounts } from "./types.ts";

const FIELDS = SEARCH_FIELDS.length;

/** Terms by number, and the counts that were read with those numbers. */
export interface Terms {
  readonly names: readonly string[];
  /** `countTerms`, with the work done that `intern` would do. */
  count(text: SearchText): TermCounts;
  /** Pairs of (term number · FIELDS + field) and occurrences. The same array for the same object. */
  intern(counts: TermCounts): Uint32Array;
}

export function createTerms(): Terms {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  const interned = new WeakMap<TermCounts, Uint32Array>();

  function toPairs({ terms, counts }: Tally): Uint32Array {
    let size = 0;
    for (let at = 0; at < terms.length * FIELDS; at += 1) if ((counts[at] ?? 0) > 0) size += 2;
    const pairs = new Uint32Array(size);
    let length = 0;
    terms.forEach((term, at) => {
      let number = numbers.get(term);
      if (number === undefined) {
        number = names.length;
        numbers.set(term, number);
        names.push(term);
      }
      for (let field = 0; field < FIELDS; field += 1) {
        const count = counts[at * FIELDS + field] ?? 0;
        if (count === 0) continue;
        pairs[length] = number * FIELDS + field;
        pairs[length + 1] = count;
        length += 2;
      }
    });
    return pairs;
  }

  return {
    names,
    count(text) {
      const tallied = tally(text);
      const counts = toTermCounts(tallied);
      interned.set(counts, toPairs(tallied));
      return counts;
    },
    intern(counts) {
      let pairs = interned.get(counts);
      if (pairs === undefined) {
        pairs = toPairs(toTally(counts));
        interned.set(counts, pairs);
      }
      return pairs;
    },
  };
}

export interface InvertedTerms {
  /** Sorted by UTF-16 code unit: MiniSearch sums scores in the order of terms, so it must be one. */
  readonly terms: readonly string[];
  /** Postings of each term (search/layout.ts). */
  readonly postings: readonly string[];
}

/**
 * @param names of terms, by number
 * @param documents pairs as `Terms.intern` gives them, by document id
 * @param lengths as `fieldLengths` gives them, by document id
 */
export function invert(
  names: readonly string[],
  documents: readonly Uint32Array[],
  lengths: readonly (readonly number[])[],
): InvertedTerms {
  const { starts, ids, occurrences } = sortByTerm(names.length, documents);
  const writer = createNumberWriter();
  const encode = (number: number): string => {
    const first = number * FIELDS;
    let mask = 0;
    for (let field = 0; field < FIELDS; field += 1) if (starts[first + field] !== starts[first + field + 1]) mask |= 1 << field;
    writer.write(mask);
    for (let field = 0; field < FIELDS; field += 1) {
      const [start = 0, end = 0] = [starts[first + field], starts[first + field + 1]];
      if (start === end) continue;
      writer.write(end - start);
      let previous = 0;
      for (let at = start; at < end; at += 1) {
        const [id = 0, count = 0] = [ids[at], occurrences[at]];
        writer.write((id - previous) * 2 + (count > 1 ? 1 : 0));
        if (count > 1) writer.write(count - 2);
        previous = id;
      }
      if (field === BODY_FIELD) continue;
      for (let at = start; at < end; at += 1) writer.write(lengths[ids[at] ?? 0]?.[field] ?? 0);
    }
    return writer.take();
  };
  const used = names.map((_, number) => number).filter((number) => starts[number * FIELDS] !== starts[(number + 1) * FIELDS]);
  const sorted = used.sort((a, b) => compareUnits(names[a] ?? "", names[b] ?? ""));
  return { terms: sorted.map((number) => names[number] ?? ""), postings: sorted.map(encode) };
}

/** A counting sort: the documents come by id, so that each row is in their order. */
function sortByTerm(terms: number, documents: readonly Uint32Array[]) {
  const starts = new Uint32Array(terms * FIELDS + 1);
  for (const pairs of documents)
    for (let at = 0; at < pairs.length; at += 2) starts[(pairs[at] ?? 0) + 1] = (starts[(pairs[at] ?? 0) + 1] ?? 0) + 1;
  for (let key = 1; key < starts.length; key += 1) starts[key] = (starts[key] ?? 0) + (starts[key - 1] ?? 0);
  const next = starts.slice();
  const total = starts[terms * FIELDS] ?? 0;
  const ids = new Uint32Array(total);
  const occurrences = new Uint32Array(total);
  documents.forEach((pairs, id) => {
    for (let at = 0; at < pairs.length; at += 2) {
      const key = pairs[at] ?? 0;
      const place = next[key] ?? 0;
      next[key] = place + 1;
      ids[place] = id;
      occurrences[place] = pairs[at + 1] ?? 0;
    }
  });
  return { starts, ids, occurrences };
}

/** Distinct terms of each field. */
export function fieldLengths(pairs: Uint32Array): number[] {
  const lengths = SEARCH_FIELDS.map(() => 0);
  for (let at = 0; at < pairs.length; at += 2) {
    const field = (pairs[at] ?? 0) % FIELDS;
    lengths[field] = (lengths[field] ?? 0) + 1;
  }
  return lengths;
}

export function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
