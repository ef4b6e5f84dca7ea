/** What only a writer of indexes needs of their notation: readers, which run at the edge, stay small without it. */
import { SHARED_NONE } from "./layout.ts";
import { CARRYING, CHARACTERS, DIGITS, ENDING } from "./numbers.ts";

const CODES = Uint8Array.from(CHARACTERS, (character) => character.charCodeAt(0));
/** Bytes that a number takes at most. */
const NUMBER_MAX = 12;
const BYTES_AT_FIRST = 4_096;

/** Numbers in a row, as `readNumbers` takes them. Kept as bytes: a string that grows by a character is far slower, and leaves more to collect. */
export interface NumberWriter {
  /** @param number a whole one, from 0 */
  write(number: number): void;
  /** What was written since the last time. */
  take(): string;
}

export function createNumberWriter(): NumberWriter {
  let bytes = new Uint8Array(BYTES_AT_FIRST);
  let length = 0;
  const decoder = new TextDecoder();

  function writeHigh(rest: number): void {
    if (rest > CARRYING) writeHigh(Math.floor((rest - 1) / CARRYING));
    bytes[length++] = CODES[ENDING + ((rest - 1) % CARRYING)] ?? 0;
  }

  return {
    write(number) {
      if (length + NUMBER_MAX > bytes.length) {
        const larger = new Uint8Array(bytes.length * 2);
        larger.set(bytes);
        bytes = larger;
      }
      if (number >= ENDING) writeHigh(Math.floor(number / ENDING));
      bytes[length++] = CODES[number % ENDING] ?? 0;
    },
    take() {
      const text = decoder.decode(bytes.subarray(0, length));
      length = 0;
      return text;
    },
  };
}

/**
 * A column of numbers, one digit of each in a text of its own, the least significant first: digits of one place are like each other and
 * compress better so than number after number.
 */
export function encodeColumn(numbers: readonly number[]): string[] {
  const planes: string[] = [];
  for (let rest = numbers; rest.some((number) => number > 0); rest = rest.map((number) => Math.floor(number / DIGITS))) {
    planes.push(rest.map((number) => CHARACTERS[number % DIGITS]).join(""));
  }
  return planes;
}

/** Sorted terms without a space in them: of each, how much it shares with the one before, and the rest. */
export function packTerms(terms: readonly string[]): string {
  let before = "";
  return terms
    .map((term) => {
      const limit = Math.min(before.length, term.length);
      let shared = 0;
      while (shared < limit && before.charCodeAt(shared) === term.charCodeAt(shared)) shared += 1;
      before = term;
      return String.fromCharCode(SHARED_NONE + shared) + term.slice(shared);
    })
    .join(" ");
}
