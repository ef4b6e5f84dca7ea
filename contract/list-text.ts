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

/** @param items each the JSON text of one, without spaces around it */
export function toListText(items: readonly string[], pagination: Pagination): string {
  return `{"items":[${items.join(",")}],"pagination":${JSON.stringify(pagination)}}`;
}
