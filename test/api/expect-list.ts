import { expect } from "vitest";
import { byKey } from "../../contract/by-key.ts";
import type { Pagination } from "../../contract/schemas/list.ts";
import type { PostSummary } from "../../contract/schemas/post.ts";
import { LIST_KINDS, type ListKind } from "../../kinds/list-kinds.ts";
import { type Answer, type ApiRequest, BASE_URL, type Catalog, type Listed } from "./request.ts";

/** Requests for lists, and their expected answers, computed from the whole list. */

/** Pages are left out: their lists lack the bodies that the catalog has. */
export type Kind = Exclude<ListKind, "pages">;
export const KINDS = LIST_KINDS.filter((kind): kind is Kind => kind !== "pages");
export const USUAL_SIZE: Readonly<Record<Kind, number>> = { ...byKey(KINDS, () => 20), photos: 24 };

interface ListRequestOptions {
  readonly shows: string;
  /** As sent, without `?`. */
  readonly query?: string;
  /**
   * The part of the query that links to other pages repeat, encoded, in the order of docs/api.md's
   * table, without page and pageSize.
   */
  readonly keep?: string;
  readonly page?: number;
  readonly pageSize?: number;
  /**
   * How many documents pass the filter. Stating it ensures that no filter is tested with everything
   * or nothing by accident. Default: some; all without a query.
   */
  readonly passes?: "all" | "some" | "none";
}

/** Requests the posts whose entries in the whole list pass a filter. */
export function posts(options: ListRequestOptions & { readonly where?: (post: PostSummary, catalog: Catalog) => boolean }): ApiRequest {
  return toRequest("posts", options, ({ catalog }) => {
    const { where = () => options.passes !== "none" } = options;
    return catalog.posts.filter((post) => where(post, catalog));
  });
}

/** Requests the documents of any kind that pass a filter. */
export function list(kind: Kind, options: ListRequestOptions & { readonly where?: (item: Listed) => boolean }): ApiRequest {
  return toRequest(kind, options, ({ catalog }) => {
    const items: readonly Listed[] = catalog[kind];
    return items.filter(options.where ?? (() => options.passes !== "none"));
  });
}

type Expected = (api: { readonly catalog: Catalog }) => readonly Listed[];

function toRequest(kind: Kind, options: ListRequestOptions, expected: Expected): ApiRequest {
  const { shows, query = "", keep = "", page = 1, pageSize = USUAL_SIZE[kind], passes = query === "" ? "all" : "some" } = options;
  return {
    shows,
    target: `/${kind}${query === "" ? "" : `?${query}`}`,
    status: 200,
    check(answer, api) {
      const items = expected(api);
      const all = api.catalog[kind].length;
      expect(items.length > 0 ? (items.length < all ? "some" : "all") : "none").toBe(passes);
      expectPage(answer, { kind, items, keep, page, pageSize });
    },
  };
}

export interface ExpectedPage {
  readonly kind: Kind | "search";
  /** Items of all pages. */
  readonly items: readonly Pick<Listed, "slug">[];
  readonly keep: string;
  readonly page: number;
  readonly pageSize: number;
}

/** Checks that the page has these items, in this order, with the right figures and links. */
export function expectPage(answer: Answer, expected: ExpectedPage): void {
  const { items, page, pageSize } = expected;
  const body = answer.json<{ items: unknown[]; pagination: Pagination }>();
  expect(Object.keys(body).slice(0, 2)).toEqual(["items", "pagination"]);
  const wanted = items.filter((_, at) => Math.floor(at / pageSize) === page - 1);
  // Search hits have other members, so only their order is compared.
  if (expected.kind === "search") expect(body.items).toEqual(wanted.map(({ slug }) => expect.objectContaining({ slug })));
  else expect(body.items).toEqual(wanted);
  let totalPages = 0;
  while (totalPages * pageSize < items.length) totalPages += 1;
  expect(body.pagination).toEqual({
    page,
    pageSize,
    totalItems: items.length,
    totalPages,
    hasNextPage: page < totalPages,
    hasPreviousPage: page > 1 && totalPages > 0,
  });
  expect(answer.headers.get("Link")).toBe(linkOf(expected, totalPages));
}

function linkOf({ kind, keep, page, pageSize }: ExpectedPage, totalPages: number): string {
  const usual = kind === "search" ? 10 : USUAL_SIZE[kind];
  const to = (number: number, rel: string): string => {
    const pairs = [keep, `page=${number}`, pageSize === usual ? "" : `pageSize=${pageSize}`].filter((pair) => pair !== "");
    return `<${BASE_URL}/${kind}?${pairs.join("&")}>; rel="${rel}"`;
  };
  const links = [to(1, "first")];
  if (page > 1 && totalPages > 0) links.push(to(page > totalPages ? totalPages : page - 1, "prev"));
  if (page < totalPages) links.push(to(page + 1, "next"));
  if (totalPages > 0) links.push(to(totalPages, "last"));
  return links.join(", ");
}
