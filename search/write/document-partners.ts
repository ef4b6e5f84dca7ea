import { findBound } from "../../contract/lists/find-bound.ts";

/** Marks a document that the former index does not have. */
export const NO_PARTNER = -1;

/**
 * Matches current documents with former ones. First, as many as possible with the same id in the
 * same order. Then, documents between the same two matches, in their order: either the edited
 * document, or another in its place.
 * @param previous ids in document order
 * @param present ids in document order
 * @returns ascending numbers of former documents, or NO_PARTNER
 */
export function findPartners(previous: readonly string[], present: readonly string[]): Int32Array {
  const partners = new Int32Array(present.length).fill(NO_PARTNER);
  const shorter = Math.min(previous.length, present.length);
  let start = 0;
  while (start < shorter && previous[start] === present[start]) partners[start] = start++;
  let [previousEnd, end] = [previous.length, present.length];
  while (previousEnd > start && end > start && previous[previousEnd - 1] === present[end - 1]) partners[--end] = --previousEnd;
  const places = new Map<string, number>();
  // Empty slots have no id. Those between the same two documents are partners.
  for (let place = start; place < previousEnd; place += 1) if (previous[place] !== "") places.set(previous[place] ?? "", place);
  const same: { readonly id: number; readonly place: number }[] = [];
  for (let id = start; id < end; id += 1) {
    const place = places.get(present[id] ?? "");
    // If two have the same id, only one is matched with the former document.
    places.delete(present[id] ?? "");
    if (place !== undefined) same.push({ id, place });
  }
  for (const { id, place } of findInOrder(same, (each) => each.place)) partners[id] = place;
  fillGaps(partners, { start, end, previousEnd });
  return partners;
}

/** Matches documents in a gap between two partners with those in the same gap. */
function fillGaps(partners: Int32Array, { start, end, previousEnd }: { start: number; end: number; previousEnd: number }): void {
  let next = start;
  for (let id = start; id < end; id += 1) {
    const partner = partners[id] ?? NO_PARTNER;
    if (partner !== NO_PARTNER) {
      next = partner + 1;
      continue;
    }
    let behind = id + 1;
    while (behind < end && partners[behind] === NO_PARTNER) behind += 1;
    const limit = behind < end ? (partners[behind] ?? 0) : previousEnd;
    for (; id < behind && next < limit; id += 1) partners[id] = next++;
    id = behind - 1;
  }
}

/** The longest subsequence of items whose numbers ascend. The numbers are distinct. */
export function findInOrder<T>(items: readonly T[], numberOf: (item: T) => number): T[] {
  const numbers = items.map(numberOf);
  // For each length, the item that ends the best subsequence with the smallest number; and for each
  // item, its predecessor.
  const ends: number[] = [];
  const before = new Int32Array(items.length).fill(-1);
  for (let at = 0; at < items.length; at += 1) {
    const number = numbers[at] ?? 0;
    const length = findBound(ends.length, (place) => (numbers[ends[place] ?? 0] ?? 0) < number);
    before[at] = ends[length - 1] ?? -1;
    ends[length] = at;
  }
  const row: T[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) row.push(items[at] as T);
  return row.reverse();
}
