import type { ListFilter } from "./list-filter.ts";

/** A built-in kind whose documents stand in a list with pages, filters and tags. */
export interface ListKindDefinition {
  /** Name of its list in paths of the API, and of its collection of files. */
  readonly name: string;
  /** One of its documents, in paths, search and engagement. */
  readonly one: string;
  readonly pageSize: number;
  /** The member by which documents are numbered: ascending, nulls first. */
  readonly date: string;
  readonly order: readonly OrderKey[];
  /** In the order of parameters in a `Link` header. */
  readonly filters: readonly ListFilter[];
  /** Members that `sort` takes: `title` ascending, `-title` descending. Only their values of a document are compared, then slugs; nulls are last both ways. */
  readonly sorts: readonly string[];
}

/** `title`: ascending; `-startedOn`: descending, both with nulls last; `status=reading`: documents with that value first. */
export type OrderKey = string;

/** Whether the list is the reverse of the numbering: no column says its order then. */
export function isListedByDate({ order, date }: { readonly order: readonly OrderKey[]; readonly date: string | null }): boolean {
  return order.length === 1 && order[0] === `-${date}`;
}

/** Names of a kind's documents for people: `Post` and `Posts`. */
export function wordsOf({ name, one }: Pick<ListKindDefinition, "name" | "one">): { readonly one: string; readonly many: string } {
  const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  return { one: capitalize(one), many: capitalize(name) };
}
