import { z } from "zod";
import { BOOK_STATUSES } from "../statuses.ts";
import { AbsoluteUrl, Extra, Image, Instant, LabelledLink, LanguageTag, PartialDate, Person, Slug, Tag } from "./values.ts";

export const BookFormat = z.enum(["hardcover", "paperback", "ebook", "audiobook", "graphic_novel"]).meta({ id: "BookFormat" });
export const BookStatus = z.enum(BOOK_STATUSES).meta({ id: "BookStatus" });

export const Book = z
  .strictObject({
    slug: Slug,
    url: AbsoluteUrl,
    title: z.string(),
    subtitle: z.string().nullable(),
    authors: z.array(Person),
    isbn13: z
      .string()
      .regex(/^97[89]\d{10}$/)
      .nullable(),
    isbn10: z
      .string()
      .regex(/^\d{9}[\dX]$/)
      .nullable(),
    publisher: z.string().nullable(),
    publishedYear: z.int().nullable(),
    pageCount: z.int().min(1).nullable(),
    language: LanguageTag.nullable(),
    format: BookFormat.nullable(),
    cover: Image.nullable(),
    status: BookStatus,
    rating: z.number().min(0.5).max(5).multipleOf(0.5).nullable(),
    startedOn: PartialDate.nullable(),
    finishedOn: PartialDate.nullable(),
    reviewHtml: z.string().nullable(),
    relatedPostSlug: Slug.nullable(),
    links: z.array(LabelledLink),
    tags: z.array(Tag),
    updatedAt: Instant.nullable(),
    extra: Extra,
  })
  .meta({ id: "Book" });
export type BookFormat = z.infer<typeof BookFormat>;
export type BookStatus = z.infer<typeof BookStatus>;
export type Book = z.infer<typeof Book>;
