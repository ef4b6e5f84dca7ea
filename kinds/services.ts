import type { SearchRow } from "./search-row.ts";

export const services = {
  name: "services",
  one: "service",
} as const;

export const serviceSearch: SearchRow = {
  tags: ["features", "deliverables"],
  excerpt: ["summary"],
  cover: null,
  language: null,
  hasBodyText: false,
};
