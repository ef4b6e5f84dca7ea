import { LINK_MAX_BYTES, PAGE_MAX } from "../limits.ts";
import type { Pagination } from "../schemas/list.ts";
import type { QueryPair } from "./parse-query.ts";

/** Names of a list's query parameters for page and page size. */
export interface PageNames {
  readonly page: string;
  readonly size: string;
}

const PAGE_NAMES: PageNames = { page: "page", size: "pageSize" };
export const COMMENT_PAGE_NAMES: PageNames = { page: "commentsPage", size: "commentsPageSize" };

/**
 * Builds the `Link` header of a page (RFC 8288): first, prev, next and last, if those pages exist.
 * An empty list has only a first page. On a page past the end, prev is the last page.
 *
 * Four addresses with the longest possible query take 20 KB, more than proxies accept. If the
 * header would exceed LINK_MAX_BYTES, the links that clients need least are left out first. The
 * result is "" if not even the next page fits.
 * @param address the list's absolute address without a query
 * @param effective the query's parameters that are not at their default, in table order; every link
 * adds its page
 */
export function toLink(address: string, effective: readonly QueryPair[], { page, totalPages }: Pagination, names = PAGE_NAMES): string {
  const last = Math.min(totalPages, PAGE_MAX);
  const pages: readonly (readonly [rel: (typeof LEAST_NEEDED)[number], page: number, exists: boolean])[] = [
    ["first", 1, true],
    ["prev", Math.min(page - 1, last), page > 1 && last > 0],
    ["next", page + 1, page < last],
    ["last", last, last > 0],
  ];
  const links = new Map(
    pages
      .filter(([, , exists]) => exists)
      .map(([rel, number]) => [rel, `<${address}?${toQuery(effective, number, names)}>; rel="${rel}"`] as const),
  );
  for (const rel of LEAST_NEEDED) {
    // Characters are bytes, because the links are percent-encoded.
    if ([...links.values()].join(SEPARATOR).length <= LINK_MAX_BYTES) break;
    links.delete(rel);
  }
  return [...links.values()].join(SEPARATOR);
}

const SEPARATOR = ", ";
const LEAST_NEEDED = ["last", "first", "prev", "next"] as const;

/** Puts the page in its place in the parameter table, before the page size, which is last. */
function toQuery(effective: readonly QueryPair[], page: number, names: PageNames): string {
  const repeated = effective.filter(([name]) => name !== names.page);
  const sizeAt = repeated.findIndex(([name]) => name === names.size);
  const pairs = repeated.toSpliced(sizeAt < 0 ? repeated.length : sizeAt, 0, [names.page, String(page)]);
  return pairs.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join("&");
}
