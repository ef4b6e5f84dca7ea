import { TERM_MAX } from "../../format/tokenize.ts";
import { addToHash } from "../hash.ts";

/** Initial room for terms: most builds that count anything count one document. */
const TERMS_AT_FIRST = 1_024;
const BYTES_AT_FIRST = 8_192;
/** Maximum number of UTF-8 bytes of a UTF-16 code unit. */
const BYTES_A_UNIT = 3;
const SMALL_CASE = 32;
const [CAPITAL_A, CAPITAL_Z] = [65, 90];
/** A term's numbers are adjacent, so that a look-up takes one cache line instead of three. */
const [HASH, START, LENGTH, ENTRY] = [0, 1, 2, 3];

/**
 * Numbers terms from 0 in order of appearance. A word is looked up in place, because creating
 * strings for millions of words would take most of the counting time. No term keeps its source text
 * in memory.
 */
export class TermTable {
  #size = 0;
  /** Number + 1 of a term; 0 if free. */
  #slots = new Int32Array(TERMS_AT_FIRST * 2);
  /** ENTRY numbers for each term: its hash and the position of its bytes. */
  #entries = new Int32Array(TERMS_AT_FIRST * ENTRY);
  #bytes = new Uint8Array(BYTES_AT_FIRST);
  #bytesUsed = 0;
  readonly #scratch = new Uint8Array(TERM_MAX * BYTES_A_UNIT);
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  /** Number of terms. */
  get size(): number {
    return this.#size;
  }

  nameOf(number: number): string {
    const start = this.#entries[number * ENTRY + START] ?? 0;
    return this.#decoder.decode(this.#bytes.subarray(start, start + (this.#entries[number * ENTRY + LENGTH] ?? 0)));
  }

  /** Returns the number of a term of at most TERM_MAX code units. */
  numberOf(term: string): number {
    const { written } = this.#encoder.encodeInto(term, this.#scratch);
    let hash = 0;
    for (let at = 0; at < written; at += 1) hash = addToHash(hash, this.#scratch[at] ?? 0);
    return this.numberOfWord(this.#scratch, 0, written, hash);
  }

  /**
   * Returns the number of a term given as UTF-8, at most TERM_MAX code units. The first letter may
   * be upper case.
   * @param hash `addToHash` of the bytes in lower case, starting from 0
   */
  numberOfWord(text: Uint8Array, start: number, end: number, hash: number): number {
    const [slots, entries] = [this.#slots, this.#entries];
    const mask = slots.length - 1;
    const length = end - start;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const number = (slots[slot] ?? 0) - 1;
      if (number < 0) return this.#add(text, start, end, hash);
      const entry = number * ENTRY;
      if (
        entries[entry + HASH] === hash &&
        entries[entry + LENGTH] === length &&
        this.#isSame(entries[entry + START] ?? 0, text, start, end)
      )
        return number;
    }
  }

  #isSame(from: number, text: Uint8Array, start: number, end: number): boolean {
    const own = this.#bytes;
    if (own[from] !== toSmall(text[start] ?? 0)) return false;
    for (let at = start + 1, place = from + 1; at < end; at += 1, place += 1) if (own[place] !== text[at]) return false;
    return true;
  }

  #add(text: Uint8Array, start: number, end: number, hash: number): number {
    const number = this.#size;
    const from = this.#bytesUsed;
    this.#bytesUsed += end - start;
    if (this.#bytesUsed > this.#bytes.length) this.#bytes = enlarge(this.#bytes, new Uint8Array(this.#bytes.length * 2));
    this.#bytes.set(text.subarray(start, end), from);
    this.#bytes[from] = toSmall(text[start] ?? 0);
    const entry = number * ENTRY;
    if (entry === this.#entries.length) this.#entries = enlarge(this.#entries, new Int32Array(entry * 2));
    this.#entries[entry + HASH] = hash;
    this.#entries[entry + START] = from;
    this.#entries[entry + LENGTH] = end - start;
    this.#size += 1;
    if (this.#size * 2 > this.#slots.length) this.#growSlots();
    else this.#take(this.#slots, number);
    return number;
  }

  #growSlots(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    for (let number = 0; number < this.#size; number += 1) this.#take(slots, number);
    this.#slots = slots;
  }

  #take(slots: Int32Array, number: number): void {
    const mask = slots.length - 1;
    const hash = this.#entries[number * ENTRY + HASH] ?? 0;
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = number + 1;
  }
}

/** Words come as written: the first letter may be upper case. */
function toSmall(byte: number): number {
  return byte >= CAPITAL_A && byte <= CAPITAL_Z ? byte | SMALL_CASE : byte;
}

function enlarge<T extends Int32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
