import { TAG_FILTER } from "./list-filter.ts";
import type { ListKindDefinition } from "./list-kind.ts";

export const BOOK_FORMATS = ["hardcover", "paperback", "ebook", "audiobook", "graphic_novel"] as const;
export const BOOK_STATUSES = ["want_to_read", "reading", "finished", "abandoned"] as const;

export const books = {
  name: "books",
  one: "book",
  words: { one: "Book", many: "Books" },
  pageSize: 20,
  hasText: false,
  date: "finishedOn",
  order: ["status=reading", "-finishedOn"],
  filters: [
    TAG_FILTER,
    { name: "status", type: "enum", values: BOOK_STATUSES, default: null, column: "posting", member: "status" },
    { name: "period", type: "period", column: "prefix", member: "finishedOn" },
  ],
  sorts: ["finishedOn", "startedOn", "rating", "publishedYear", "title"],
  // The `language` of a book is that of the book.
  search: { tags: ["tags.name"], excerpt: ["subtitle", "authors.name"], cover: "cover", language: null, hasBodyText: false },
} as const satisfies ListKindDefinition;
