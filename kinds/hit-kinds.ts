import { books } from "./books.ts";
import { pages } from "./pages-kind.ts";
import { photos } from "./photos.ts";
import { posts } from "./posts.ts";
import { projects } from "./projects.ts";
import { services } from "./services.ts";

/** Built-in kinds that search finds, in the order of hits with the same score. */
export const SEARCHED_KINDS = [posts, projects, books, photos, services, pages] as const;
/** What a hit of each is called. */
export const SEARCH_KINDS = [posts.one, projects.one, books.one, photos.one, services.one, pages.one] as const;
/** Kinds that the facets name even where the site has no document of them. */
export const ALWAYS_COUNTED = [posts.one, projects.one, books.one] as const;
