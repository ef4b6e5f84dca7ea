import type { ListKindDefinition } from "./list-kind.ts";

/** A kind that a site's configuration defines, as far as its list needs it: the manifest names each. */
export type OwnListDefinition = Pick<ListKindDefinition, "name" | "pageSize" | "order" | "filters" | "sorts"> & {
  /** The member by which documents are numbered; null: they are numbered by slug. */
  readonly date: string | null;
};

export const OWN_KINDS_MAX = 32;
export const OWN_FILTERS_MAX = 8;
export const OWN_SORT_KEYS_MAX = 6;
export const OWN_KIND_NAME_MAX = 40;
export const OWN_KIND_NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
export const OWN_FIELD_NAME = /^[a-z][A-Za-z0-9]*$/;

/** Names that paths of the API, now or later, begin with; besides the first segments of its routes. */
export const RESERVED_KIND_NAMES: readonly string[] = [
  ...["post", "project", "book", "photo", "service", "page", "kind", "api", "mcp", "admin", "client", "series", "site", "likes"],
  ...["inquiries", "media", "index", "feed", "feeds", "documents", "stats", "users", "auth", "webmentions"],
];

/** The member of a document that holds a field of Markdown, rendered. */
export function toHtmlMember(field: string): string {
  return `${field}Html`;
}

/** Parameters that a page's address may carry for other reasons: no filter has their names. */
export const FOREIGN_PARAMETERS: readonly string[] = ["v", "t", "ts", "cb", "ref", "src", "source", "fbclid", "gclid", "msclkid"];
