import { fuzzyKeys } from "../format/fuzzy-keys.ts";
import type { FileSort, FileTable } from "../format/layout.ts";
import type { CutOptions } from "../format/sizes.ts";
import { cutByContent, type Stretch, toStart } from "./cut.ts";
import { packTerms } from "./encode.ts";
import type { FileSet } from "./file-set.ts";
import { compareUnits, type Inverted } from "./invert.ts";
import { findPlace, GONE, type Patched, Stretches } from "./patch.ts";
import { scaleOf, totalOf } from "./scale.ts";
import type { KeptIndex, WrittenStretch } from "./types.ts";

/** Files that hold a sorted list in stretches, and what is to be known of them next time. */
export interface StretchFiles {
  readonly table: FileTable;
  readonly written: readonly WrittenStretch[];
}

/** A sorted list, where each item of it was before, and how that list was written; null: there was none. */
interface Former {
  readonly places: Int32Array;
  readonly length: number;
  readonly files: ReadonlyMap<number, WrittenStretch>;
  readonly items: ReadonlyMap<number, number>;
}

export function writeShards({ inverted, places }: Patched, kept: KeptIndex | null, cut: CutOptions, out: FileSet): StretchFiles {
  const { terms, postings, starts } = inverted;
  const scale = scaleOf(totalOf(inverted), cut);
  const isSameScale = kept !== null && scale === scaleOf(totalOf(kept.inverted), cut);
  const former = isSameScale ? toFormer(places, kept.inverted.terms.length, kept.shardFiles) : undefined;
  const scaled = { min: cut.min * scale, max: cut.max * scale };
  const stretches = cutByContent(terms, (at) => sizeOf(inverted, at), scaled, former);
  const decoder = new TextDecoder();
  const textOf = ({ start, end }: Stretch): string => {
    const bytes = postings.subarray(starts[start] ?? 0, (starts[end] ?? 1) - 1);
    return JSON.stringify([packTerms(terms.slice(start, end)), decoder.decode(bytes)]);
  };
  return writeStretches({ sort: "shard", keys: terms, stretches, former, textOf, out });
}

/** Characters of a term and its postings in a shard. */
function sizeOf({ terms, starts }: Inverted, at: number): number {
  // The space after the postings is counted in them.
  return (terms[at]?.length ?? 0) + (starts[at + 1] ?? 0) - (starts[at] ?? 0) + 1;
}

export function writeNear({ keys, places }: NearKeys, kept: KeptIndex | null, cut: CutOptions, out: FileSet): StretchFiles {
  const former = kept === null ? undefined : toFormer(places, kept.near.length, kept.nearFiles);
  const stretches = cutByContent(keys, (at) => (keys[at]?.length ?? 0) + 1, cut, former);
  const textOf = ({ start, end }: Stretch): string => JSON.stringify(packTerms(keys.slice(start, end)));
  return writeStretches({ sort: "near", keys, stretches, former, textOf, out });
}

export interface NearKeys {
  readonly keys: readonly string[];
  /** The former place of each, or GONE. */
  readonly places: Int32Array;
}

/** Sorted keys of near spellings without those of terms that are gone, and with those of new ones. */
export function patchNear(former: readonly string[], { newTerms, goneTerms }: Pick<Patched, "newTerms" | "goneTerms">): NearKeys {
  if (newTerms.length === 0 && goneTerms.size === 0) return { keys: former, places: Int32Array.from(former.keys()) };
  const gone = new Set([...goneTerms].flatMap(fuzzyKeys));
  const added = newTerms.flatMap(fuzzyKeys);
  const keys = new Stretches(former);
  const places = new Int32Array(former.length + added.length).fill(GONE);
  let next = 0;
  const copyUntil = (place: number): void => {
    let at = keys.length;
    keys.copy(next, place);
    for (; next < place; next += 1) places[at++] = next;
  };
  for (const key of [...added, ...gone].sort(compareUnits)) {
    copyUntil(findPlace(former, key, next));
    if (gone.has(key)) next += 1;
    else keys.add(key);
  }
  copyUntil(former.length);
  return { keys: keys.toList(), places: places.slice(0, keys.length) };
}

interface Cuts {
  readonly sort: FileSort;
  readonly keys: readonly string[];
  readonly stretches: readonly Stretch[];
  readonly former: Former | undefined;
  textOf(stretch: Stretch): string;
  readonly out: FileSet;
}

function writeStretches({ sort, keys, stretches, former, textOf, out }: Cuts): StretchFiles {
  const written = stretches.map((stretch): WrittenStretch => {
    const same = former === undefined ? null : findSame(stretch, former);
    if (same !== null) {
      out.addKnown(sort, same, () => textOf(stretch));
      return same;
    }
    return { items: stretch.end - stretch.start, ...out.add(sort, textOf(stretch)) };
  });
  return {
    table: {
      starts: stretches.map(({ start }) => toStart(keys[start] ?? "", keys[start - 1])).join(" "),
      hashes: written.map(({ hash }) => hash).join(""),
    },
    written,
  };
}

/** The file that held exactly these items, as they are. */
function findSame({ start, end }: Stretch, { places, files }: Former): WrittenStretch | null {
  const first = places[start] ?? GONE;
  const file = files.get(first);
  if (file?.items !== end - start) return null;
  for (let at = start; at < end; at += 1) if (places[at] !== first + at - start) return null;
  return file;
}

function toFormer(places: Int32Array, length: number, written: readonly WrittenStretch[]): Former {
  const files = new Map<number, WrittenStretch>();
  const items = new Map<number, number>();
  let start = 0;
  for (const one of written) {
    files.set(start, one);
    items.set(start, one.items);
    start += one.items;
  }
  return { places, length, files, items };
}
