import { LANGUAGE_FILTER, TAG_FILTER } from "./list-filter.ts";
import type { ListKindDefinition } from "./list-kind.ts";
import type { SearchRow } from "./search-row.ts";

export const POST_TYPES = ["TEXT", "VIDEO", "IMAGE"] as const;
export const SERIES_STATUSES = ["ongoing", "complete"] as const;

export const posts = {
  name: "posts",
  one: "post",
  pageSize: 20,
  date: "publishedAt",
  order: ["-publishedAt"],
  filters: [
    { name: "type", type: "enum", values: POST_TYPES, default: null, column: "trait", member: "type" },
    TAG_FILTER,
    { name: "category", type: "slug", column: "posting", member: "categories.slug" },
    { name: "author", type: "slug", column: "posting", member: "authors.slug" },
    { name: "series", type: "slug", column: "posting", member: "series.slug" },
    LANGUAGE_FILTER,
    { name: "featured", type: "boolean", column: "posting", member: "featured" },
    { name: "hasCode", type: "boolean", column: "trait", member: "hasCode" },
    { name: "publishedFrom", type: "instant", bound: "from", column: "instant", member: "publishedAt" },
    { name: "publishedTo", type: "instant", bound: "to", column: "instant", member: "publishedAt" },
    { name: "period", type: "period", column: "prefix", member: "publishedAt" },
  ],
  sorts: ["publishedAt", "updatedAt", "title", "readingTimeMinutes"],
} as const satisfies ListKindDefinition;

export const postSearch: SearchRow = { tags: ["tags.name"], excerpt: ["excerpt"], cover: "cover", language: "language", hasBodyText: true };
