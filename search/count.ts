import { encodeNumber, readNumbers } from "./numbers.ts";
import { fieldText, SEARCH_FIELDS, toTerms } from "./options.ts";
import type { SearchText, TermCounts } from "./types.ts";

/**
 * Counts the terms of a document: all that the index takes from its text. Depends on the text and on SEARCH_VERSION alone, and is plain
 * JSON, so that a build may keep it.
 */
export function countTerms(text: SearchText): TermCounts {
  const places = new Map<string, number>();
  const counts: number[] = [];
  SEARCH_FIELDS.forEach((field, fieldNumber) => {
    for (const term of toTerms(fieldText(text, field))) {
      let place = places.get(term);
      if (place === undefined) {
        place = counts.length;
        places.set(term, place);
        for (let each = 0; each < SEARCH_FIELDS.length; each += 1) counts.push(0);
      }
      counts[place + fieldNumber] = (counts[place + fieldNumber] ?? 0) + 1;
    }
  });
  let numbers = "";
  for (let place = 0; place < counts.length; place += SEARCH_FIELDS.length) {
    let mask = 0;
    let rest = "";
    for (let field = 0; field < SEARCH_FIELDS.length; field += 1) {
      const count = counts[place + field] ?? 0;
      if (count === 0) continue;
      mask |= 1 << field;
      rest += encodeNumber(count - 1);
    }
    numbers += encodeNumber(mask) + rest;
  }
  return { terms: [...places.keys()].join(" "), counts: numbers };
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
