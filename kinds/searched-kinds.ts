import { bookDocuments, books } from "./books.ts";
import { pageDocuments, pages } from "./pages-kind.ts";
import { photoSearch, photos } from "./photos.ts";
import { postSearch, posts } from "./posts.ts";
import { projectDocuments, projects } from "./projects.ts";
import { serviceSearch, services } from "./services.ts";

/** Built-in kinds that search finds, in the order of hits with the same score. */
export const SEARCHED_KINDS = [
  { kind: posts, search: postSearch },
  { kind: projects, search: projectDocuments.search },
  { kind: books, search: bookDocuments.search },
  { kind: photos, search: photoSearch },
  { kind: services, search: serviceSearch },
  { kind: pages, search: pageDocuments.search },
] as const;
