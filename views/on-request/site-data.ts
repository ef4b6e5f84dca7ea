import type { ResolvedPage } from "../../packages/octavo-client/client.ts";
import type { MemberGroup } from "../pages/list-page.ts";

/** A list of documents, with its filters. */
export interface SiteList {
  readonly kind: string;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
}

/** The lists of a tag, category or similar group, at least one. */
export type GroupLists = readonly [SiteList, ...SiteList[]];

/** A range of positions in a list whose newest item comes first. */
export interface ListRange {
  readonly start: number;
  readonly end: number;
}

export interface ListItems {
  readonly items: readonly object[];
  /** Number of items in the whole list. */
  readonly total: number;
}

/** The API's responses about a published site, for pages that are rendered on request. */
export interface SiteData {
  /** The document or list at a path; null if there is none, or it has moved. */
  resolve(path: string): Promise<ResolvedPage | null>;
  /**
   * A document that `resolve` found or that every site has, by its path in the API.
   * @throws Error if it has just been removed or is not available yet
   */
  read<T extends object>(path: string): Promise<T>;
  /** A tag or similar group, and the lists of its documents; null if no document belongs to it. */
  group<T extends object>(group: MemberGroup, slug: string): Promise<{ readonly answer: T; readonly lists: GroupLists } | null>;
  /**
   * Items of a list.
   * @param cut returns the range to read, given the total number of items; null for no items
   */
  list(list: SiteList, cut: (total: number) => ListRange | null): Promise<ListItems>;
}

/** Items from the beginning of a list. */
export async function readFirst(data: SiteData, list: SiteList, count = Number.POSITIVE_INFINITY): Promise<readonly object[]> {
  return (await data.list(list, (total) => ({ start: 0, end: Math.min(count, total) }))).items;
}

export async function countItems(data: SiteData, list: SiteList): Promise<number> {
  return (await data.list(list, () => null)).total;
}

/** The items of a collection that is not split into pages. */
export async function readAll<T>(data: SiteData, path: string): Promise<readonly T[]> {
  return (await data.read<{ readonly items: readonly T[] }>(path)).items;
}
