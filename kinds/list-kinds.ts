import { bookDocuments, books } from "./books.ts";
import type { BuiltInDocuments } from "./document-kind.ts";
import { pageDocuments, pages } from "./pages-kind.ts";
import { photoDocuments, photos } from "./photos.ts";
import { posts } from "./posts.ts";
import { projectDocuments, projects } from "./projects.ts";
import { serviceDocuments, services } from "./services.ts";

/** The built-in kinds that search covers, by name, in the order of hits with the same score. */
export const BUILT_IN_KINDS = { posts, projects, books, photos, services, pages } as const;
/** Kinds that are defined by their members. */
export const BUILT_IN_DOCUMENTS = {
  projects: projectDocuments,
  books: bookDocuments,
  pages: pageDocuments,
  photos: photoDocuments,
  services: serviceDocuments,
} as const satisfies Readonly<Partial<Record<keyof typeof BUILT_IN_KINDS, BuiltInDocuments>>>;

const { services: _, ...lists } = BUILT_IN_KINDS;
/** Kinds whose lists have pages and filters, in the order of menus and files. */
export const LISTS = lists;
export type ListKind = keyof typeof LISTS;
/**
 * A value by kind, as a build wrote it. Builds by older versions lack the kinds that were added
 * later.
 */
export type ByListKind<T> = Readonly<Pick<Record<ListKind, T>, "posts"> & Partial<Record<ListKind, T>>>;
// Each key is the name of its kind.
export const LIST_KINDS = Object.keys(LISTS) as readonly ListKind[];
/** Kinds whose lists do not need their own routes and texts. */
export type PlainListKind = Exclude<ListKind, "posts">;
export const PLAIN_LIST_KINDS = LIST_KINDS.filter((kind): kind is PlainListKind => kind !== "posts");

/** Whether files of a kind may be YAML without a body. */
export function mayBeYaml(name: string): boolean {
  const documents: Readonly<Record<string, BuiltInDocuments>> = BUILT_IN_DOCUMENTS;
  return documents[name]?.mayBeYaml === true;
}
