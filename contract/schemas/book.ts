import { z } from "zod";
import { BOOK_FORMATS, BOOK_STATUSES } from "../../kinds/books.ts";
import { AbsoluteUrl, Extra, Image, Instant, LabelledLink, LanguageTag, PartialDate, Person, Slug, Tag } from "./values.ts";

export const BookFormat = z.enum(BOOK_FORMATS).meta({ id: "BookFormat", description: "How a book is made" });
export const BookStatus = z.enum(BOOK_STATUSES).meta({ id: "BookStatus", description: "Where the reader stands with a book" });

export const Book = z
  .strictObject({
    slug: Slug.meta({ description: "Names the book in paths of the API" }),
    url: AbsoluteUrl.meta({ description: "The book's page" }),
    title: z.string().meta({ description: "Plain text" }),
    subtitle: z.string().nullable().meta({ description: "Plain text; null: none" }),
    authors: z.array(Person).meta({ description: "In the order of the cover" }),
    isbn13: z
      .string()
      .regex(/^97[89]\d{10}$/)
      .nullable()
      .meta({ description: "Digits alone; null: not known" }),
    isbn10: z
      .string()
      .regex(/^\d{9}[\dX]$/)
      .nullable()
      .meta({ description: "Ten characters, no hyphens; null: not known" }),
    publisher: z.string().nullable().meta({ description: "Null: not known" }),
    publishedYear: z.int().nullable().meta({ description: "Null: not known" }),
    pageCount: z.int().min(1).nullable().meta({ description: "Pages; null: not known" }),
    language: LanguageTag.nullable().meta({ description: "BCP 47, of the edition that was read; null: not known" }),
    format: BookFormat.nullable().meta({ description: "How it is made; null: not known" }),
    cover: Image.nullable().meta({ description: "Picture of the cover; null: none" }),
    status: BookStatus.meta({ description: "Where the reader stands with it" }),
    rating: z.number().min(0.5).max(5).multipleOf(0.5).nullable().meta({ description: "Stars, by halves; null: not rated" }),
    startedOn: PartialDate.nullable().meta({ description: "When reading began; null: not said" }),
    finishedOn: PartialDate.nullable().meta({ description: "When reading ended; null: not said" }),
    reviewHtml: z.string().nullable().meta({ description: "The review as safe HTML; null: none" }),
    relatedPostSlug: Slug.nullable().meta({ description: "Slug of a post about it; null: none" }),
    links: z.array(LabelledLink).meta({ description: "Where it is sold or described" }),
    tags: z.array(Tag).meta({ description: "In the author's order" }),
    updatedAt: Instant.nullable().meta({ description: "Last change the author dates; null: undated" }),
    extra: Extra.meta({ description: "The author's own front matter" }),
  })
  .meta({ id: "Book", description: "A book" });
export type BookFormat = z.infer<typeof BookFormat>;
export type BookStatus = z.infer<typeof BookStatus>;
export type Book = z.infer<typeof Book>;
