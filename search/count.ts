import { normalizeText } from "./fold.ts";
import { encodeNumber, readNumbers } from "./numbers.ts";
import { fieldText, SEARCH_FIELDS } from "./options.ts";
import { eachTerm } from "./tokenize.ts";
import type { SearchText, TermCounts } from "./types.ts";

const FIELDS = SEARCH_FIELDS.length;
/** Distinct terms of a document that there is room for before more is asked for. */
const COUNTED_AT_FIRST = 512;

/**
 * Counts the terms of a document: all that the index takes from its text. Depends on the text and on SEARCH_VERSION alone, and is plain
 * JSON, so that a build may keep it.
 */
export function countTerms(text: SearchText): TermCounts {
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
  return { terms: [...places.keys()].join(" "), counts: encodeCounts(counts.subarray(0, places.size * FIELDS)) };
}

function grow(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

function encodeCounts(counts: Uint32Array): string {
  let text = "";
  for (let place = 0; place < counts.length; place += FIELDS) {
    let mask = 0;
    let rest = "";
    for (let field = 0; field < FIELDS; field += 1) {
      const count = counts[place + field] ?? 0;
      if (count === 0) continue;
      mask |= 1 << field;
      rest += encodeNumber(count - 1);
    }
    text += encodeNumber(mask) + rest;
  }
  return text;
}

/** Calls back with each term and, field by field, how often it occurs. */
export function readCounts({ terms, counts }: TermCounts, take: (term: string, field: number, occurrences: number) => void): void {
  if (terms === "") return;
  const numbers = readNumbers(counts);
  for (const term of terms.split(" ")) {
    for (let field = 0, mask = numbers.next(); mask > 0; field += 1, mask >>= 1) {
      if ((mask & 1) === 1) take(term, field, numbers.next() + 1);
    }
  }
}
