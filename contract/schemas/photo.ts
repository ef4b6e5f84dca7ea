import { z } from "zod";
import {
  AbsoluteUrl,
  Extra,
  groupPage,
  Image,
  Instant,
  LanguageTag,
  LocalDateTime,
  PagePath,
  Slug,
  Tag,
  TagSlug,
  Translation,
} from "./values.ts";

export const PhotoLocation = z
  .strictObject({
    name: z.string().nullable().meta({ description: "Of the place; null: not said" }),
    country: z.string().nullable().meta({ description: "As written; null: not said" }),
    latitude: z.number().min(-90).max(90).nullable().meta({ description: "Degrees, north is positive; null: not said" }),
    longitude: z.number().min(-180).max(180).nullable().meta({ description: "Degrees, east is positive; null: not said" }),
  })
  .meta({ id: "PhotoLocation", description: "Only what the author writes, never from EXIF" });

export const PhotoExif = z
  .strictObject({
    cameraMake: z.string().nullable().meta({ description: "Maker of the camera; null: not known" }),
    cameraModel: z.string().nullable().meta({ description: "Null: not known" }),
    lens: z.string().nullable().meta({ description: "Null: not known" }),
    focalLengthMm: z.number().nullable().meta({ description: "Millimetres; null: not known" }),
    aperture: z.number().nullable().meta({ description: "F-number", example: 5.6 }),
    shutterSpeed: z.string().nullable().meta({ description: "Seconds, as a fraction below one", example: "1/250" }),
    iso: z.int().nullable().meta({ description: "Sensitivity; null: not known" }),
  })
  .meta({ id: "PhotoExif", description: "How a photo was taken" });

const albumName = {
  slug: TagSlug.meta({ description: "Slug of the album" }),
  title: z.string().meta({ description: "Title of the album" }),
};
export const Album = z
  .strictObject({
    ...albumName,
    count: z.int().min(1).meta({ description: "Photos" }),
    cover: Image.meta({ description: "Its newest photo" }),
    takenFrom: LocalDateTime.nullable().meta({ description: "When the oldest was taken; null: not known" }),
    takenTo: LocalDateTime.nullable().meta({ description: "When the newest was taken; null: not known" }),
    ...groupPage,
  })
  .meta({ id: "Album", description: "`cover` is its newest photo" });

export const AlbumPage = z
  .strictObject({ ...Album.shape, description: z.string().nullable().meta({ description: "Plain text; null: none" }) })
  .meta({ id: "AlbumPage", description: "An album, for a page of its own" });

export const Photo = z
  .strictObject({
    slug: Slug.meta({ description: "Names the photo in paths of the API" }),
    url: AbsoluteUrl.meta({ description: "The photo's page" }),
    path: PagePath.meta({ description: "Path of that page, as in `url`" }),
    title: z.string().meta({ description: "Plain text" }),
    captionHtml: z.string().nullable().meta({ description: "Safe HTML; null: none" }),
    image: Image.meta({ description: "The picture" }),
    takenAt: LocalDateTime.nullable().meta({ description: "When it was taken; null: not known" }),
    publishedAt: Instant.nullable().meta({ description: "Since when it is public; null: undated" }),
    location: PhotoLocation.nullable().meta({ description: "Where it was taken; null: not said" }),
    exif: PhotoExif.nullable().meta({ description: "How it was taken; null: not known" }),
    album: z.strictObject(albumName).nullable().meta({ description: "The album it is in; null: none" }),
    license: z.string().nullable().meta({ description: "As written; null: not said" }),
    tags: z.array(Tag).meta({ description: "In the author's order" }),
    language: LanguageTag,
    updatedAt: Instant.nullable().meta({ description: "Last change the author dates; null: undated" }),
    extra: Extra.meta({ description: "The author's own front matter" }),
  })
  .meta({ id: "Photo", description: "A photo, as lists have it" });
export const PhotoDocument = z
  .strictObject({ ...Photo.shape, translations: z.array(Translation).meta({ description: "The other listed translations, by language" }) })
  .meta({ id: "PhotoDocument", description: "A photo, whole" });
export type PhotoLocation = z.infer<typeof PhotoLocation>;
export type PhotoExif = z.infer<typeof PhotoExif>;
export type Album = z.infer<typeof Album>;
export type Photo = z.infer<typeof Photo>;
