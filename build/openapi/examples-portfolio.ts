import type { z } from "zod";
import { Book } from "../../contract/schemas/book.ts";
import { type Album, Photo } from "../../contract/schemas/photo.ts";
import { Project } from "../../contract/schemas/project.ts";
import { ServiceOffering } from "../../contract/schemas/service.ts";
import type { Image } from "../../contract/schemas/values.ts";

/** A document of each kind but posts, made up. */

/** A whole answer, its members in the schema's order: those that are not said are empty. */
export function fillExample<Schema extends z.ZodObject>(schema: Schema, said: Partial<z.infer<Schema>>): z.infer<Schema> {
  const emptyOf = (member: z.ZodType): unknown => [null, [], {}].find((empty) => member.safeParse(empty).success);
  const members = Object.entries<z.ZodType>(schema.shape).map(([name, member]) => [name, emptyOf(member)] as const);
  return { ...Object.fromEntries(members), ...said } as z.infer<Schema>;
}

/** @param site its address */
export function createImage(site: string): Image {
  const url = `${site}/media/harbour.5d41402abc4b.jpg`;
  return {
    url,
    width: 1600,
    height: 1067,
    alt: "A harbour at low tide",
    mimeType: "image/jpeg",
    thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
    dominantColor: "#5c6f7d",
    variants: [{ url: url.replace(".jpg", "-480.webp"), width: 480, height: 320, mimeType: "image/webp" }],
  };
}

export function createProject(site: string): Project {
  return fillExample(Project, {
    slug: "harbour-clock",
    url: `${site}/projects/harbour-clock`,
    title: "Harbour clock",
    summary: "A clock that shows the tide.",
    descriptionHtml: "<p>A clock that shows the tide.</p>",
    status: "maintained",
    role: "Maker",
    startedOn: "2024-03-01",
    repositoryUrl: "https://code.example/ines/harbour-clock",
    stack: ["TypeScript"],
    license: "MIT",
    cover: createImage(site),
    featured: true,
    order: 1,
    tags: [{ slug: "sea", name: "Sea" }],
  });
}

export function createBook(site: string): Book {
  return fillExample(Book, {
    slug: "the-moon-and-the-tide",
    url: `${site}/books/the-moon-and-the-tide`,
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
  });
}

export function createPhoto(site: string): Photo {
  return fillExample(Photo, {
    slug: "low-water",
    url: `${site}/photos/low-water`,
    title: "Low water",
    image: createImage(site),
    takenAt: "2026-01-12T08:14:00",
    location: { name: "Bergen", country: "Norway", latitude: null, longitude: null },
    exif: { cameraMake: "Fujifilm", cameraModel: "X-T5", lens: null, focalLengthMm: 23, aperture: 5.6, shutterSpeed: "1/250", iso: 200 },
    album: { slug: "harbours", title: "Harbours" },
    license: "CC BY 4.0",
    tags: [{ slug: "sea", name: "Sea" }],
  });
}

export const OFFERING = fillExample(ServiceOffering, {
  id: "weaving-course",
  slug: "weaving-course",
  title: "Weaving course",
  summary: "A weekend at the loom.",
  descriptionHtml: "<p>A weekend at the loom.</p>",
  features: ["Two days", "All yarn included"],
  deliverables: ["A scarf of your own"],
  pricing: {
    model: "fixed",
    amountMinor: 240_000,
    maxAmountMinor: null,
    currency: "NOK",
    unit: "person",
    taxIncluded: true,
    display: null,
  },
  timeline: { min: 2, max: 2, unit: "day", display: null },
  availability: "open",
  featured: true,
  order: 1,
});

export function createAlbum(site: string): Album {
  const { takenAt } = createPhoto(site);
  return { slug: "harbours", title: "Harbours", count: 1, cover: createImage(site), takenFrom: takenAt, takenTo: takenAt };
}
