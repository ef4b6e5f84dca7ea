import { SHARED_NONE, unpackTerms } from "../../format/layout.ts";
import { packTerms } from "../encode.ts";
import { addToHash, HASH_OF_NOTHING, hashUnits, mixHash } from "../hash.ts";

/** Items of a sorted list: keys and, in a list of terms, their postings. */
export interface Items {
  readonly keys: KeyList;
  readonly postings: Postings | null;
}

/** Postings of consecutive terms as in a file, separated by spaces. */
export interface Postings {
  readonly bytes: Uint8Array;
  /** Where each term's postings end. */
  readonly ends: Uint32Array;
}

/** Some of the items of a list. */
export interface Piece {
  readonly items: Items;
  readonly from: number;
  readonly to: number;
}

/** Sorted keys. Packed keys are measured in place; strings are only created on demand. */
export class KeyList {
  readonly count: number;
  /** The length of each key in UTF-16 code units. */
  readonly lengths: Uint32Array;
  /**
   * The hash of each key: FNV-1a over its code units, then murmur3's last mixing step, so that
   * similar keys get very different hashes.
   */
  readonly hashes: Uint32Array;
  /** The last key; "" if there is none. */
  readonly last: string;
  #packed: string | null;
  #keys: readonly string[] | null;

  private constructor(packed: string | null, keys: readonly string[] | null, { lengths, hashes, last }: Measured) {
    this.#packed = packed;
    this.#keys = keys;
    this.count = lengths.length;
    this.lengths = lengths;
    this.hashes = hashes;
    this.last = last;
  }

  static of(keys: readonly string[]): KeyList {
    return new KeyList(null, keys, measureKeys(keys));
  }

  /** @param packed result of `packTerms` */
  static unpack(packed: string): KeyList {
    return new KeyList(packed, null, measurePacked(packed));
  }

  get keys(): readonly string[] {
    this.#keys ??= unpackTerms(this.#packed ?? "");
    return this.#keys;
  }

  at(place: number): string {
    if (place === this.count - 1) return this.last;
    if (place === 0 && this.#packed !== null) return this.#packed.slice(1, this.#packed.indexOf(" "));
    return this.keys[place] ?? "";
  }

  pack(from: number, to: number): string {
    if (from > 0 || to < this.count) return packTerms(this.keys.slice(from, to));
    this.#packed ??= packTerms(this.keys);
    return this.#packed;
  }
}

/** An empty list. */
export const NO_ITEMS = {
  shard: { keys: KeyList.of([]), postings: { bytes: new Uint8Array(), ends: new Uint32Array() } },
  near: { keys: KeyList.of([]), postings: null },
} as const satisfies Record<string, Items>;

interface Measured {
  readonly lengths: Uint32Array;
  readonly hashes: Uint32Array;
  readonly last: string;
}

function measureKeys(keys: readonly string[]): Measured {
  const [lengths, hashes] = [new Uint32Array(keys.length), new Uint32Array(keys.length)];
  for (const [place, key] of keys.entries()) {
    lengths[place] = key.length;
    hashes[place] = hashUnits(key);
  }
  return { lengths, hashes, last: keys.at(-1) ?? "" };
}

const SPACE = 32;

/** A key shares its beginning with the previous one, so its hash continues from there. */
function measurePacked(packed: string): Measured {
  const [lengths, hashes]: [number[], number[]] = [[], []];
  // Hashes of the beginnings of the current key, by length.
  const beginnings = [HASH_OF_NOTHING];
  const units: number[] = [];
  for (let at = 0; at < packed.length; at += 1) {
    let length = packed.charCodeAt(at) - SHARED_NONE;
    let hash = beginnings[length] ?? HASH_OF_NOTHING;
    for (at += 1; at < packed.length; at += 1) {
      const unit = packed.charCodeAt(at);
      if (unit === SPACE) break;
      hash = addToHash(hash, unit);
      units[length] = unit;
      length += 1;
      beginnings[length] = hash;
    }
    lengths.push(length);
    hashes.push(mixHash(hash));
  }
  const last = String.fromCharCode(...units.slice(0, lengths.at(-1) ?? 0));
  return { lengths: Uint32Array.from(lengths), hashes: Uint32Array.from(hashes), last };
}

/**
 * Characters of an item in a file, before shared beginnings are removed: a space follows each key
 * and its postings.
 */
export function sizeAt({ keys, postings }: Items, at: number): number {
  const length = (keys.lengths[at] ?? 0) + 1;
  return postings === null ? length : length + (postings.ends[at] ?? 0) - startAt(postings, at) + 1;
}

/** Where an item's postings begin. */
export function startAt({ ends }: Postings, at: number): number {
  return at === 0 ? 0 : (ends[at - 1] ?? 0) + 1;
}

export function sizeOf(items: Items, from = 0, to = items.keys.count): number {
  let size = 0;
  for (let at = from; at < to; at += 1) size += sizeAt(items, at);
  return size;
}
