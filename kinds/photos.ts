import { LANGUAGE_FILTER, TAG_FILTER } from "./list-filter.ts";
import type { ListKindDefinition } from "./list-kind.ts";
import type { SearchRow } from "./search-row.ts";

export const photos = {
  name: "photos",
  one: "photo",
  // Divides by two, three, four and six: full rows of a grid.
  pageSize: 24,
  date: "takenAt",
  order: ["-takenAt"],
  filters: [
    TAG_FILTER,
    { name: "album", type: "slug", column: "posting", member: "album.slug" },
    LANGUAGE_FILTER,
    { name: "period", type: "period", column: "prefix", member: "takenAt", otherwise: "publishedAt" },
  ],
  sorts: ["takenAt", "publishedAt", "title"],
} as const satisfies ListKindDefinition;

export const photoSearch: SearchRow = {
  tags: ["tags.name", "album.title", "location.name", "location.country"],
  excerpt: [],
  cover: "image",
  language: "language",
  hasBodyText: false,
};
