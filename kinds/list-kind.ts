import type { ListFilter } from "./list-filter.ts";

/** A built-in kind whose documents are in a list with pages, filters and tags. */
export interface ListKindDefinition {
  /** Name of its list in API paths, and of its collection of files. */
  readonly name: string;
  /** Name of one document in paths, search and engagement. */
  readonly one: string;
  readonly pageSize: number;
  /** The member by which documents are numbered: ascending, nulls first. */
  readonly date: string;
  readonly order: readonly OrderKey[];
  /** In the order of parameters in a `Link` header. */
  readonly filters: readonly ListFilter[];
  /**
   * Members that `sort` accepts: `title` ascending, `-title` descending. Documents are compared by
   * that value, then by slug. Nulls come last in both directions.
   */
  readonly sorts: readonly string[];
}

/**
 * `title`: ascending; `-startedOn`: descending, both with nulls last; `status=reading`: documents
 * with that value first.
 */
export type OrderKey = string;

/** Whether the list is the reverse of the numbering, so that it needs no column for its order. */
export function isListedByDate({ order, date }: { readonly order: readonly OrderKey[]; readonly date: string | null }): boolean {
  return order.length === 1 && order[0] === `-${date}`;
}

/** Display names of a kind's documents: `Post` and `Posts`. */
export function wordsOf({ name, one }: Pick<ListKindDefinition, "name" | "one">): { readonly one: string; readonly many: string } {
  const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  return { one: capitalize(one), many: capitalize(name) };
}
