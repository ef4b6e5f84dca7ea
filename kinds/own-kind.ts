import type { ListKindDefinition } from "./list-kind.ts";

/** The list of a kind that a site's configuration defines. The manifest contains these lists. */
export type OwnListDefinition = Pick<ListKindDefinition, "name" | "pageSize" | "order" | "filters" | "sorts"> & {
  /** The member by which documents are numbered; null for the slug. */
  readonly date: string | null;
};

export const OWN_KINDS_MAX = 32;
export const OWN_FILTERS_MAX = 8;
export const OWN_SORT_KEYS_MAX = 6;
export const OWN_KIND_NAME_MAX = 40;
export const OWN_KIND_NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
export const OWN_FIELD_NAME = /^[a-z][A-Za-z0-9]*$/;

/** The member of a document that contains the HTML of a Markdown field. */
export function toHtmlMember(field: string): string {
  return `${field}Html`;
}

/** Parameters that page addresses have for other reasons. No filter may have these names. */
export const FOREIGN_PARAMETERS: readonly string[] = ["v", "t", "ts", "cb", "ref", "src", "source", "fbclid", "gclid", "msclkid"];
