/**
 * Encoders for index files. They are separate from the decoders, because readers run at the edge
 * and must stay small.
 */
import { SHARED_NONE } from "../format/layout.ts";
import { CARRYING, CHARACTERS, DIGITS, ENDING } from "../format/numbers.ts";

const CODES = Uint8Array.from(CHARACTERS, (character) => character.charCodeAt(0));
/** Maximum number of bytes of a number. */
const NUMBER_MAX = 12;
const SPACE = 32;
const BYTES_AT_FIRST = 4_096;
/** Up to this many bytes are copied one by one, because creating a view takes longer. */
const FEW = 64;

/**
 * Writes consecutive numbers. Stored as bytes: appending characters to a string is far slower and
 * leaves more garbage.
 */
export interface NumberWriter {
  /** @param number a whole number from 0 */
  write(number: number): void;
  /** Bytes written since the last call of `takeBytes`. */
  readonly length: number;
  /** Returns the bytes written since the last call, in an array that is not shared. */
  takeBytes(): Uint8Array;
  /** Copies bytes unchanged. */
  copy(from: Uint8Array, start: number, end: number): void;
  /** Moves the pending bytes to another writer. */
  moveTo(other: NumberWriter): void;
  /** Writes a space. */
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
      // A nearly full buffer is handed over instead of copied.
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
 * A column of numbers with a text for each digit position, the least significant first. Digits of
 * the same position resemble each other, so this compresses better than whole numbers in sequence.
 */
export function encodeColumn(numbers: readonly number[]): string[] {
  const planes: string[] = [];
  const rest = Uint32Array.from(numbers);
  const codes = new Uint8Array(rest.length);
  for (let most = rest.reduce((a, b) => Math.max(a, b), 0); most > 0; most = Math.floor(most / DIGITS)) {
    for (let at = 0; at < rest.length; at += 1) {
      const number = rest[at] ?? 0;
      codes[at] = CODES[number % DIGITS] ?? 0;
      rest[at] = number / DIGITS;
    }
    planes.push(new TextDecoder().decode(codes));
  }
  return planes;
}

/**
 * Packs sorted terms without spaces: for each, the length shared with the previous one, and the
 * rest.
 */
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
