import { PAGE_SIZE_DEFAULT, PHOTOS_PAGE_SIZE_DEFAULT } from "../contract/limits.ts";
import { fileOfPath } from "../contract/paths.ts";
import type { Pagination } from "../contract/schemas/list.ts";
import type { Assembled } from "./assemble/assemble.ts";
import type { TextFile } from "./index/files.ts";

/** The answers of every path that takes no query, and the first page of each that does. */
export function toDocumentFiles(site: Assembled): TextFile[] {
  const file = (path: string, value: unknown): TextFile => ({ path: fileOfPath(path), text: JSON.stringify(value) });
  return [
    file("/posts", toFirstPage(site.summaries, PAGE_SIZE_DEFAULT)),
    ...site.posts.map((post) => file(`/posts/${post.slug}`, post)),
    file("/projects", toFirstPage(site.projects, PAGE_SIZE_DEFAULT)),
    file("/books", toFirstPage(site.books, PAGE_SIZE_DEFAULT)),
    file("/photos", toFirstPage(site.photos, PHOTOS_PAGE_SIZE_DEFAULT)),
    file("/services", { items: site.services }),
    file("/services-page", site.servicesPage),
    file("/site-settings", site.siteSettings),
    file("/about", site.about),
    file("/tags/posts", { items: site.tagCounts.posts }),
    file("/tags/projects", { items: site.tagCounts.projects }),
    file("/tags/photos", { items: site.tagCounts.photos }),
    file("/tags/books", { items: site.tagCounts.books }),
    ...site.series.map((series) => file(`/post-series/${series.slug}`, series)),
  ];
}

function toFirstPage<T>(items: readonly T[], pageSize: number): { items: readonly T[]; pagination: Pagination } {
  const totalPages = Math.ceil(items.length / pageSize);
  return {
    items: items.slice(0, pageSize),
    pagination: { page: 1, pageSize, totalItems: items.length, totalPages, hasNextPage: totalPages > 1, hasPreviousPage: false },
  };
}
