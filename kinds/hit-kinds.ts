import { books } from "./books.ts";
import { pages } from "./pages-kind.ts";
import { photos } from "./photos.ts";
import { posts } from "./posts.ts";
import { projects } from "./projects.ts";
import { services } from "./services.ts";

/** What hits of the built-in kinds are called, in the order of hits with the same score. */
export const SEARCH_KINDS = [posts.one, projects.one, books.one, photos.one, services.one, pages.one] as const;
/** Kinds that the facets name even where the site has no document of them. */
export const ALWAYS_COUNTED = [posts.one, projects.one, books.one] as const;
