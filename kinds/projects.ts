import { LANGUAGE_FILTER, TAG_FILTER } from "./list-filter.ts";
import type { ListKindDefinition } from "./list-kind.ts";

export const PROJECT_STATUSES = ["planned", "active", "maintained", "archived"] as const;

export const projects = {
  name: "projects",
  one: "project",
  words: { one: "Project", many: "Projects" },
  pageSize: 20,
  hasText: false,
  date: "startedOn",
  order: ["featured=true", "order", "-startedOn"],
  filters: [
    TAG_FILTER,
    { name: "status", type: "enum", values: PROJECT_STATUSES, default: null, column: "posting", member: "status" },
    LANGUAGE_FILTER,
    { name: "period", type: "period", column: "prefix", member: "startedOn" },
  ],
  sorts: ["startedOn", "updatedAt", "title"],
  search: { tags: ["tags.name", "stack"], excerpt: ["summary"], cover: "cover", language: "language", hasBodyText: false },
} as const satisfies ListKindDefinition;
