import { z } from "zod";
import { AbsoluteUrl, Extra, Image, Instant, LocalDateTime, Slug, Tag } from "./values.ts";

export const PhotoLocation = z
  .strictObject({
    name: z.string().nullable(),
    country: z.string().nullable(),
    latitude: z.number().min(-90).max(90).nullable(),
    longitude: z.number().min(-180).max(180).nullable(),
  })
  .meta({ id: "PhotoLocation", description: "only what the author writes, never from EXIF" });

export const PhotoExif = z
  .strictObject({
    cameraMake: z.string().nullable(),
    cameraModel: z.string().nullable(),
    lens: z.string().nullable(),
    focalLengthMm: z.number().nullable(),
    aperture: z.number().nullable().meta({ description: "f-number", example: 5.6 }),
    shutterSpeed: z.string().nullable().meta({ description: "seconds, as a fraction below one", example: "1/250" }),
    iso: z.int().nullable(),
  })
  .meta({ id: "PhotoExif" });

const albumName = { slug: Slug, title: z.string() };
export const Album = z
  .strictObject({
    ...albumName,
    count: z.int().min(1),
    cover: Image,
    takenFrom: LocalDateTime.nullable(),
    takenTo: LocalDateTime.nullable(),
  })
  .meta({ id: "Album", description: "`cover` is its newest photo" });

export const Photo = z
  .strictObject({
    slug: Slug,
    url: AbsoluteUrl,
    title: z.string(),
    captionHtml: z.string().nullable(),
    image: Image,
    takenAt: LocalDateTime.nullable(),
    publishedAt: Instant.nullable(),
    location: PhotoLocation.nullable(),
    exif: PhotoExif.nullable(),
    album: z.strictObject(albumName).nullable(),
    license: z.string().nullable(),
    tags: z.array(Tag),
    extra: Extra,
  })
  .meta({ id: "Photo" });
export type PhotoLocation = z.infer<typeof PhotoLocation>;
export type PhotoExif = z.infer<typeof PhotoExif>;
export type Album = z.infer<typeof Album>;
export type Photo = z.infer<typeof Photo>;
