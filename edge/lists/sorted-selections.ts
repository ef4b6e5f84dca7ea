import type { SortOrder } from "../../contract/index-format.ts";
import type { Selection } from "./selections.ts";

const RADIX = 36;

/**
 * Documents in the order of a key. A page of all of them is cut out of the column; among others, places are gone through until the page is full.
 * @param sort the key, `-` before it for descending
 * @param passing those that are wanted; null: all
 */
export function selectSorted(order: SortOrder, sort: string, passing: ReadonlySet<number> | null): Selection {
  const { numbers, width } = order;
  const all = numbers.length / width;
  const numberAt = (place: number): number => Number.parseInt(numbers.slice(place * width, (place + 1) * width), RADIX);
  return {
    total: passing?.size ?? all,
    slice(start, end) {
      const toPlace = sort.startsWith("-") ? createDescent(order, all) : (place: number) => place;
      const found: number[] = [];
      for (let place = passing === null ? start : 0; place < all && found.length < (passing === null ? end - start : end); place += 1) {
        const number = numberAt(toPlace(place));
        if (passing === null || passing.has(number)) found.push(number);
      }
      return passing === null ? found : found.slice(start);
    },
  };
}

/** Leads from places in the descending order to those in the ascending one; to be asked for rising places. */
function createDescent({ missing, ties }: SortOrder, all: number): (place: number) => number {
  const present = all - missing;
  let tie = ties.length - 2;
  return (place) => {
    if (place >= present) return place;
    const mirrored = present - 1 - place;
    while ((ties[tie] ?? -1) > mirrored) tie -= 2;
    const [start = 0, length = 0] = ties.slice(Math.max(0, tie), Math.max(0, tie) + 2);
    // Documents with the same value stay in the order of their slugs.
    return tie >= 0 && mirrored < start + length ? 2 * start + length - 1 - mirrored : mirrored;
  };
}
