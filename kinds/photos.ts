import type { BuiltInDocuments } from "./document-kind.ts";
import { LANGUAGE_FILTER, TAG_FILTER } from "./list-filter.ts";
import type { ListKindDefinition } from "./list-kind.ts";

export const photos = {
  name: "photos",
  one: "photo",
  // Divisible by two, three, four and six, so the rows of a grid are full.
  pageSize: 24,
  date: "takenAt",
  order: ["-takenAt"],
  filters: [
    TAG_FILTER,
    { name: "album", type: "slug", column: "posting", member: "album.slug" },
    LANGUAGE_FILTER,
    { name: "period", type: "period", column: "prefix", member: "takenAt", otherwise: "publishedAt" },
  ],
  sorts: ["takenAt", "publishedAt", "title"],
} as const satisfies ListKindDefinition;

export const photoDocuments: BuiltInDocuments = {
  search: {
    tags: ["tags.name", "album.title", "location.name", "location.country"],
    ...{ excerpt: [], cover: "image", language: "language", hasBodyText: false },
  },
  schema: { name: "Photo", item: "Photo", document: "PhotoDocument", description: "A photo" },
  about:
    "Most recently taken first; a photo without takenAt is sorted by publishedAt. Files contain no location, serial number or owner's name.",
  isDated: true,
  mayBeYaml: true,
  starter: { image: { src: "{picture}", alt: "{alt}" }, publishedAt: "{date}" },
  hasLanguage: true,
  members: {
    captionHtml: { type: "html", isOptional: true, answer: "Safe HTML; null if none" },
    image: {
      ...{ type: "picture", isMain: true, names: ["src", "photo"] },
      ...{ description: "The picture: a path relative to the file, or { src, alt }", answer: "The picture" },
    },
    takenAt: {
      ...{ type: "localTime", isOptional: true, fromPicture: "takenAt" },
      description: "Local time where it was taken: 2024-01-31T18:05:00. Default: from the picture",
      answer: "When it was taken; null if unknown",
    },
    publishedAt: { type: "publishedAt" },
    location: {
      ...{
        type: "object",
        isOptional: true,
        schema: { name: "PhotoLocation", description: "Only what the author writes, never from EXIF" },
      },
      description: "Where it was taken; never read from the picture",
      answer: "Where it was taken; null if not stated",
      members: {
        name: { type: "text", isOptional: true, answer: "Name of the place; null if not given" },
        country: { type: "text", isOptional: true, answer: "As written; null if not stated" },
        latitude: {
          ...{ type: "number", isOptional: true, minimum: -90, maximum: 90, want: "want degrees from -90 to 90" },
          answer: "Degrees, north is positive; null if not stated",
        },
        longitude: {
          ...{ type: "number", isOptional: true, minimum: -180, maximum: 180, want: "want degrees from -180 to 180" },
          answer: "Degrees, east is positive; null if not stated",
        },
      },
    },
    exif: {
      ...{ type: "object", isOptional: true, fromPicture: "exif", schema: { name: "PhotoExif", description: "How a photo was taken" } },
      description: "How it was taken. Default: from the picture",
      answer: "How it was taken; null if unknown",
      members: {
        cameraMake: { type: "text", isOptional: true, answer: "Maker of the camera; null if unknown" },
        cameraModel: { type: "text", isOptional: true, answer: "Null if unknown" },
        lens: { type: "text", isOptional: true, answer: "Null if unknown" },
        focalLengthMm: {
          ...{ type: "number", isOptional: true, minimum: 0, want: "want millimetres, such as 35", answer: "Millimetres; null if unknown" },
        },
        aperture: { type: "number", isOptional: true, minimum: 0, want: "want the f-number, such as 5.6", answer: "F-number, such as 5.6" },
        shutterSpeed: {
          ...{ type: "text", isOptional: true, want: "want seconds, such as 1/250", answer: "Seconds, as a fraction below one: `1/250`" },
        },
        iso: {
          ...{ type: "number", isOptional: true, minimum: 1, multipleOf: 1, want: "want a whole number, such as 400" },
          answer: "Sensitivity; null if unknown",
        },
      },
    },
    album: {
      type: "album",
      isOptional: true,
      description: "Album: a title, or { slug, title }",
      answer: "The album it is in; null if none",
    },
    license: { type: "text", isOptional: true, description: "License, such as CC BY 4.0", answer: "As written; null if not stated" },
  },
  example: {
    slug: "low-water",
    title: "Low water",
    takenAt: "2026-01-12T08:14:00",
    location: { name: "Bergen", country: "Norway", latitude: null, longitude: null },
    exif: { cameraMake: "Fujifilm", cameraModel: "X-T5", lens: null, focalLengthMm: 23, aperture: 5.6, shutterSpeed: "1/250", iso: 200 },
    album: { slug: "harbours", title: "Harbours" },
    license: "CC BY 4.0",
    tags: [{ slug: "sea", name: "Sea" }],
    language: "en",
  },
};
