import { TERM_MAX } from "../format/tokenize.ts";

/** Hash tables begin with this many slots: most builds that count at all count one document. */
const SLOTS_AT_FIRST = 1_024;
const BYTES_AT_FIRST = 8_192;
const SMALL_CASE = 32;
const [CAPITAL_A, CAPITAL_Z] = [65, 90];
/** Bytes that a UTF-16 code unit takes at most; both halves of a surrogate pair are written by themselves. */
const BYTES_A_UNIT = 3;

/** A step of the hash that `numberOfWord` takes: FNV-1a. */
export function addToHash(hash: number, character: number): number {
  return Math.imul(hash ^ character, 0x01000193);
}

/**
 * Numbers for terms, from 0 in order of appearance. A word is looked up where it stands in its text: a string for each of millions would take
 * most of the time of counting. No term holds on to the text that it came from.
 */
export class TermTable {
  /** Terms by number. */
  readonly names: string[] = [];
  #scratch = new Uint8Array(TERM_MAX * BYTES_A_UNIT);
  /** Number + 1 of a term; 0: free. */
  #slots = new Int32Array(SLOTS_AT_FIRST);
  /** By number: the hash, and where the bytes are. */
  #hashes = new Int32Array(SLOTS_AT_FIRST);
  #starts = new Int32Array(SLOTS_AT_FIRST);
  #lengths = new Uint8Array(SLOTS_AT_FIRST);
  #bytes = new Uint8Array(BYTES_AT_FIRST);
  #bytesUsed = 0;

  /** Of any term of TERM_MAX units at most. */
  numberOf(term: string): number {
    const bytes = this.#scratch;
    let end = 0;
    for (let at = 0; at < term.length; at += 1) {
      const unit = term.charCodeAt(at);
      if (unit < 0x80) bytes[end++] = unit;
      else {
        if (unit < 0x800) bytes[end++] = 0xc0 | (unit >> 6);
        else {
          bytes[end++] = 0xe0 | (unit >> 12);
          bytes[end++] = 0x80 | ((unit >> 6) & 0x3f);
        }
        bytes[end++] = 0x80 | (unit & 0x3f);
      }
    }
    let hash = 0;
    for (let at = 0; at < end; at += 1) hash = addToHash(hash, bytes[at] ?? 0);
    const number = this.#find(bytes, 0, end, hash);
    return number >= 0 ? number : this.#addWord(bytes, { start: 0, end, hash, name: copyText(term) });
  }

  /**
   * Of ASCII letters and digits, small but for the first perhaps, TERM_MAX of them at most.
   * @param hash `addToHash` of them from 0 on, all small
   */
  numberOfWord(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const number = this.#find(bytes, start, end, hash);
    if (number >= 0) return number;
    const name = String.fromCharCode(...bytes.subarray(start, end)).toLowerCase();
    return this.#addWord(bytes, { start, end, hash, name });
  }

  /** -1 where it has none. */
  #find(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    const length = end - start;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const number = (this.#slots[slot] ?? 0) - 1;
      if (number < 0) return -1;
      if (
        this.#hashes[number] === hash &&
        this.#lengths[number] === length &&
        this.#isSame(this.#starts[number] ?? 0, bytes, start, length)
      )
        return number;
    }
  }

  #isSame(from: number, bytes: Uint8Array, start: number, length: number): boolean {
    const own = this.#bytes;
    if (own[from] !== toSmall(bytes[start] ?? 0)) return false;
    for (let at = 1; at < length; at += 1) if (own[from + at] !== bytes[start + at]) return false;
    return true;
  }

  #addWord(bytes: Uint8Array, { start, end, hash, name }: { start: number; end: number; hash: number; name: string }): number {
    const length = end - start;
    const from = this.#bytesUsed;
    if (from + length > this.#bytes.length) this.#bytes = enlarge(this.#bytes, new Uint8Array(this.#bytes.length * 2));
    this.#bytes.set(bytes.subarray(start, end), from);
    this.#bytes[from] = toSmall(bytes[start] ?? 0);
    this.#bytesUsed += length;
    const number = this.#add(name);
    this.#hashes[number] = hash;
    this.#starts[number] = from;
    this.#lengths[number] = length;
    this.#take(this.#slots, number);
    if (this.names.length * 2 > this.#slots.length) this.#growSlots();
    return number;
  }

  #add(name: string): number {
    const number = this.names.push(name) - 1;
    if (number < this.#hashes.length) return number;
    this.#hashes = enlarge(this.#hashes, new Int32Array(number * 2));
    this.#starts = enlarge(this.#starts, new Int32Array(number * 2));
    this.#lengths = enlarge(this.#lengths, new Uint8Array(number * 2));
    return number;
  }

  #growSlots(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    for (let number = 0; number < this.names.length; number += 1) this.#take(slots, number);
    this.#slots = slots;
  }

  #take(slots: Int32Array, number: number): void {
    const mask = slots.length - 1;
    const hash = this.#hashes[number] ?? 0;
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = number + 1;
  }
}

/** Words come as they are written: the first letter may be a capital one. */
function toSmall(byte: number): number {
  return byte >= CAPITAL_A && byte <= CAPITAL_Z ? byte | SMALL_CASE : byte;
}

function enlarge<T extends Uint8Array | Int32Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** The same text by itself: a piece of another one keeps all of that in memory. */
export function copyText(text: string): string {
  const units: number[] = [];
  for (let at = 0; at < text.length; at += 1) units.push(text.charCodeAt(at));
  return String.fromCharCode(...units);
}
