import { findBound } from "../../contract/lists/find-bound.ts";
import { type FileSort, type FileTable, fileName, splitHashes } from "./layout.ts";

/** Files with ranges of a sorted list of keys, found by prefix. */
export interface Table {
  /** Names, in the order of their keys. */
  readonly names: readonly string[];
  /** Number of the only file that can have a key. −1 for an empty table. */
  find(key: string): number;
  /** Whether a file after the one from `find` begins with a key that has this beginning. */
  goesOn(beginning: string): boolean;
  /** Numbers of all files that may have keys with this beginning. */
  range(beginning: string): number[];
}

/** @throws Error if the table is malformed */
export function openTable(sort: FileSort, { starts, hashes }: FileTable): Table {
  const names = splitHashes(hashes).map((hash) => fileName(sort, hash));
  const firsts = names.length === 0 ? [] : starts.split(" ");
  if (firsts.length !== names.length) throw new Error(`${names.length} files of ${sort}, but ${firsts.length} starts`);

  /** Finds the last file whose start is not greater. Starts ascend, and the first is "". */
  const find = (key: string): number => findBound(firsts.length, (place) => (firsts[place] ?? "") <= key) - 1;

  return {
    names,
    find,
    goesOn: (beginning) => firsts[find(beginning) + 1]?.startsWith(beginning) ?? false,
    range(beginning) {
      const places: number[] = [];
      const first = find(beginning);
      if (first >= 0) places.push(first);
      for (let at = first + 1; firsts[at]?.startsWith(beginning); at += 1) places.push(at);
      return places;
    },
  };
}
