import { z } from "zod";
import type { PhotoExif } from "../../contract/schemas/photo.ts";
import { language, localDateTime, picture, updatedAt, wordSlug } from "../fields/field-values.ts";
import { DATED, REDIRECT_FROM, TAGS, UPDATED } from "../fields/front-matter-names.ts";
import { alsoReads, mapping, number, optional, text } from "../fields/leaf.ts";
import { describe } from "../fields/wording.ts";
import { toTagSlug } from "../shared/slugs.ts";
import { Numeral, withoutNulls } from "../sources/data-values.ts";
import type { EntryOf, ValuesOf } from "./entry.ts";
import {
  createCommonFields,
  defineBuiltInKind,
  type EntryContext,
  PAGE_FIELDS,
  redirectFrom,
  tags,
  title,
  translationKey,
} from "./kind.ts";

function createFields(timeZone: string) {
  return {
    ...createCommonFields(timeZone),
    image: picture.describe("The picture: a path relative to the file, or { src, alt }"),
    takenAt: optional(localDateTime).describe("Local time at the place: 2024-01-31T18:05:00. Default: from the picture"),
    location: optional(location).describe("Where it was taken; never read from the picture"),
    exif: optional(exif).describe("How it was taken. Default: from the picture"),
    album: optional(album).describe("Album: a title, or { slug, title }"),
    license: optional(text()).describe("License, such as CC BY 4.0"),
    tags,
    language: optional(language).describe("Language of the title and caption, a BCP 47 tag. Default: the site's"),
    translationKey,
    updatedAt: updatedAt(timeZone),
    ...PAGE_FIELDS,
    redirectFrom,
  };
}

export const photoKind = defineBuiltInKind({
  kind: "photos",
  fields: createFields,
  names: { ...DATED, updatedAt: UPDATED, tags: TAGS, image: ["src", "photo"], language: ["lang"], redirectFrom: REDIRECT_FROM },
  mainPicture: "image",
  toOwn,
});

export type PhotoEntry = EntryOf<"photos", typeof createFields, ReturnType<typeof toOwn>>;

function toOwn(values: ValuesOf<typeof createFields>, { document, wrong }: EntryContext) {
  const { location: place } = values;
  if (place !== null && (place.latitude === null) !== (place.longitude === null)) {
    const field = ["location", place.latitude === null ? "latitude" : "longitude"];
    document.error({ code: "missing-key", message: "missing", hint: "latitude and longitude go together", field });
  }
  const image = document.picture(values.image, ["image"]);
  return {
    /** `src` "": it is wrong (reported). */
    image: wrong.has("image") ? { ...image, src: "" } : image,
    exif: writtenMembers(values.exif),
  };
}

/** Only the members that the author wrote: the rest comes from the file. */
function writtenMembers(values: PhotoExif | null): Partial<PhotoExif> | null {
  const written = withoutNulls(values ?? {});
  return Object.keys(written).length === 0 ? null : written;
}

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

const WANT_ALBUM = "want a title or { slug, title }";
const album = alsoReads(
  z.preprocess(
    (value, ctx) => {
      if (typeof value !== "string" && !(value instanceof Numeral)) return value;
      const written = title.parse(value);
      const made = toTagSlug(written);
      if (made !== "") return { slug: made, title: value };
      const params = { code: "bad-slug", hint: `name the album in words, or write { slug: …, title: ${written} }` };
      ctx.issues.push({ code: "custom", input: value, message: `${describe(written)} has neither letters nor numbers`, params });
      return z.NEVER;
    },
    mapping({ slug: wordSlug, title }, WANT_ALBUM),
  ),
  { type: ["string", "number"] },
);
