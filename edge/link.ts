import { PAGE_MAX } from "../contract/limits.ts";
import type { QueryPair } from "../contract/query-parse.ts";
import type { Pagination } from "../contract/schemas/list.ts";

/**
 * The `Link` header of a page (RFC 8288): first, prev, next, last, as far as there are such pages. A list of nothing has a first page
 * alone. Behind the end, prev is the last page.
 * @param address of the list, absolute, without a query
 * @param effective what the query asks for, in the order of the table of parameters; every link names its page
 */
export function toLink(address: string, effective: readonly QueryPair[], { page, totalPages }: Pagination): string {
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

/** `page` stands where the table has it: before `pageSize`, which is last. */
function toQuery(effective: readonly QueryPair[], page: number): string {
  const kept = effective.filter(([name]) => name !== "page");
  const sizeAt = kept.findIndex(([name]) => name === "pageSize");
  const pairs = kept.toSpliced(sizeAt < 0 ? kept.length : sizeAt, 0, ["page", String(page)]);
  return pairs.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join("&");
}
