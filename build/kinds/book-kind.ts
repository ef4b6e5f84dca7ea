import { BOOK_FORMATS, BOOK_STATUSES } from "../../kinds/books.ts";
import { instant, isbn10, isbn13, language, links, partialDate, people, slug, updatedAt } from "../fields/field-values.ts";
import { COVER, REDIRECT_FROM, SCHEDULE, TAGS, UPDATED } from "../fields/front-matter-names.ts";
import { leaf, number, oneOf, optional, text } from "../fields/leaf.ts";
import { describe } from "../fields/wording.ts";
import { readPartialDate } from "../shared/dates.ts";
import { Numeral } from "../sources/data-values.ts";
import type { EntryOf, ValuesOf } from "./entry.ts";
import { checkOrder, cover, createCommonFields, defineBuiltInKind, type EntryContext, PAGE_FIELDS, redirectFrom, tags } from "./kind.ts";

function createFields(timeZone: string) {
  return {
    ...createCommonFields(timeZone),
    publishedAt: optional(instant(timeZone)).describe("When the review is published, not the book"),
    subtitle: optional(text()).describe("Subtitle"),
    authors: people.describe("Authors: names, or { name, url }"),
    isbn13: optional(isbn13).describe("ISBN of 13 digits"),
    isbn10: optional(isbn10).describe("ISBN of 10 digits"),
    publisher: optional(text()).describe("Publisher"),
    publishedYear: optional(number({ min: -3000, max: 9999, whole: true }, "want a year such as 1998")).describe(
      "Year in which the book was published",
    ),
    pageCount: optional(number({ min: 1, whole: true }, "want a whole number of pages, such as 320")).describe("Number of pages"),
    language: optional(language).describe("Language that you read it in, a BCP 47 tag"),
    format: optional(oneOf(BOOK_FORMATS)).describe("What it was read as"),
    cover,
    status: oneOf(BOOK_STATUSES, STATUS_WORDS).describe("How far you are"),
    rating: optional(rating).describe("Your rating, 0.5 to 5 in halves"),
    startedOn: optional(partialDate).describe("When you began: 2024, 2024-01 or 2024-01-31"),
    finishedOn: optional(partialDate).describe("When you had read it: 2024, 2024-01 or 2024-01-31"),
    relatedPostSlug: optional(slug).describe("Slug of a post about it"),
    links: links.describe("Other links"),
    tags,
    updatedAt: updatedAt(timeZone),
    ...PAGE_FIELDS,
    redirectFrom,
  };
}

export const bookKind = defineBuiltInKind({
  kind: "books",
  fields: createFields,
  names: {
    ...SCHEDULE,
    updatedAt: UPDATED,
    tags: TAGS,
    cover: COVER,
    language: ["lang"],
    authors: ["author"],
    redirectFrom: REDIRECT_FROM,
  },
  toOwn,
  // `published: 1998` says when others printed it.
  fits: (field, value) => {
    const written = value instanceof Numeral ? value.source : value;
    const isYear = typeof written === "string" && /^\d{4}(?:-\d{2})?$/.test(written.trim()) && readPartialDate(written).ok;
    return field !== "publishedAt" || !isYear;
  },
  readRefers: ({ relatedPostSlug }) => ({ relatedPostSlug: optional(slug).safeParse(relatedPostSlug).data ?? null }),
});

export type BookEntry = EntryOf<"books", typeof createFields, ReturnType<typeof toOwn>>;

function toOwn({ startedOn, finishedOn, cover }: ValuesOf<typeof createFields>, { document }: EntryContext) {
  checkOrder(startedOn, finishedOn, "finishedOn", document);
  return { cover: document.picture(cover, ["cover"]) };
}

const rating = leaf(
  "want 0.5 to 5 in halves, such as 4.5",
  (value, fail) => {
    const found = value instanceof Numeral ? value.value : Number.NaN;
    return found >= 0.5 && found <= 5 && Number.isInteger(found * 2) ? found : fail("bad-value", `${describe(value)} is not a rating`);
  },
  { type: "number", minimum: 0.5, maximum: 5, multipleOf: 0.5 },
);

/** What reading lists elsewhere call it. `read` is near `reading`, and means another thing. */
const STATUS_WORDS = {
  read: "finished",
  done: "finished",
  completed: "finished",
  "to-read": "want_to_read",
  "to read": "want_to_read",
  wishlist: "want_to_read",
  "currently-reading": "reading",
  dnf: "abandoned",
} as const;
