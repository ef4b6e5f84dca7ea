import { PAGE_MAX } from "../contract/limits.ts";
import type { QueryPair } from "../contract/query/parse-query.ts";
import type { Pagination } from "../contract/schemas/list.ts";

/**
 * The `Link` header of a page of comments (RFC 8288), as the read handler writes it for lists: first, prev, next, last, as far as there are such
 * pages. Behind the end, prev is the last page.
 * @param address of the list, absolute, without a query
 * @param effective what the query asks for, in the order of the table of parameters
 */
export function toCommentsLink(address: string, effective: readonly QueryPair[], { page, totalPages }: Pagination): string {
  const last = Math.min(totalPages, PAGE_MAX);
  const pages: readonly (readonly [rel: string, page: number, exists: boolean])[] = [
    ["first", 1, true],
    ["prev", Math.min(page - 1, last), page > 1 && last > 0],
    ["next", page + 1, page < last],
    ["last", last, last > 0],
  ];
  return pages
    .filter(([, , exists]) => exists)
    .map(([rel, number]) => `<${address}?${toQuery(effective, number)}>; rel="${rel}"`)
    .join(", ");
}

/** `commentsPage` stands where the table has it: before `commentsPageSize`, which is last. */
function toQuery(effective: readonly QueryPair[], page: number): string {
  const size = effective.filter(([name]) => name === "commentsPageSize");
  const filters = effective.filter(([name]) => name !== "commentsPage" && name !== "commentsPageSize");
  return [...filters, ["commentsPage", String(page)] as const, ...size]
    .map(([name, text]) => `${name}=${encodeURIComponent(text)}`)
    .join("&");
}
