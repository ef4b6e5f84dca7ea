import { getRandomValues } from "node:crypto";

/** Number of slots in an empty set. */
const SLOTS_MIN = 256;
/** The share of used slots at which the set grows. */
const LOAD_MAX = 0.8;
const GROWTH = 1.5;
const UINT32_RANGE = 2 ** 32;
/** Size of a key, in bytes, in memory and in a row. */
export const KEY_BYTES = 8;

/**
 * A set of 64-bit keys in 10 to 15 bytes each: open addressing with linear probing (Knuth, The Art
 * of Computer Programming 3, section 6.4). Keys are two whole numbers below 2³². Strangers choose
 * some of them, so each set draws new factors for hashing (multiply-shift hashing, Dietzfelbinger
 * et al. 1997), and nobody can choose colliding keys. The last additions can be taken back.
 */
export class KeySet {
  size = 0;
  /** High and low half of a key side by side. Both are 0 in a free slot. */
  #slots = new Uint32Array(SLOTS_MIN * 2);
  readonly #factors = drawFactors();
  /** Keys since the last `keep`, high and low in turn. */
  readonly #recent: number[] = [];

  has(high: number, low: number): boolean {
    return !this.#isFree(this.#find(high, toLow(high, low)));
  }

  /** False if the key was already there. */
  add(high: number, low: number): boolean {
    this.#makeRoom();
    const stored = toLow(high, low);
    if (!this.#put(high, stored)) return false;
    this.#recent.push(high, stored);
    return true;
  }

  /** Takes back the key added last, but not beyond the last `keep`. */
  undo(): void {
    const low = this.#recent.pop();
    const high = this.#recent.pop();
    if (high === undefined || low === undefined) throw new Error("there is no key to undo");
    this.#take(high, low);
  }

  /** Makes the added keys permanent. */
  keep(): void {
    this.#recent.length = 0;
  }

  /** Keys added since the last `keep`, in order, in the format of `addAll`. */
  added(): Uint8Array {
    const bytes = Buffer.allocUnsafe((this.#recent.length / 2) * KEY_BYTES);
    for (const [index, number] of this.#recent.entries()) bytes.writeUInt32LE(number, index * 4);
    return bytes;
  }

  /** Adds permanent keys, 8 bytes each, high before low, little-endian. */
  addAll(keys: Uint8Array): void {
    const view = new DataView(keys.buffer, keys.byteOffset, keys.byteLength);
    for (let at = 0; at + KEY_BYTES <= keys.byteLength; at += KEY_BYTES) {
      this.#makeRoom();
      const high = view.getUint32(at, true);
      this.#put(high, toLow(high, view.getUint32(at + 4, true)));
    }
  }

  /** The slot that holds the key, or the free one where it belongs. */
  #find(high: number, low: number): number {
    const slots = this.#slots;
    const [highFactor, lowFactor] = this.#factors;
    const count = slots.length / 2;
    const mixed = (Math.imul(high, highFactor) + Math.imul(low, lowFactor)) >>> 0;
    for (let index = Math.floor((mixed / UINT32_RANGE) * count); ; index = index + 1 === count ? 0 : index + 1) {
      const [foundHigh, foundLow] = [slots[index * 2], slots[index * 2 + 1]];
      if ((foundHigh === high && foundLow === low) || (foundHigh === 0 && foundLow === 0)) return index * 2;
    }
  }

  #isFree(slot: number): boolean {
    return this.#slots[slot] === 0 && this.#slots[slot + 1] === 0;
  }

  #put(high: number, low: number): boolean {
    const slot = this.#find(high, low);
    if (!this.#isFree(slot)) return false;
    this.#slots[slot] = high;
    this.#slots[slot + 1] = low;
    this.size += 1;
    return true;
  }

  /** Removes one of the keys added last, because no later key may depend on its slot. */
  #take(high: number, low: number): void {
    const slot = this.#find(high, low);
    this.#slots[slot] = 0;
    this.#slots[slot + 1] = 0;
    this.size -= 1;
  }

  #makeRoom(): void {
    if (this.size + 1 > (this.#slots.length / 2) * LOAD_MAX) this.#grow();
  }

  #grow(): void {
    const recent = this.#recent;
    // The recent keys must remain the ones added last.
    for (let index = recent.length - 2; index >= 0; index -= 2) this.#take(recent[index] ?? 0, recent[index + 1] ?? 0);
    const before = this.#slots;
    this.#slots = new Uint32Array(Math.ceil((before.length / 2) * GROWTH) * 2);
    this.size = 0;
    for (let slot = 0; slot < before.length; slot += 2) {
      const [high = 0, low = 0] = [before[slot], before[slot + 1]];
      if (high !== 0 || low !== 0) this.#put(high, low);
    }
    // Freed now, because the garbage collector would keep it for a long time: it hardly counts as
    // heap.
    before.buffer.transfer(0);
    for (let index = 0; index < recent.length; index += 2) this.#put(recent[index] ?? 0, recent[index + 1] ?? 0);
  }
}

/** Odd, so that no bit of a key is lost. */
function drawFactors(): [number, number] {
  const [one = 0, other = 0] = getRandomValues(new Uint32Array(2));
  return [one | 1, other | 1];
}

/** The all-zero key would look like a free slot. */
function toLow(high: number, low: number): number {
  return high === 0 && low === 0 ? 1 : low;
}
