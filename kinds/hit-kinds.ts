import { BUILT_IN_KINDS } from "./list-kinds.ts";

/** Hit names of the built-in kinds, in the order of hits with the same score. */
export const SEARCH_KINDS = Object.values(BUILT_IN_KINDS).map(({ one }) => one);
/** Kinds that the facets include even if the site has no documents of that kind. */
export const ALWAYS_COUNTED = ["post", "project", "book"] as const satisfies readonly (typeof SEARCH_KINDS)[number][];

/**
 * Names that paths of the API begin with, or may begin with later, in addition to the first
 * segments of the API's routes.
 */
export const RESERVED_KIND_NAMES: readonly string[] = [
  ...SEARCH_KINDS,
  ...["kind", "api", "mcp", "admin", "client", "series", "site", "likes"],
  ...["inquiries", "media", "index", "feed", "feeds", "documents", "stats", "users", "auth", "webmentions"],
];
