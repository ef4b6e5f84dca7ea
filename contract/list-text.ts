import type { Pagination } from "./schemas/list.ts";

/**
 * The JSON text of a list, put together from the texts of its items. The build writes the first pages with it and
 * the read handler all others, so that a page has the same bytes whoever made it.
 */

/** @param totalItems of all pages; 0 gives 0 pages */
export function paginate(page: number, pageSize: number, totalItems: number): Pagination {
  const totalPages = Math.ceil(totalItems / pageSize);
  return { page, pageSize, totalItems, totalPages, hasNextPage: page < totalPages, hasPreviousPage: page > 1 && totalPages > 0 };
}

/** Where a page lies in a list; null: past its end. */
export function toPageSpan(page: number, pageSize: number, total: number): { readonly offset: number; readonly take: number } | null {
  const offset = (page - 1) * pageSize;
  const take = Math.min(pageSize, total - offset);
  return take <= 0 ? null : { offset, take };
}

/**
 * @param items each the JSON text of one, without spaces around it
 * @param beside members after `items` and `pagination`
 */
export function toListText(items: readonly string[], pagination: Pagination, beside: Readonly<Record<string, unknown>> = {}): string {
  const members = Object.entries({ pagination, ...beside }).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return `{"items":[${items.join(",")}]${members.join("")}}`;
}
