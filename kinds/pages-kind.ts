import type { BuiltInDocuments } from "./document-kind.ts";
import { LANGUAGE_FILTER, TAG_FILTER } from "./list-filter.ts";
import type { ListKindDefinition } from "./list-kind.ts";

export const pages = {
  name: "pages",
  one: "page",
  pageSize: 20,
  date: "publishedAt",
  order: ["order", "title"],
  filters: [TAG_FILTER, LANGUAGE_FILTER],
  sorts: ["order", "updatedAt", "title"],
} as const satisfies ListKindDefinition;

/**
 * Pages of the site. `content/pages/docs/install.md` has the page `/docs/install/`, below the page
 * of `docs/index.md`.
 */
export const pageDocuments: BuiltInDocuments = {
  search: { tags: ["tags.name"], excerpt: ["excerpt"], cover: "cover", language: "language", hasBodyText: true },
  schema: { name: "Page", description: "A page of the site" },
  about: "Pages such as About, by the author's order, then title. `parent` is the page of the nearest folder above.",
  page: "/{path}/",
  isTree: true,
  isDated: true,
  hasLanguage: true,
  members: {
    order: {
      ...{ type: "number", isOptional: true, multipleOf: 1, want: "want a whole number; small ones come first" },
      ...{
        description: "Position among its siblings: lower numbers come first",
        answer: "Position set by the author, lowest first; null if none",
      },
      names: ["weight", "nav_order", "sidebar_position", "menuOrder"],
    },
    parent: { type: "parent", answer: "Page of the nearest folder above it that has a page; null if none" },
  },
  example: {
    slug: "uses",
    path: "/uses/",
    title: "What I use",
    excerpt: "A tide gauge.",
    language: "en",
    bodyHtml: "<p>A tide gauge.</p>",
    bodyText: "A tide gauge.",
  },
};
