/** Encoders for index files. Apart from the decoders, because readers run at the edge and must stay small. */
import { SHARED_NONE } from "../format/layout.ts";
import { CARRYING, CHARACTERS, DIGITS, ENDING } from "../format/numbers.ts";

const CODES = Uint8Array.from(CHARACTERS, (character) => character.charCodeAt(0));
/** Bytes that a number takes at most. */
const NUMBER_MAX = 12;
const SPACE = 32;
const BYTES_AT_FIRST = 4_096;
/** So many bytes are copied one by one: a view of them would take longer. */
const FEW = 64;

/** Numbers in a row. Kept as bytes: a string that grows by a character is far slower, and leaves more to collect. */
export interface NumberWriter {
  /** @param number a whole one, from 0 */
  write(number: number): void;
  /** Bytes written since the last time they were taken. */
  readonly length: number;
  /** Returns the bytes written since the last call, in an array that nobody else holds. */
  takeBytes(): Uint8Array;
  /** Bytes as they are. */
  copy(from: Uint8Array, start: number, end: number): void;
  /** Moves the pending bytes to another writer. */
  moveTo(other: NumberWriter): void;
  /** A space. */
  separate(): void;
}

export function createNumberWriter(): NumberWriter {
  let bytes = new Uint8Array(BYTES_AT_FIRST);
  let length = 0;

  function writeHigh(rest: number): void {
    if (rest > CARRYING) writeHigh(Math.floor((rest - 1) / CARRYING));
    bytes[length++] = CODES[ENDING + ((rest - 1) % CARRYING)] ?? 0;
  }

  function makeRoom(size: number): void {
    if (length + size <= bytes.length) return;
    const larger = new Uint8Array(Math.max(bytes.length * 2, length + size));
    larger.set(bytes);
    bytes = larger;
  }

  return {
    get length() {
      return length;
    },
    write(number) {
      makeRoom(NUMBER_MAX);
      if (number >= ENDING) writeHigh(Math.floor(number / ENDING));
      bytes[length++] = CODES[number % ENDING] ?? 0;
    },
    takeBytes() {
      // A buffer that is mostly full is given away rather than copied.
      const isFull = length > BYTES_AT_FIRST && length * 2 > bytes.length;
      const taken = isFull ? bytes.subarray(0, length) : bytes.slice(0, length);
      if (isFull) bytes = new Uint8Array(BYTES_AT_FIRST);
      length = 0;
      return taken;
    },
    copy(from, start, end) {
      makeRoom(end - start);
      if (end - start > FEW) {
        bytes.set(from.subarray(start, end), length);
        length += end - start;
      } else for (let at = start; at < end; at += 1) bytes[length++] = from[at] ?? 0;
    },
    moveTo(other) {
      other.copy(bytes, 0, length);
      length = 0;
    },
    separate() {
      makeRoom(1);
      bytes[length++] = SPACE;
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
