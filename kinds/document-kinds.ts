import { bookDocuments, books } from "./books.ts";
import { type BuiltInDocuments, type DocumentKind, toDocumentKind } from "./document-kind.ts";
import type { LISTS } from "./list-kinds.ts";
import { pageDocuments, pages } from "./pages-kind.ts";
import { projectDocuments, projects } from "./projects.ts";

/** What the built-in kinds define whose documents are made from their members. */
export const BUILT_IN_DOCUMENTS = { projects: projectDocuments, books: bookDocuments, pages: pageDocuments } as const satisfies Readonly<
  Record<string, BuiltInDocuments>
>;
export type DocumentKindName = keyof typeof BUILT_IN_DOCUMENTS;
/** One of the documents of such a kind. */
export type DocumentOne = (typeof LISTS)[DocumentKindName]["one"];
// Each key is the name of its kind.
export const DOCUMENT_KIND_NAMES = Object.keys(BUILT_IN_DOCUMENTS) as readonly DocumentKindName[];

export const DOCUMENT_KINDS: Readonly<Record<DocumentKindName, DocumentKind>> = {
  projects: toDocumentKind(projects, projectDocuments),
  books: toDocumentKind(books, bookDocuments),
  pages: toDocumentKind(pages, pageDocuments),
};
