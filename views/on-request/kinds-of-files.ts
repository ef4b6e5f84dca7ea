import { BUILT_IN_KINDS } from "../../kinds/list-kinds.ts";

/**
 * Kinds whose pages are files even if other pages are made on request. A site has few documents of
 * these kinds, or each document (such as a photo) has several files anyway. Lists that show any of
 * these kinds are also files.
 */
export const KINDS_OF_FILES: readonly string[] = [
  ...Object.keys(BUILT_IN_KINDS).filter((kind) => kind !== "posts" && kind !== "pages"),
  "series",
];
