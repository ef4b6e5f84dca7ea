/** The most items, in the order in which they come, whose numbers ascend; the numbers differ from each other. */
export function findInOrder<T>(items: readonly T[], numberOf: (item: T) => number): T[] {
  const numbers = items.map(numberOf);
  // Places of the items that end the best row of each length with the least number, and of the item before each in its row.
  const ends: number[] = [];
  const before = new Int32Array(items.length).fill(-1);
  for (let at = 0; at < items.length; at += 1) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < (numbers[at] ?? 0)) low = middle + 1;
      else high = middle;
    }
    before[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  }
  const row: T[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) row.push(items[at] as T);
  return row.reverse();
}
