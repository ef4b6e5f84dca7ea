import { z } from "zod";
import { BookFormat, BookStatus } from "../../contract/schemas/book.ts";
import { PostType, SeriesStatus } from "../../contract/schemas/post.ts";
import { ProjectStatus } from "../../contract/schemas/project.ts";
import { Availability, PricingModel, TimelineUnit } from "../../contract/schemas/service.ts";
import { isMapping, Numeral } from "../data-node.ts";
import { isSlug, toSlug } from "../slugs.ts";
import { boolean, leaf, list, mapping, number, oneOf, optional, readText, text, withDefault } from "./leaf.ts";
import {
  calendarDate,
  createPublicityFields,
  currency,
  instant,
  isbn10,
  isbn13,
  language,
  links,
  localDateTime,
  partialDate,
  person,
  picture,
  slug,
  texts,
  url,
} from "./values.ts";
import { describe } from "./wording.ts";

/** The front matter of each collection, with the API's names; dates without an offset are read in `timeZone`. */
export type CollectionSchemas = ReturnType<typeof createCollectionSchemas>;

const WANT_TITLE = "want the title, as text";
const WANT_TAGS = "want a list of names, or one text with commas";
const tags = list(text("want a name"), WANT_TAGS);

export function createCollectionSchemas(timeZone: string) {
  const when = optional(instant(timeZone));
  const common = { title: text(WANT_TITLE), slug: optional(slug), ...createPublicityFields(timeZone) };
  return {
    posts: mapping(
      {
        ...common,
        type: optional(oneOf(PostType.options)),
        excerpt: optional(text()),
        updatedAt: when,
        tags,
        unlisted: withDefault(boolean, false),
        series: optional(seriesPlace),
        aliases: formerSlugs,
        cover: optional(picture),
        images: list(picture, "want a list of pictures"),
        video: optional(video),
        language: optional(language),
        featured: withDefault(boolean, false),
        commentsOpen: optional(boolean),
        canonicalUrl: optional(url),
        author: optional(author),
      },
      "want front matter",
    ),
    projects: mapping(
      {
        ...common,
        summary: optional(text()),
        status: withDefault(oneOf(ProjectStatus.options), "active"),
        role: optional(text()),
        startedOn: optional(calendarDate),
        endedOn: optional(calendarDate),
        repositoryUrl: optional(url),
        demoUrl: optional(url),
        links,
        stack: texts,
        license: optional(text()),
        cover: optional(picture),
        gallery: list(picture, "want a list of pictures"),
        featured: withDefault(boolean, false),
        order: optional(order),
        tags,
        updatedAt: when,
      },
      "want front matter",
    ),
    books: mapping(
      {
        ...common,
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
        status: oneOf(BookStatus.options, BOOK_STATUS_WORDS),
        rating: optional(rating),
        startedOn: optional(partialDate),
        finishedOn: optional(partialDate),
        relatedPostSlug: optional(slug),
        links,
        tags,
        updatedAt: when,
      },
      "want front matter",
    ),
    photos: mapping(
      {
        ...common,
        image: picture,
        takenAt: optional(localDateTime),
        location: optional(location),
        exif: optional(exif),
        album: optional(album),
        license: optional(text()),
        tags,
      },
      "want front matter",
    ),
    services: mapping(
      {
        ...common,
        id: optional(text("want a short name")),
        summary: optional(text()),
        features: texts,
        deliverables: texts,
        pricing: optional(pricing),
        timeline: optional(timeline),
        availability: withDefault(oneOf(Availability.options), "open"),
        featured: withDefault(boolean, false),
        order: optional(order),
        updatedAt: when,
      },
      "want front matter",
    ),
    series: mapping(
      {
        ...common,
        description: optional(text()),
        cover: optional(picture),
        status: withDefault(oneOf(SeriesStatus.options), "ongoing"),
      },
      "want keys and values",
    ),
  };
}

/** A former slug, or the last part of a former path: `/2019/old-title/`, as Hugo and Jekyll have them. */
const formerSlug = leaf("want a former slug", (value, reading) => {
  const written = readText(value, reading, "want a former slug");
  const fromPath = written.includes("/");
  const last = written.replace(/[?#].*$/, "").replace(/(?:\/index)?(?:\.html?)?\/*$/, "");
  const alias = fromPath ? toSlug(last.slice(last.lastIndexOf("/") + 1)) : written;
  if (isSlug(alias) || (fromPath && alias === "")) return { alias, fromPath };
  const right = toSlug(written);
  return reading.fail({
    code: "bad-slug",
    message: `${describe(written)} is not a slug`,
    hint: right === "" ? "want a former slug" : `want ${right}`,
  });
});
export const formerSlugs = list(formerSlug, "want a list of former slugs");

const order = number({ whole: true }, "want a whole number; small ones come first");

const position = number({ min: 1, max: 100_000, whole: true }, "want a whole number from 1");
const WANT_SERIES = "want { slug: my-series, position: 2 }, or the series' slug alone";
export const seriesPlace = z
  .unknown()
  .transform((value) => (typeof value === "string" || value instanceof Numeral ? { slug: value } : value))
  .pipe(mapping({ slug, position: optional(position) }, WANT_SERIES));

const seconds = number({ min: 0, whole: true }, "want whole seconds, such as 185");
const video = z
  .unknown()
  .transform((value) => (typeof value === "string" ? { url: value } : value))
  .pipe(mapping({ url, durationSeconds: optional(seconds), poster: optional(picture) }, "want { url, durationSeconds, poster }"));

/** One person; of a list of several (`authors`) the names are joined. */
const author = z
  .unknown()
  .transform((value) => (Array.isArray(value) && value.length === 1 ? value[0] : value))
  .transform((value) => (Array.isArray(value) && value.every((name) => typeof name === "string") ? value.join(", ") : value))
  .pipe(person);

const people = optional(
  z
    .unknown()
    .transform((value) => (typeof value === "string" || isMapping(value) ? [value] : value))
    .pipe(list(person, "want a list of names or { name, url }")),
).transform((found) => found ?? []);

const WANT_RATING = "want 0.5 to 5 in halves, such as 4.5";
const rating = leaf(WANT_RATING, (value, reading) => {
  const found = value instanceof Numeral ? value.value : Number.NaN;
  if (found >= 0.5 && found <= 5 && Number.isInteger(found * 2)) return found;
  return reading.fail({ code: "bad-value", message: `${describe(value)} is not a rating`, hint: WANT_RATING });
});

const degrees = (max: number, want: string): z.ZodType<number | null> => optional(number({ min: -max, max }, want));
const WANT_LOCATION = "want { name, country, latitude, longitude }";
const location = mapping(
  {
    name: optional(text()),
    country: optional(text()),
    latitude: degrees(90, "want degrees from -90 to 90"),
    longitude: degrees(180, "want degrees from -180 to 180"),
  },
  WANT_LOCATION,
);

const positive = (want: string): z.ZodType<number | null> => optional(number({ min: 0 }, want));
const exif = mapping(
  {
    cameraMake: optional(text()),
    cameraModel: optional(text()),
    lens: optional(text()),
    focalLengthMm: positive("want millimetres, such as 35"),
    aperture: positive("want the f-number, such as 5.6"),
    shutterSpeed: optional(text("want seconds, such as 1/250")),
    iso: optional(number({ min: 1, whole: true }, "want a whole number, such as 400")),
  },
  "want { cameraMake, cameraModel, lens, focalLengthMm, aperture, shutterSpeed, iso }",
);

/** What reading lists elsewhere call it. `read` is near `reading`, and means another thing. */
const BOOK_STATUS_WORDS = {
  read: "finished",
  done: "finished",
  completed: "finished",
  "to-read": "want_to_read",
  "to read": "want_to_read",
  wishlist: "want_to_read",
  "currently-reading": "reading",
  dnf: "abandoned",
} as const;

const WANT_ALBUM = "want a title or { slug, title }";
const album = z
  .unknown()
  .transform((value, ctx) => {
    if (typeof value !== "string") return value;
    const name = toSlug(value);
    if (name !== "") return { slug: name, title: value };
    const params = { code: "bad-slug", hint: `want { slug: …, title: ${value} }, the slug of letters a-z and digits` };
    ctx.issues.push({ code: "custom", input: value, message: `${describe(value)} gives no slug`, params });
    return z.NEVER;
  })
  .pipe(mapping({ slug, title: text(WANT_TITLE) }, WANT_ALBUM));

const minor = number({ min: 0, whole: true }, "want whole minor units: 12500 for 125.00");
const pricing = mapping(
  {
    model: oneOf(PricingModel.options),
    amountMinor: optional(minor),
    maxAmountMinor: optional(minor),
    currency: optional(currency),
    unit: optional(text()),
    taxIncluded: optional(boolean),
    display: optional(text()),
  },
  "want { model, amountMinor, currency, … }",
);

const amount = optional(number({ min: 0 }, "want a number from 0"));
const timeline = mapping(
  { min: amount, max: amount, unit: oneOf(TimelineUnit.options), display: optional(text()) },
  "want { min, max, unit }",
);
