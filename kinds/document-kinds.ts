import { type DocumentKind, toDocumentKind } from "./document-kind.ts";
import { BUILT_IN_DOCUMENTS, BUILT_IN_KINDS } from "./list-kinds.ts";
import { postSearch } from "./posts.ts";

export type DocumentKindName = keyof typeof BUILT_IN_DOCUMENTS;
// Each key is the name of its kind.
export const DOCUMENT_KIND_NAMES = Object.keys(BUILT_IN_DOCUMENTS) as readonly DocumentKindName[];

/** The built-in kinds that are defined by their members. */
export const DOCUMENT_KINDS = Object.fromEntries(
  DOCUMENT_KIND_NAMES.map((name) => [name, toDocumentKind(BUILT_IN_KINDS[name], BUILT_IN_DOCUMENTS[name])]),
) as Readonly<Record<DocumentKindName, DocumentKind>>;

/** Built-in kinds that search covers, in the order of hits with the same score. */
export const SEARCHED_KINDS = Object.values(BUILT_IN_KINDS).map((kind) => ({
  kind,
  search: kind.name === "posts" ? postSearch : BUILT_IN_DOCUMENTS[kind.name].search,
}));
