import type { FilterColumns, SortColumns, SortOrder } from "../../contract/index-format.ts";
import { compareKeys, type OrderValue, toOrderKey } from "../assemble/document-order.ts";
import { compareText } from "../shared/diagnostics.ts";

const RADIX = 36;

/** The slug of a document and its values of the sort keys. */
export type SortRow = readonly [slug: string, ...values: readonly OrderValue[]];

/** The columns of filters with the orders beside them. @param rows by document number */
export function toSortColumns(rows: readonly SortRow[], sorts: readonly string[], filters: FilterColumns): SortColumns {
  return { ...filters, sorts: Object.fromEntries(sorts.map((key, at) => [key, toSortOrder(rows, at + 1)])) };
}

function toSortOrder(rows: readonly SortRow[], column: number): SortOrder {
  const order = rows
    .map((row, number) => ({ key: toOrderKey(row[column] ?? null), number, slug: row[0] }))
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
