import { books } from "./books.ts";
import { pages } from "./pages-kind.ts";
import { photos } from "./photos.ts";
import { posts } from "./posts.ts";
import { projects } from "./projects.ts";

/** The built-in kinds with a list, by name; in the order of menus and files. */
export const LISTS = { posts, projects, books, photos, pages } as const;
export type ListKind = keyof typeof LISTS;
// Each key is the name of its kind.
export const LIST_KINDS = Object.keys(LISTS) as readonly ListKind[];
/** Lists whose kinds have no routes and texts of their own. */
export type PlainListKind = Exclude<ListKind, "posts">;
export const PLAIN_LIST_KINDS = LIST_KINDS.filter((kind): kind is PlainListKind => kind !== "posts");
