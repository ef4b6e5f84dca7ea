import type { CutOptions } from "../format/sizes.ts";

/** A stretch of a sorted list that becomes a file: [start, end). */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts a sorted list into stretches between two sizes, at the item in that window whose key has the least hash: a list that changed at one
 * place is cut as before everywhere but near it, so that the files of the other stretches stay the same.
 */
export function cutByContent(keys: readonly string[], sizeOf: (at: number) => number, options: CutOptions, former?: FormerCut): Stretch[] {
  const { min, max } = options;
  const stretches: Stretch[] = [];
  let start = 0;
  while (start < keys.length) {
    const known = former === undefined ? null : endAsBefore(start, keys.length, sizeOf, options, former);
    if (known !== null) {
      stretches.push({ start, end: known });
      start = known;
      continue;
    }
    let end = start;
    let size = 0;
    let best = -1;
    let bestHash = Number.POSITIVE_INFINITY;
    for (; end < keys.length; end += 1) {
      const next = sizeOf(end);
      if (end > start && size + next > max) break;
      if (size >= min) {
        const hash = hashKey(keys[end] ?? "");
        if (hash < bestHash) {
          best = end;
          bestHash = hash;
        }
      }
      size += next;
    }
    if (end < keys.length && best > start) end = best;
    stretches.push({ start, end });
    start = end;
  }
  return stretches;
}

/** How a list that is mostly the same was cut with the same options. */
export interface FormerCut {
  /** Of each item its place in that list, or less than 0 where it was not there, or of another size. */
  readonly places: Int32Array;
  readonly length: number;
  /** Items of the stretch that began at a place. */
  readonly items: ReadonlyMap<number, number>;
}

/** Where a stretch ends, without a hash, if it began there before and all that was looked at then is as it was; else null. */
function endAsBefore(
  start: number,
  length: number,
  sizeOf: (at: number) => number,
  { max }: CutOptions,
  { places, length: formerLength, items }: FormerCut,
): number | null {
  const first = places[start] ?? -1;
  const count = items.get(first);
  if (first < 0 || count === undefined) return null;
  let at = start;
  for (let size = 0; at < length; at += 1) {
    if (places[at] !== first + at - start) return null;
    size += sizeOf(at);
    if (at > start && size > max) return start + count;
  }
  return first + length - start === formerLength ? start + count : null;
}

/** FNV-1a over UTF-16 code units, its bits mixed once more (murmur3's last step): near keys get hashes far apart. */
function hashKey(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The shortest beginning of a key that is greater than the key before it. */
export function toStart(key: string, before: string | undefined): string {
  if (before === undefined) return "";
  let shared = 0;
  while (shared < before.length && before.charCodeAt(shared) === key.charCodeAt(shared)) shared += 1;
  return key.slice(0, shared + 1);
}
