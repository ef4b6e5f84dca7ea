import type { Pagination } from "./schemas/list.ts";

/**
 * The JSON text of a list, assembled from the texts of its items. The build uses it for first pages
 * and the read handler for all others, so a page has the same bytes from both.
 */

/** @param totalItems number of items on all pages; 0 gives 0 pages */
export function paginate(page: number, pageSize: number, totalItems: number): Pagination {
  const totalPages = Math.ceil(totalItems / pageSize);
  return { page, pageSize, totalItems, totalPages, hasNextPage: page < totalPages, hasPreviousPage: page > 1 && totalPages > 0 };
}

/** Position of a page in a list; null if it is past the end. */
export function toPageSpan(page: number, pageSize: number, total: number): { readonly offset: number; readonly take: number } | null {
  const offset = (page - 1) * pageSize;
  const take = Math.min(pageSize, total - offset);
  return take <= 0 ? null : { offset, take };
}

/**
 * @param items the JSON text of each item, without surrounding spaces
 * @param beside members after `items` and `pagination`
 */
export function toListText(items: readonly string[], pagination: Pagination, beside: Readonly<Record<string, unknown>> = {}): string {
  const members = Object.entries({ pagination, ...beside }).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return `{"items":[${items.join(",")}]${members.join("")}}`;
}
