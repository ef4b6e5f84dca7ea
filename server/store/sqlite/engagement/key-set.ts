import { getRandomValues } from "node:crypto";

/** Slots of an empty set. */
const SLOTS_MIN = 256;
/** The share of slots that may be used before there are more of them. */
const LOAD_MAX = 0.8;
const GROWTH = 1.5;
const UINT32_RANGE = 2 ** 32;
/** Bytes of a key, in memory and in a row. */
export const KEY_BYTES = 8;

/**
 * A set of keys of 64 bits, in 10 to 15 bytes each: open addressing with linear probing (Knuth, The Art of Computer Programming 3, section 6.4). Keys are given as
 * two whole numbers below 2³². Strangers choose some of them, so their places are found by factors that are drawn again for each set (multiply-shift hashing, Dietzfelbinger
 * et al. 1997): nobody can choose keys that stand in each other's way. What was added last can be taken back.
 */
export interface KeySet {
  readonly size: number;
  has(high: number, low: number): boolean;
  /** false: it was there. */
  add(high: number, low: number): boolean;
  /** Takes back the key that was added last. Not beyond the last `keep`. */
  undo(): void;
  /** Keeps the keys that were added. */
  keep(): void;
  /** Keys added since the last `keep`, in order, as `addAll` takes them. */
  added(): Uint8Array;
  /** 8 bytes a key, high before low, little-endian; they stay. */
  addAll(keys: Uint8Array): void;
}

export function createKeySet(): KeySet {
  // High and low of a key side by side; both 0: free.
  let slots = new Uint32Array(SLOTS_MIN * 2);
  let size = 0;
  const [highFactor, lowFactor] = drawFactors();
  /** Keys since the last `keep`, high and low in turn. */
  const recent: number[] = [];

  /** The slot that holds the key, or else the free one in which it belongs. */
  const find = (high: number, low: number): number => {
    const count = slots.length / 2;
    const mixed = (Math.imul(high, highFactor) + Math.imul(low, lowFactor)) >>> 0;
    for (let index = Math.floor((mixed / UINT32_RANGE) * count); ; index = index + 1 === count ? 0 : index + 1) {
      const [foundHigh, foundLow] = [slots[index * 2], slots[index * 2 + 1]];
      if ((foundHigh === high && foundLow === low) || (foundHigh === 0 && foundLow === 0)) return index * 2;
    }
  };
  const isFree = (slot: number): boolean => slots[slot] === 0 && slots[slot + 1] === 0;
  const put = (high: number, low: number): boolean => {
    const slot = find(high, low);
    if (!isFree(slot)) return false;
    slots[slot] = high;
    slots[slot + 1] = low;
    size += 1;
    return true;
  };
  /** Takes only keys with none after them in the table: those that were put last. */
  const take = (high: number, low: number): void => {
    const slot = find(high, low);
    slots[slot] = 0;
    slots[slot + 1] = 0;
    size -= 1;
  };
  const grow = (): void => {
    // The recent ones must stay those that were put last.
    for (let index = recent.length - 2; index >= 0; index -= 2) take(recent[index] ?? 0, recent[index + 1] ?? 0);
    const before = slots;
    slots = new Uint32Array(Math.ceil((before.length / 2) * GROWTH) * 2);
    size = 0;
    for (let slot = 0; slot < before.length; slot += 2) {
      const [high = 0, low = 0] = [before[slot], before[slot + 1]];
      if (high !== 0 || low !== 0) put(high, low);
    }
    // At once: the collector would leave it there for long, as it costs the heap next to nothing.
    before.buffer.transfer(0);
    for (let index = 0; index < recent.length; index += 2) put(recent[index] ?? 0, recent[index + 1] ?? 0);
  };
  const makeRoom = (): void => {
    if (size + 1 > (slots.length / 2) * LOAD_MAX) grow();
  };

  return {
    get size() {
      return size;
    },
    has: (high, low) => !isFree(find(high, toLow(high, low))),
    add: (high, low) => {
      makeRoom();
      const stored = toLow(high, low);
      if (!put(high, stored)) return false;
      recent.push(high, stored);
      return true;
    },
    undo: () => {
      const low = recent.pop();
      const high = recent.pop();
      if (high === undefined || low === undefined) throw new Error("there is no key to take back");
      take(high, low);
    },
    keep: () => {
      recent.length = 0;
    },
    added: () => {
      const bytes = Buffer.allocUnsafe((recent.length / 2) * KEY_BYTES);
      for (const [index, number] of recent.entries()) bytes.writeUInt32LE(number, index * 4);
      return bytes;
    },
    addAll: (keys) => {
      const view = new DataView(keys.buffer, keys.byteOffset, keys.byteLength);
      for (let at = 0; at + KEY_BYTES <= keys.byteLength; at += KEY_BYTES) {
        makeRoom();
        const high = view.getUint32(at, true);
        put(high, toLow(high, view.getUint32(at + 4, true)));
      }
    },
  };
}

/** Odd, so that no bit of a key is lost. */
function drawFactors(): [number, number] {
  const [one = 0, other = 0] = getRandomValues(new Uint32Array(2));
  return [one | 1, other | 1];
}

/** The key of zeros would look like a free slot. */
function toLow(high: number, low: number): number {
  return high === 0 && low === 0 ? 1 : low;
}
