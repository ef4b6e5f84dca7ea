import type { ResolvedPage } from "../../packages/octavo-client/client.ts";

/** Asks the API for a path below its base, with its query. null: there is nothing of that name. */
export type AskApi = <T>(path: string) => Promise<T | null>;

/** A list of the API, with its filters. */
export interface ApiList {
  readonly kind: string;
  readonly query: Readonly<Record<string, string>>;
}

export interface ListItems {
  readonly items: readonly object[];
  /** Items of the whole list. */
  readonly total: number;
}

/** Items of one request: of few items, and the most that the API answers. */
const PAGE_SIZES = [1, 20, 50, 100];

/** Items of a list from `start` to `end`, or to its end. */
export async function readItems(ask: AskApi, { kind, query }: ApiList, start = 0, end = Number.POSITIVE_INFINITY): Promise<ListItems> {
  const size = PAGE_SIZES.find((one) => one >= end - start) ?? 100;
  const first = Math.floor(start / size);
  const items: object[] = [];
  let total = Number.POSITIVE_INFINITY;
  for (let at = first; at * size < Math.min(end, total); at += 1) {
    const parameters = new URLSearchParams({ ...query, page: String(at + 1), pageSize: String(size) });
    const answer = await ask<ListAnswer>(`/${kind}?${parameters}`);
    if (answer === null) return { items: [], total: 0 };
    items.push(...answer.items);
    total = answer.pagination.totalItems;
  }
  const offset = first * size;
  return { items: items.slice(start - offset, end - offset), total };
}

interface ListAnswer {
  readonly items: readonly object[];
  readonly pagination: { readonly totalItems: number };
}

/** The items of a collection that has no pages; []: the site has none. */
export async function readAll<T>(ask: AskApi, path: string): Promise<readonly T[]> {
  return (await ask<{ readonly items: readonly T[] }>(path))?.items ?? [];
}

/** The document or list at a path. null: there is none, or it has moved. */
export async function resolvePath(path: string, ask: AskApi): Promise<ResolvedPage | null> {
  const found = await ask<ResolvedPage>(`/resolve?${new URLSearchParams({ path })}`);
  return found === null || found.moved ? null : found;
}
