/** Initial value of a hash of a key. */
export const HASH_OF_NOTHING = 0x811c9dc5;

/** One step of FNV-1a. */
export function addToHash(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/** The last mixing step of murmur3, so that similar keys get very different hashes. */
export function mixHash(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Hashes a text over its code units. */
export function hashUnits(text: string, seed = HASH_OF_NOTHING): number {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) hash = addToHash(hash, text.charCodeAt(at));
  return mixHash(hash);
}
