/** What projects and books may be; schemas and query parameters are made from these. */
export const PROJECT_STATUSES = ["planned", "active", "maintained", "archived"] as const;
export const BOOK_STATUSES = ["want_to_read", "reading", "finished", "abandoned"] as const;
