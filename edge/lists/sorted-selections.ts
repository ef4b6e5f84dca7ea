import type { SortOrder } from "../../contract/index-format.ts";
import type { Selection } from "./selections.ts";

const RADIX = 36;

/**
 * Documents in the order of a key, read only as far as a page needs.
 * @param sort the key, with a leading `-` for descending
 * @param passing the wanted documents; null for all
 */
export function selectSorted({ numbers, width, missing, ties }: SortOrder, sort: string, passing: ReadonlySet<number> | null): Selection {
  const total = numbers.length / width;
  const present = total - missing;
  return {
    total: passing?.size ?? total,
    slice(start, end) {
      const found: number[] = [];
      let tie = ties.length;
      for (let place = 0; place < total && found.length < end; place += 1) {
        let at = place;
        if (sort.startsWith("-") && place < present) {
          at = present - 1 - place;
          while ((ties[tie - 2] ?? -1) > at) tie -= 2;
          const [first = 0, length = 0] = ties.slice(tie - 2, tie);
          // Documents with the same value stay in the order of their slugs.
          if (at < first + length) at = 2 * first + length - 1 - at;
        }
        const number = Number.parseInt(numbers.slice(at * width, (at + 1) * width), RADIX);
        if (passing === null || passing.has(number)) found.push(number);
      }
      return found.slice(start);
    },
  };
}
