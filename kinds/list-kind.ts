import type { ListFilter } from "./list-filter.ts";
import type { SearchRow } from "./search-row.ts";

/** A built-in kind whose documents stand in a list with pages, filters and tags. */
export interface ListKindDefinition {
  /** Of its list in paths of the API, and of its collection of files. */
  readonly name: string;
  /** One of its documents, in paths, search and engagement. */
  readonly one: string;
  /** What people call its documents. */
  readonly words: { readonly one: string; readonly many: string };
  readonly pageSize: number;
  /** Whether `q` filters the list. */
  readonly hasText: boolean;
  /** The member by which documents are numbered: ascending, nulls first. */
  readonly date: string;
  readonly order: readonly OrderKey[];
  /** In the order of parameters in a `Link` header. */
  readonly filters: readonly ListFilter[];
  readonly search: SearchRow;
  /** Members that `sort` takes: `title` ascending, `-title` descending. Only their values of a document are compared, then slugs; nulls are last both ways. */
  readonly sorts: readonly string[];
}

/** `title`: ascending; `-startedOn`: descending, both with nulls last; `status=reading`: documents with that value first. */
export type OrderKey = string;

/** Whether the list is the reverse of the numbering: no column says its order then. */
export function isListedByDate({ order, date }: { readonly order: readonly OrderKey[]; readonly date: string | null }): boolean {
  return order.length === 1 && order[0] === `-${date}`;
}
