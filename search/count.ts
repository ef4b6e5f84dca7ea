import { createNumberWriter } from "./encode.ts";
import { normalizeText } from "./fold.ts";
import { readNumbers } from "./numbers.ts";
import { fieldText, SEARCH_FIELDS } from "./options.ts";
import { eachTerm } from "./tokenize.ts";
import type { SearchText, TermCounts } from "./types.ts";

const FIELDS = SEARCH_FIELDS.length;
/** Distinct terms of a document that there is room for before more is asked for. */
const COUNTED_AT_FIRST = 512;

/** The terms of a document while they are counted. */
export interface Tally {
  /** Distinct terms, in order of occurrence, the fields by weight. */
  readonly terms: readonly string[];
  /** Of each term, its occurrences in every field. */
  readonly counts: Uint32Array;
}

export function tally(text: SearchText): Tally {
  const places = new Map<string, number>();
  let counts = new Uint32Array(FIELDS * COUNTED_AT_FIRST);
  SEARCH_FIELDS.forEach((field, fieldNumber) => {
    eachTerm(normalizeText(fieldText(text, field)), (term) => {
      let place = places.get(term);
      if (place === undefined) {
        place = places.size * FIELDS;
        places.set(term, place);
        if (place + FIELDS > counts.length) counts = grow(counts);
      }
      counts[place + fieldNumber] = (counts[place + fieldNumber] ?? 0) + 1;
    });
  });
  return { terms: [...places.keys()], counts };
}

function grow(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/**
 * Counts the terms of a document: all that the index takes from its text. Depends on the text and on SEARCH_VERSION alone, and is plain
 * JSON, so that a build may keep it.
 */
export function countTerms(text: SearchText): TermCounts {
  return toTermCounts(tally(text));
}

export function toTermCounts({ terms, counts }: Tally): TermCounts {
  const numbers = createNumberWriter();
  for (let place = 0; place < terms.length * FIELDS; place += FIELDS) {
    let mask = 0;
    for (let field = 0; field < FIELDS; field += 1) if ((counts[place + field] ?? 0) > 0) mask |= 1 << field;
    numbers.write(mask);
    for (let field = 0; field < FIELDS; field += 1) {
      const count = counts[place + field] ?? 0;
      if (count > 0) numbers.write(count - 1);
    }
  }
  return { terms: terms.join(" "), counts: numbers.take() };
}

/** Undoes `toTermCounts`. */
export function toTally({ terms, counts }: TermCounts): Tally {
  const names = terms === "" ? [] : terms.split(" ");
  const numbers = readNumbers(counts);
  const all = new Uint32Array(names.length * FIELDS);
  for (let place = 0; place < all.length; place += FIELDS) {
    const mask = numbers.next();
    for (let field = 0; field < FIELDS; field += 1) if ((mask & (1 << field)) !== 0) all[place + field] = numbers.next() + 1;
  }
  return { terms: names, counts: all };
}

/** Calls back with each term and, field by field, how often it occurs. */
export function readCounts(counted: TermCounts, take: (term: string, field: number, occurrences: number) => void): void {
  const { terms, counts } = toTally(counted);
  terms.forEach((term, at) => {
    for (let field = 0; field < FIELDS; field += 1) {
      const count = counts[at * FIELDS + field] ?? 0;
      if (count > 0) take(term, field, count);
    }
  });
}
