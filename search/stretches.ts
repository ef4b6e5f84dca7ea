import { type CutOptions, cutByContent, type Stretch, toStart } from "./cut.ts";
import { packTerms } from "./encode.ts";
import type { FileSet } from "./file-set.ts";
import { compareUnits } from "./invert.ts";
import type { FileSort, FileTable } from "./layout.ts";
import { nearKeys, termOfKey } from "./near.ts";
import type { Patched } from "./patch.ts";
import { SHARDS_MAX } from "./sizes.ts";
import type { KeptIndex, WrittenStretch } from "./types.ts";

/** Files that hold a sorted list in stretches, and what is to be known of them next time. */
export interface StretchFiles {
  readonly table: FileTable;
  readonly written: readonly WrittenStretch[];
}

export function writeShards(patched: Patched, kept: KeptIndex | null, cut: CutOptions, out: FileSet): StretchFiles {
  const { terms, postings, starts } = patched.inverted;
  // Without the space after its postings.
  const sizeOf = (at: number): number => (terms[at]?.length ?? 0) + (starts[at + 1] ?? 0) - (starts[at] ?? 0) + 1;
  let total = 0;
  for (let at = 0; at < terms.length; at += 1) total += sizeOf(at);
  let scale = 1;
  while (total > (SHARDS_MAX * scale * (cut.min + cut.max)) / 2) scale *= 2;
  const stretches = cutByContent(terms, sizeOf, { min: cut.min * scale, max: cut.max * scale });
  const decoder = new TextDecoder();
  const textOf = ({ start, end }: Stretch): string => {
    const bytes = postings.subarray(starts[start] ?? 0, (starts[end] ?? 1) - 1);
    return JSON.stringify([packTerms(terms.slice(start, end)), decoder.decode(bytes)]);
  };
  const known = kept === null ? null : toKnown(kept.inverted.terms, kept.shardFiles);
  return writeStretches({ sort: "shard", keys: terms, stretches, known, isDirty: (at) => patched.dirty[at] === 1, textOf, out });
}

export function writeNear(
  keys: readonly string[],
  { newTerms }: Patched,
  kept: KeptIndex | null,
  cut: CutOptions,
  out: FileSet,
): StretchFiles {
  const stretches = cutByContent(keys, (at) => (keys[at]?.length ?? 0) + 1, cut);
  const known = kept === null ? null : toKnown(kept.near, kept.nearFiles);
  const fresh = known === null ? new Set<string>() : new Set(newTerms.flatMap(nearKeys));
  const textOf = ({ start, end }: Stretch): string => JSON.stringify(packTerms(keys.slice(start, end)));
  return writeStretches({ sort: "near", keys, stretches, known, isDirty: (at) => fresh.has(keys[at] ?? ""), textOf, out });
}

/** Sorted keys of near spellings without those of terms that are gone, and with those of new ones. */
export function patchNear(keys: readonly string[], { newTerms, goneTerms }: Pick<Patched, "newTerms" | "goneTerms">): readonly string[] {
  if (newTerms.length === 0 && goneTerms.size === 0) return keys;
  const fresh = newTerms.flatMap(nearKeys).sort(compareUnits);
  const left = goneTerms.size === 0 ? keys : keys.filter((key) => !goneTerms.has(termOfKey(key)));
  const merged: string[] = [];
  let next = 0;
  for (const key of left) {
    for (let one = fresh[next]; one !== undefined && compareUnits(one, key) < 0; one = fresh[next]) {
      merged.push(one);
      next += 1;
    }
    merged.push(key);
  }
  for (; next < fresh.length; next += 1) merged.push(fresh[next] ?? "");
  return merged;
}

interface Stretches {
  readonly sort: FileSort;
  readonly keys: readonly string[];
  readonly stretches: readonly Stretch[];
  readonly known: ReadonlyMap<string, WrittenStretch> | null;
  /** Whether an item is not what it was, or new. */
  isDirty(at: number): boolean;
  textOf(stretch: Stretch): string;
  readonly out: FileSet;
}

function writeStretches({ sort, keys, stretches, known, isDirty, textOf, out }: Stretches): StretchFiles {
  const written = stretches.map((stretch): WrittenStretch => {
    const { start, end } = stretch;
    const same = known?.get(nameStretch(keys, start, end));
    if (same !== undefined && !isAnyDirty(start, end, isDirty)) {
      out.addKnown(sort, same, () => textOf(stretch));
      return same;
    }
    return { items: end - start, ...out.add(sort, textOf(stretch)) };
  });
  return {
    table: {
      starts: stretches.map(({ start }) => toStart(keys[start] ?? "", keys[start - 1])).join(" "),
      hashes: written.map(({ hash }) => hash).join(""),
    },
    written,
  };
}

function isAnyDirty(start: number, end: number, isDirty: (at: number) => boolean): boolean {
  for (let at = start; at < end; at += 1) if (isDirty(at)) return true;
  return false;
}

/** Files by what they begin and end with and how much is between: with nothing new in it, a stretch of that name is the same. */
function toKnown(keys: readonly string[], written: readonly WrittenStretch[]): ReadonlyMap<string, WrittenStretch> {
  const known = new Map<string, WrittenStretch>();
  let start = 0;
  for (const one of written) {
    known.set(nameStretch(keys, start, start + one.items), one);
    start += one.items;
  }
  return known;
}

function nameStretch(keys: readonly string[], start: number, end: number): string {
  return `${end - start} ${keys[start] ?? ""} ${keys[end - 1] ?? ""}`;
}
