import { BookFormat, BookStatus } from "../../contract/schemas/book.ts";
import { instant, isbn10, isbn13, language, links, partialDate, people, picture, slug } from "../fields/field-values.ts";
import { COVER, REDIRECT_FROM, SCHEDULE, TAGS, UPDATED } from "../fields/front-matter-names.ts";
import { leaf, number, oneOf, optional, text } from "../fields/leaf.ts";
import { describe } from "../fields/wording.ts";
import { readPartialDate } from "../shared/dates.ts";
import { Numeral } from "../sources/data-values.ts";
import type { EntryOf, ValuesOf } from "./entry.ts";
import { checkOrder, createCommonFields, defineKind, type EntryContext, PAGE_FIELDS, redirectFrom, tags } from "./kind.ts";

function createFields(timeZone: string) {
  return {
    ...createCommonFields(timeZone),
    subtitle: optional(text()),
    authors: people,
    isbn13: optional(isbn13),
    isbn10: optional(isbn10),
    publisher: optional(text()),
    publishedYear: optional(number({ min: -3000, max: 9999, whole: true }, "want a year such as 1998")),
    pageCount: optional(number({ min: 1, whole: true }, "want a whole number of pages, such as 320")),
    language: optional(language),
    format: optional(oneOf(BookFormat.options)),
    cover: optional(picture),
    status: oneOf(BookStatus.options, STATUS_WORDS),
    rating: optional(rating),
    startedOn: optional(partialDate),
    finishedOn: optional(partialDate),
    relatedPostSlug: optional(slug),
    links,
    tags,
    updatedAt: optional(instant(timeZone)),
    ...PAGE_FIELDS,
    redirectFrom,
  };
}

export const bookKind = defineKind({
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

const WANT_RATING = "want 0.5 to 5 in halves, such as 4.5";
const rating = leaf(
  WANT_RATING,
  (value, reading) => {
    const found = value instanceof Numeral ? value.value : Number.NaN;
    if (found >= 0.5 && found <= 5 && Number.isInteger(found * 2)) return found;
    return reading.fail({ code: "bad-value", message: `${describe(value)} is not a rating`, hint: WANT_RATING });
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
