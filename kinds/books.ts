import type { BuiltInDocuments } from "./document-kind.ts";
import { TAG_FILTER } from "./list-filter.ts";
import type { ListKindDefinition } from "./list-kind.ts";

const FORMATS = ["hardcover", "paperback", "ebook", "audiobook", "graphic_novel"] as const;
const STATUSES = ["want_to_read", "reading", "finished", "abandoned"] as const;

export const books = {
  name: "books",
  one: "book",
  pageSize: 20,
  date: "finishedOn",
  order: ["status=reading", "-finishedOn"],
  filters: [
    TAG_FILTER,
    { name: "status", type: "enum", values: STATUSES, default: null, column: "posting", member: "status" },
    { name: "period", type: "period", column: "prefix", member: "finishedOn" },
  ],
  sorts: ["finishedOn", "startedOn", "rating", "publishedYear", "title"],
} as const satisfies ListKindDefinition;

/** Status words used by other reading lists. `read` resembles `reading`, but means something else. */
const STATUS_SYNONYMS = {
  read: "finished",
  done: "finished",
  completed: "finished",
  "to-read": "want_to_read",
  "to read": "want_to_read",
  wishlist: "want_to_read",
  "currently-reading": "reading",
  dnf: "abandoned",
} as const;

export const bookDocuments: BuiltInDocuments = {
  // The `language` of a book is not the language of the review.
  search: { tags: ["tags.name"], excerpt: ["subtitle", "authors.name"], cover: "cover", language: null, hasBodyText: false },
  schema: { name: "Book", description: "A book" },
  about: "Books being read first, then the most recently finished.",
  publishedAt: "When the review is published, not the book",
  span: ["startedOn", "finishedOn"],
  starter: { authors: [], status: "reading", startedOn: "{day}" },
  inBrief: ["authors", "status", "rating"],
  members: {
    subtitle: { type: "text", isOptional: true, description: "Subtitle", answer: "Plain text; null if none" },
    authors: { type: "people", names: ["author"], description: "Authors: names, or { name, url }", answer: "In the order on the cover" },
    isbn13: { type: "isbn13", isOptional: true, description: "13-digit ISBN", answer: "Digits only; null if unknown" },
    isbn10: { type: "isbn10", isOptional: true, description: "10-digit ISBN", answer: "Ten characters, no hyphens; null if unknown" },
    publisher: { type: "text", isOptional: true, description: "Publisher", answer: "Null if unknown" },
    publishedYear: {
      ...{ type: "number", isOptional: true, minimum: -3000, maximum: 9999, multipleOf: 1, want: "want a year such as 1998" },
      ...{ description: "Year in which the book was published", answer: "Null if unknown" },
    },
    pageCount: {
      ...{ type: "number", isOptional: true, minimum: 1, multipleOf: 1, want: "want a whole number of pages, such as 320" },
      ...{ description: "Number of pages", answer: "Pages; null if unknown" },
    },
    language: {
      ...{ type: "language", isOptional: true, description: "Language in which you read it, as a BCP 47 tag" },
      answer: "BCP 47 tag of the edition that was read; null if unknown",
    },
    format: {
      ...{ type: "oneOf", values: FORMATS, isOptional: true, schema: { name: "BookFormat", description: "Format of a book" } },
      ...{ description: "Format in which you read it", answer: "Its format; null if unknown" },
    },
    cover: {
      ...{ type: "picture", isOptional: true, description: "Picture: a path relative to the file, or { src, alt }" },
      answer: "Picture of the cover; null if none",
    },
    status: {
      ...{ type: "oneOf", values: STATUSES, synonyms: STATUS_SYNONYMS, description: "Your reading status" },
      schema: { name: "BookStatus", description: "Reading status of a book" },
      answer: "Reading status",
    },
    rating: {
      ...{
        type: "number",
        isOptional: true,
        minimum: 0.5,
        maximum: 5,
        multipleOf: 0.5,
        want: "want 0.5 to 5 in steps of 0.5, such as 4.5",
      },
      ...{ description: "Your rating, 0.5 to 5 in steps of 0.5", answer: "Stars, in steps of 0.5; null if not rated" },
    },
    startedOn: {
      ...{ type: "partialDate", isOptional: true, description: "When you began it: 2024, 2024-01 or 2024-01-31" },
      answer: "When reading began; null if not stated",
    },
    finishedOn: {
      ...{ type: "partialDate", isOptional: true, description: "When you finished it: 2024, 2024-01 or 2024-01-31" },
      answer: "When reading ended; null if not stated",
    },
    reviewHtml: { type: "html", isOptional: true, answer: "The review as HTML; null if none" },
    relatedPostSlug: {
      ...{ type: "reference", kind: "posts", showsSlug: true, isOptional: true, description: "Slug of a post about it" },
      answer: "Slug of a post about it; null if none",
    },
    links: { type: "links", description: "Other links", answer: "Where it is sold or described" },
  },
  example: {
    slug: "the-moon-and-the-tide",
    title: "The Moon and the Tide",
    authors: [{ name: "A. Writer", url: null }],
    isbn13: "9780000000002",
    publishedYear: 2019,
    pageCount: 240,
    language: "en",
    format: "paperback",
    status: "finished",
    rating: 4.5,
    startedOn: "2025-11",
    finishedOn: "2026-01-12",
    reviewHtml: "<p>Clear as water.</p>",
    relatedPostSlug: "tide-tables",
    tags: [{ slug: "sea", name: "Sea" }],
  },
};
