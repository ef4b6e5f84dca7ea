/**
 * Finds, by binary search from `from` on, the first place of a sorted list that is not before the
 * wanted one; `count` if all are.
 * @param count length of the list
 */
export function findBound(count: number, isBefore: (place: number) => boolean, from = 0): number {
  let low = from;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
