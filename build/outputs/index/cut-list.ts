/** Splits lists into chunks. */

/** Where chunks may end. */
export interface ChunkCut {
  readonly min: number;
  readonly max: number;
  /** After `min` items, one item in this many ends the chunk, on average. */
  readonly one: number;
}

export function cutEvenly<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size));
  return parts;
}

/**
 * Splits a list into chunks at places that the hashes of keys determine. A new document changes its
 * own chunk, and rarely the next one.
 */
export function cutByKeys<T>(items: readonly T[], { min, max, one }: ChunkCut, keyOf: (item: T) => string): T[][] {
  const parts: T[][] = [];
  let part: T[] = [];
  for (const item of items) {
    if (part.length === 0) parts.push(part);
    part.push(item);
    if (part.length === max || (part.length >= min && hashKey(keyOf(item)) % one === 0)) part = [];
  }
  return parts;
}

/**
 * Hashes a key with FNV-1a over code units, and mixes the result. Without mixing, names that differ
 * only at the end would have similar hashes.
 */
export function hashKey(key: string): number {
  let digest = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) digest = Math.imul(digest ^ key.charCodeAt(at), 0x01000193);
  digest = Math.imul(digest ^ (digest >>> 16), 0x85ebca6b);
  return (digest ^ (digest >>> 13)) >>> 0;
}
