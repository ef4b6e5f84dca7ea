import { BUILT_IN_KINDS } from "./list-kinds.ts";

/** Hit names of the built-in kinds, in the order of hits with the same score. */
export const SEARCH_KINDS = Object.values(BUILT_IN_KINDS).map(({ one }) => one);
/** Kinds that the facets include even if the site has no document of them. */
export const ALWAYS_COUNTED = ["post", "project", "book"] as const satisfies readonly (typeof SEARCH_KINDS)[number][];
