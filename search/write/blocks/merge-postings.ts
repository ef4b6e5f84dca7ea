import { CARRYING, DIGIT_OF, ENDING } from "../../format/numbers.ts";
import { BODY_FIELD, SEARCH_FIELDS } from "../../format/search-options.ts";
import { createNumberWriter } from "../encode.ts";
import type { SortedPostings } from "../terms/posting-rows.ts";
import { type Postings, startAt } from "./items.ts";

const FIELDS = SEARCH_FIELDS.length;

/** A field of a document that was removed or is counted again. */
export const GONE = -1;
/** A term without a number: no added document has it. */
export const NOT_ADDED = -1;
/** Greater than any id. */
const NONE = 0x7fffffff;
const NO_IDS = new Int32Array();
const NO_POSTINGS: SortedPostings = { ends: new Uint32Array(), postings: new Uint32Array() };

export interface MergeOptions {
  /**
   * By field and former id: the current id of each document, or GONE. Remaining documents keep
   * their order.
   */
  readonly ids: readonly Int32Array[];
  /** By field: postings of counted documents. */
  readonly added: readonly SortedPostings[];
  /** By current id, FIELDS numbers each: distinct terms of the field. */
  readonly lengths: Uint32Array;
}

/**
 * Writes the postings of terms, each from its former and its added postings. Unchanged bytes are
 * copied: a posting stores the distance to the previous document, so few bytes change even if all
 * later documents get new numbers.
 */
export class PostingsMerger {
  readonly #options: MergeOptions;
  /** Finished terms, the fields of the current term, and the postings of the current field. */
  readonly #terms = createNumberWriter();
  readonly #fields = createNumberWriter();
  readonly #postings = createNumberWriter();
  #ends: number[] = [];
  /** Ids of the current field. */
  readonly #ids: Int32Array;
  #previous: Postings = { bytes: new Uint8Array(), ends: new Uint32Array() };
  #at = 0;

  constructor(options: MergeOptions) {
    this.#options = options;
    this.#ids = new Int32Array(options.lengths.length / FIELDS);
  }

  /** Begins with the postings of consecutive terms. */
  open(previous: Postings): void {
    this.#previous = previous;
  }

  /** Copies the postings of a range of terms unchanged. */
  copy(from: number, to: number): void {
    if (from === to) return;
    const start = startAt(this.#previous, from);
    const shift = this.#terms.length - start;
    this.#terms.copy(this.#previous.bytes, start, this.#previous.ends[to - 1] ?? 0);
    for (let place = from; place < to; place += 1) this.#ends.push((this.#previous.ends[place] ?? 0) + shift);
    this.#terms.separate();
  }

  /**
   * Writes the postings of a term together with added ones.
   * @param added number of the term, or NOT_ADDED
   * @returns false if none remain, and nothing is written
   */
  merge(place: number, added: number): boolean {
    this.#at = startAt(this.#previous, place);
    return this.#write(this.#next(), added);
  }

  /** The same for a new term. */
  addNew(added: number): boolean {
    return this.#write(0, added);
  }

  /** Returns the postings written since the last call. */
  take(): Postings {
    const ends = Uint32Array.from(this.#ends);
    this.#ends = [];
    return { bytes: this.#terms.takeBytes().subarray(0, ends.at(-1) ?? 0), ends };
  }

  /** @param previous bit mask of the fields that have postings to read */
  #write(previous: number, added: number): boolean {
    const { lengths } = this.#options;
    let mask = 0;
    for (let field = 0; field < FIELDS; field += 1) {
      const read = (previous & (1 << field)) === 0 ? 0 : this.#next();
      const count = this.#splice(field, read, added);
      if (field !== BODY_FIELD) for (let remaining = read; remaining > 0; remaining -= 1) this.#next();
      if (count === 0) continue;
      mask |= 1 << field;
      this.#fields.write(count);
      this.#postings.moveTo(this.#fields);
      if (field === BODY_FIELD) continue;
      for (let place = 0; place < count; place += 1) this.#fields.write(lengths[(this.#ids[place] ?? 0) * FIELDS + field] ?? 0);
    }
    if (mask === 0) return false;
    this.#terms.write(mask);
    this.#fields.moveTo(this.#terms);
    this.#ends.push(this.#terms.length);
    this.#terms.separate();
    return true;
  }

  /**
   * Writes the postings of a field.
   * @param read number of former postings
   * @param added number of the term, or NOT_ADDED
   * @returns number of postings written
   */
  #splice(field: number, read: number, added: number): number {
    const { ends, postings } = this.#options.added[field] ?? NO_POSTINGS;
    const end = added === NOT_ADDED ? 0 : (ends[added] ?? 0);
    let next = added === NOT_ADDED || added === 0 ? 0 : (ends[added - 1] ?? 0);
    if (read === 0 && next === end) return 0;
    const present = this.#options.ids[field] ?? NO_IDS;
    const [bytes, ids, writer] = [this.#previous.bytes, this.#ids, this.#postings];
    let count = 0;
    let previous = 0;
    const addUntil = (limit: number): void => {
      while (next < end) {
        const word = postings[next] ?? 0;
        const id = word >>> 1;
        if (id >= limit) return;
        writer.write((id - previous) * 2 + (word & 1));
        if ((word & 1) === 1) writer.write((postings[next + 1] ?? 0) - 2);
        previous = id;
        ids[count++] = id;
        next += 1 + (word & 1);
      }
    };
    // Start of the bytes that must still be copied.
    let copyFrom = this.#at;
    for (let left = read, oldId = 0; left > 0; left -= 1) {
      const start = this.#at;
      const value = this.#next();
      const afterId = this.#at;
      if ((value & 1) === 1) this.#next();
      oldId += value >> 1;
      const id = present[oldId] ?? GONE;
      if (id === GONE || id - previous !== value >> 1 || (next < end && (postings[next] ?? 0) >>> 1 < id)) {
        writer.copy(bytes, copyFrom, start);
        copyFrom = this.#at;
        if (id === GONE) continue;
        addUntil(id);
        writer.write((id - previous) * 2 + (value & 1));
        copyFrom = afterId;
      }
      previous = id;
      ids[count++] = id;
    }
    writer.copy(bytes, copyFrom, this.#at);
    addUntil(NONE);
    return count;
  }

  #next(): number {
    const { bytes } = this.#previous;
    for (let high = 0; ; ) {
      const digit = DIGIT_OF[bytes[this.#at++] ?? 0] ?? 0;
      if (digit < ENDING) return high * ENDING + digit;
      high = high * CARRYING + (digit - ENDING) + 1;
    }
  }
}
