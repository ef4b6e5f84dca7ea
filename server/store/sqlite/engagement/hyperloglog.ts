const WORD_BITS = 32;
const HASH_BITS = 64;
/** α∞ of Ertl's estimator. */
const ALPHA = 1 / (2 * Math.LN2);

/**
 * Counts distinct keys in a fixed number of bytes: HyperLogLog (Flajolet, Fusy, Gandouet, Meunier
 * 2007). Its standard error is 1.04 / √registers. It uses Ertl's improved estimator (New
 * cardinality estimation algorithms for HyperLogLog sketches, 2017, algorithm 6), which is unbiased
 * from the first key on, so no threshold causes a jump. Keys are 64 random bits, given as two whole
 * numbers below 2³². Nothing is hashed here.
 */
export interface HyperLogLog {
  /** One byte each. */
  readonly registers: Uint8Array;
  /** The estimated number of distinct keys. */
  estimate(): number;
  /** The change made by adding the key; null if nothing changed. */
  add(high: number, low: number): RegisterChange | null;
  /** Undoes a change. Undo changes in reverse order. */
  undo(change: RegisterChange): void;
}

export interface RegisterChange {
  readonly index: number;
  readonly before: number;
}

/** @param registers used in place; their number is a power of two */
export function createHyperLogLog(registers: Uint8Array): HyperLogLog {
  const indexBits = Math.log2(registers.length);
  /** How many registers have each value. */
  const histogram = new Uint32Array(HASH_BITS - indexBits + 2);
  for (const value of registers) histogram[value] = (histogram[value] ?? 0) + 1;
  const set = (index: number, value: number): void => {
    const before = registers[index] ?? 0;
    histogram[before] = (histogram[before] ?? 0) - 1;
    histogram[value] = (histogram[value] ?? 0) + 1;
    registers[index] = value;
  };
  return {
    registers,
    estimate: () => estimateFrom(histogram, registers.length),
    add: (high, low) => {
      const index = high >>> (WORD_BITS - indexBits);
      const value = rankOf(high << indexBits, low, WORD_BITS - indexBits);
      const before = registers[index] ?? 0;
      if (value <= before) return null;
      set(index, value);
      return { index, before };
    },
    undo: ({ index, before }) => set(index, before),
  };
}

/**
 * Position of the first set bit, from 1.
 * @param bits number of significant bits of `high`
 */
function rankOf(high: number, low: number, bits: number): number {
  const zeros = Math.clz32(high);
  return (zeros < bits ? zeros : bits + Math.clz32(low)) + 1;
}

function estimateFrom(histogram: Uint32Array, count: number): number {
  const last = histogram.length - 1;
  let z = count * tau(1 - (histogram[last] ?? 0) / count);
  for (let value = last - 1; value >= 1; value -= 1) z = (z + (histogram[value] ?? 0)) / 2;
  z += count * sigma((histogram[0] ?? 0) / count);
  return (ALPHA * count * count) / z;
}

/** x + Σ x^(2^k) 2^(k-1), for registers that are still empty. */
function sigma(share: number): number {
  if (share === 1) return Number.POSITIVE_INFINITY;
  let [x, y, z] = [share, 1, share];
  for (let before = -1; before !== z; y *= 2) {
    before = z;
    x *= x;
    z += x * y;
  }
  return z;
}

/** ⅓ (1 - x - Σ (1 - x^(2^-k))² 2^-k), for registers that are full. */
function tau(share: number): number {
  if (share === 0 || share === 1) return 0;
  let [x, y, z] = [share, 1, 1 - share];
  for (let before = -1; before !== z; ) {
    before = z;
    x = Math.sqrt(x);
    y /= 2;
    z -= (1 - x) ** 2 * y;
  }
  return z / 3;
}
