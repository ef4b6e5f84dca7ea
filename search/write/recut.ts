import type { CutOptions } from "../format/sizes.ts";
import { cutByContent, toStart } from "./cut.ts";
import { compareUnits } from "./invert.ts";

/** Of a sorted list that is written in stretches: a key, and what stands with it ("" in a list of keys alone). */
export interface Item {
  readonly key: string;
  readonly text: string;
}

/** A list as it was written. */
export interface WrittenList {
  /** Stretches; one at least. */
  readonly count: number;
  /** What each begins with, as a FileTable has it. */
  readonly starts: readonly string[];
  /** In which a key is, if it is in any. */
  find(key: string): number;
  load(stretch: number): readonly Item[];
  sizeOf(item: Item): number;
}

export interface RecutList {
  /** A number: that one of the stretches that were written, as it was. */
  readonly stretches: readonly (number | readonly Item[])[];
  readonly starts: readonly string[];
}

/**
 * Cuts a list of which some items have changed as `cutByContent` cuts all of it, by what stands around those.
 * @param changes by key the text that is new there; null: the key goes
 */
export function recut(list: WrittenList, changes: ReadonlyMap<string, string | null>, cut: CutOptions): RecutList {
  const own = Map.groupBy(changes, ([key]) => list.find(key));
  const known = new Map<number, readonly Item[]>();
  const load = (stretch: number): readonly Item[] => {
    const items = known.get(stretch) ?? applyChanges(list.load(stretch), own.get(stretch) ?? []);
    known.set(stretch, items);
    return items;
  };
  const window: Window = { list, cut, load };
  const stretches: (number | readonly Item[])[] = [];
  // Stretches before this one are dealt with.
  let next = 0;
  for (const changed of [...own.keys()].sort((a, b) => a - b)) {
    if (changed < next) continue;
    const from = findStart(window, changed, next);
    for (; next < from; next += 1) stretches.push(next);
    const found = cutWindow(window, from, changed);
    stretches.push(...found.stretches);
    next = found.next;
  }
  for (; next < list.count; next += 1) stretches.push(next);
  return { stretches, starts: findStarts(stretches, list, load) };
}

interface Window {
  readonly list: WrittenList;
  readonly cut: CutOptions;
  readonly load: (stretch: number) => readonly Item[];
}

function applyChanges(items: readonly Item[], changes: readonly (readonly [string, string | null])[]): readonly Item[] {
  if (changes.length === 0) return items;
  const byKey = new Map(items.map((item) => [item.key, item]));
  for (const [key, text] of changes) {
    if (text === null) byKey.delete(key);
    else byKey.set(key, { key, text });
  }
  return [...byKey.values()].sort((a, b) => compareUnits(a.key, b.key));
}

/** The first stretch whose end may be decided by what is in a changed one: nobody looks further than the greatest size. */
function findStart({ list, cut, load }: Window, changed: number, least: number): number {
  let size = 0;
  for (let from = changed; from > least; from -= 1) {
    size += load(from - 1).reduce((sum, item) => sum + list.sizeOf(item), 0);
    if (size > cut.max) return from;
  }
  return least;
}

/** Cuts from the beginning of a stretch until, behind a changed one, another begins where it began. @returns next: that one */
function cutWindow({ list, cut, load }: Window, from: number, changed: number): { stretches: (readonly Item[])[]; next: number } {
  for (let to = changed; ; to += 1) {
    const items: Item[] = [];
    const formerStarts = new Map<number, number>();
    for (let stretch = from; stretch <= to; stretch += 1) {
      if (stretch > changed) formerStarts.set(items.length, stretch);
      items.push(...load(stretch));
    }
    const isEnd = to === list.count - 1;
    const sizeAt = (at: number): number => {
      const item = items[at];
      return item === undefined ? 0 : list.sizeOf(item);
    };
    const stretches: (readonly Item[])[] = [];
    const keys = items.map(({ key }) => key);
    let isCut = isEnd;
    for (const { start, end } of cutByContent(keys, sizeAt, cut)) {
      // Where a stretch ends may be decided by what follows the window.
      if (!isEnd && !isDecided(start, items.length, sizeAt, cut.max)) {
        isCut = false;
        break;
      }
      stretches.push(items.slice(start, end));
      const next = formerStarts.get(end);
      if (next !== undefined) return { stretches, next };
    }
    if (isCut) return { stretches, next: list.count };
  }
}

/** Whether the items from `start` on are larger than a stretch may be. */
function isDecided(start: number, length: number, sizeAt: (at: number) => number, max: number): boolean {
  let size = 0;
  for (let at = start; at < length; at += 1) {
    size += sizeAt(at);
    if (at > start && size > max) return true;
  }
  return false;
}

function findStarts(stretches: RecutList["stretches"], list: WrittenList, load: (stretch: number) => readonly Item[]): string[] {
  const itemsOf = (stretch: number | readonly Item[] | undefined): readonly Item[] =>
    typeof stretch === "number" ? load(stretch) : (stretch ?? []);
  return stretches.map((stretch, at) => {
    const before = stretches[at - 1];
    const isAsBefore = typeof stretch === "number" && (before === undefined ? stretch === 0 : before === stretch - 1);
    return isAsBefore ? (list.starts[stretch] ?? "") : toStart(itemsOf(stretch)[0]?.key ?? "", itemsOf(before).at(-1)?.key);
  });
}
