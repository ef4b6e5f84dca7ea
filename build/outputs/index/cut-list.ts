/** The chunks of a list. */

/** Where chunks may end. */
export interface ChunkCut {
  readonly min: number;
  readonly max: number;
  /** From `min` on a chunk ends with one of so many documents, on average. */
  readonly one: number;
}

export function cutEvenly<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size));
  return parts;
}

/** A chunk ends where the hash of a key says so: a new document among the others changes the chunk that it is in, and seldom the next. */
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

/** FNV-1a over code units, mixed: names that differ at the end alone would end parts at like places. */
export function hashKey(key: string): number {
  let digest = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) digest = Math.imul(digest ^ key.charCodeAt(at), 0x01000193);
  digest = Math.imul(digest ^ (digest >>> 16), 0x85ebca6b);
  return (digest ^ (digest >>> 13)) >>> 0;
}
