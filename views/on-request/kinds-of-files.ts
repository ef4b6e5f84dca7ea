import { BUILT_IN_KINDS } from "../../kinds/list-kinds.ts";

/**
 * Kinds whose pages are files even if programs make the others: a site has few of them, or each has
 * several files in any case, like photos. Pages of lists that show some of them are also files.
 */
export const KINDS_OF_FILES: readonly string[] = [
  ...Object.keys(BUILT_IN_KINDS).filter((kind) => kind !== "posts" && kind !== "pages"),
  "series",
];
