import { CARRYING, DIGIT_OF, ENDING } from "./numbers.ts";
import { BODY_FIELD, SEARCH_FIELDS } from "./search-options.ts";

/**
 * A term's postings in a field (search/format/layout.ts): ascending document ids with the term's
 * occurrences and, except for the body, the field's length.
 */
export interface FieldPostings {
  readonly field: number;
  readonly ids: Uint32Array;
  readonly occurrences: Uint32Array;
  /** Empty for the body. */
  readonly lengths: Uint32Array;
}

/**
 * Numbers in the form of search/format/numbers.ts, read in bulk: a call for each of a hundred
 * thousand takes three times as long.
 */
interface Source {
  readonly bytes: Uint8Array;
  at: number;
}

const encoder = new TextEncoder();

export function decodePostings(text: string): FieldPostings[] {
  // Reading bytes is faster than reading characters of a substring.
  return readPostings(encoder.encode(text));
}

export function readPostings(bytes: Uint8Array): FieldPostings[] {
  const source: Source = { bytes, at: 0 };
  const fields: FieldPostings[] = [];
  for (let field = 0, mask = readNumber(source); mask > 0; field += 1, mask >>= 1) {
    if ((mask & 1) === 0) continue;
    // A number takes at least one byte, which limits the count in a manipulated file.
    const count = Math.min(readNumber(source), bytes.length);
    const ids = new Uint32Array(count);
    const occurrences = new Uint32Array(count);
    readOccurrences(source, ids, occurrences);
    const lengths = new Uint32Array(field === BODY_FIELD ? 0 : count);
    for (let place = 0; place < lengths.length; place += 1) lengths[place] = readNumber(source);
    fields.push({ field, ids, occurrences, lengths });
  }
  return fields;
}

/**
 * Joins the postings of a term in documents with smaller ids and in documents with greater ones.
 */
export function joinPostings(parts: readonly (readonly FieldPostings[])[]): readonly FieldPostings[] {
  if (parts.length < 2) return parts.flat();
  return SEARCH_FIELDS.flatMap((_, field) => {
    const own = parts.flat().filter((each) => each.field === field);
    const join = (member: "ids" | "occurrences" | "lengths"): Uint32Array => Uint32Array.from(own.flatMap((each) => [...each[member]]));
    return own.length < 2 ? own : { field, ids: join("ids"), occurrences: join("occurrences"), lengths: join("lengths") };
  });
}

function readNumber(source: Source): number {
  const { bytes } = source;
  let high = 0;
  for (;;) {
    const digit = DIGIT_OF[bytes[source.at] ?? 0] ?? 0;
    source.at += 1;
    if (digit < ENDING) return high * ENDING + digit;
    high = high * CARRYING + (digit - ENDING) + 1;
  }
}

function readOccurrences(source: Source, ids: Uint32Array, occurrences: Uint32Array): void {
  const { bytes } = source;
  let at = source.at;
  let id = 0;
  for (let place = 0; place < ids.length; place += 1) {
    let high = 0;
    let digit = DIGIT_OF[bytes[at++] ?? 0] ?? 0;
    while (digit >= ENDING) {
      high = high * CARRYING + (digit - ENDING) + 1;
      digit = DIGIT_OF[bytes[at++] ?? 0] ?? 0;
    }
    const value = high * ENDING + digit;
    id += value >> 1;
    ids[place] = id;
    if ((value & 1) === 0) {
      occurrences[place] = 1;
      continue;
    }
    high = 0;
    digit = DIGIT_OF[bytes[at++] ?? 0] ?? 0;
    while (digit >= ENDING) {
      high = high * CARRYING + (digit - ENDING) + 1;
      digit = DIGIT_OF[bytes[at++] ?? 0] ?? 0;
    }
    occurrences[place] = high * ENDING + digit + 2;
  }
  source.at = at;
}
