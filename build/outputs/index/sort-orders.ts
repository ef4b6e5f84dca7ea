import type { SortOrder } from "../../../contract/index-format.ts";
import { compareKeys, type OrderValue, toOrderKey } from "../../assemble/documents/document-order.ts";
import { compareText } from "../../shared/diagnostics.ts";

const RADIX = 36;

/**
 * @param slugs by document number
 * @param values of the key, by document number
 */
export function toSortOrder(slugs: readonly string[], values: readonly OrderValue[]): SortOrder {
  const order = slugs
    .map((slug, number) => ({ key: toOrderKey(values[number] ?? null), number, slug }))
    .sort((a, b) => compareKeys(a.key, b.key) || compareText(a.slug, b.slug));
  const present = order.findLastIndex(({ key }) => key !== null) + 1;
  const width = Math.max(0, order.length - 1).toString(RADIX).length;
  const ties: number[] = [];
  for (let start = 0, end = 1; start < present; start = end, end += 1) {
    while (end < present && order[end]?.key === order[start]?.key) end += 1;
    if (end - start > 1) ties.push(start, end - start);
  }
  const numbers = order.map(({ number }) => number.toString(RADIX).padStart(width, "0")).join("");
  return { numbers, width, missing: order.length - present, ties };
}
