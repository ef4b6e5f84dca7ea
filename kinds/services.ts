import type { SearchRow } from "./search-row.ts";

export const services = {
  name: "services",
  one: "service",
  search: { tags: ["features", "deliverables"], excerpt: ["summary"], cover: null, language: null, hasBodyText: false },
} as const satisfies { readonly name: string; readonly one: string; readonly search: SearchRow };
