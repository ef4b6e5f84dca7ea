/** Hash tables begin with this many slots: most builds that count at all count one document. */
const SLOTS_AT_FIRST = 1_024;
const CHARACTERS_AT_FIRST = 8_192;
/** What nine terms of ten are made of; the others are found by JavaScript's own map. */
const SIMPLE = /^[a-z0-9]+$/;
const SMALL_CASE = 32;

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
  readonly #others = new Map<string, number>();
  readonly #encoder = new TextEncoder();
  /** Number + 1 of a simple term; 0: free. */
  #slots = new Int32Array(SLOTS_AT_FIRST);
  #used = 0;
  /** By number, of simple terms: the hash, and where the characters are. */
  #hashes = new Int32Array(SLOTS_AT_FIRST);
  #starts = new Int32Array(SLOTS_AT_FIRST);
  #lengths = new Uint8Array(SLOTS_AT_FIRST);
  #characters = new Uint8Array(CHARACTERS_AT_FIRST);
  #charactersUsed = 0;

  /** Of any term. */
  numberOf(term: string): number {
    if (SIMPLE.test(term)) {
      const bytes = this.#encoder.encode(term);
      return this.numberOfWord(bytes, 0, bytes.length, bytes.reduce(addToHash, 0));
    }
    let number = this.#others.get(term);
    if (number === undefined) {
      const name = copyText(term);
      number = this.#add(name);
      this.#others.set(name, number);
    }
    return number;
  }

  /**
   * Of ASCII letters and digits, small but for the first perhaps, TERM_MAX of them at most.
   * @param hash `addToHash` of them from 0 on, all small
   */
  numberOfWord(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    const length = end - start;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const number = (this.#slots[slot] ?? 0) - 1;
      if (number < 0) break;
      if (
        this.#hashes[number] === hash &&
        this.#lengths[number] === length &&
        this.#isSame(this.#starts[number] ?? 0, bytes, start, length)
      )
        return number;
      slot = (slot + 1) & mask;
    }
    const number = this.#addWord(bytes, start, end, hash);
    this.#slots[slot] = number + 1;
    this.#used += 1;
    if (this.#used * 2 > this.#slots.length) this.#growSlots();
    return number;
  }

  #isSame(from: number, bytes: Uint8Array, start: number, length: number): boolean {
    const characters = this.#characters;
    // The bit that tells a small letter from a capital one is set in digits, too.
    if (characters[from] !== ((bytes[start] ?? 0) | SMALL_CASE)) return false;
    for (let at = 1; at < length; at += 1) if (characters[from + at] !== bytes[start + at]) return false;
    return true;
  }

  #addWord(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const length = end - start;
    const from = this.#charactersUsed;
    if (from + length > this.#characters.length) this.#characters = enlarge(this.#characters, new Uint8Array(this.#characters.length * 2));
    this.#characters.set(bytes.subarray(start, end), from);
    this.#characters[from] = (bytes[start] ?? 0) | SMALL_CASE;
    this.#charactersUsed += length;
    const number = this.#add(String.fromCharCode(...this.#characters.subarray(from, from + length)));
    this.#hashes[number] = hash;
    this.#starts[number] = from;
    this.#lengths[number] = length;
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
    for (const taken of this.#slots) {
      if (taken === 0) continue;
      const hash = this.#hashes[taken - 1] ?? 0;
      let slot = (hash ^ (hash >>> 15)) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = taken;
    }
    this.#slots = slots;
  }
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
