import type { z } from "zod";
import { toDocumentSchemas } from "../../contract/operations/document-operations.ts";
import { type Album, Photo } from "../../contract/schemas/photo.ts";
import { ServiceOffering } from "../../contract/schemas/service.ts";
import type { Image } from "../../contract/schemas/values.ts";
import { BUILT_IN_DOCUMENTS, DOCUMENT_KINDS, type DocumentKindName } from "../../kinds/document-kinds.ts";

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

/** The made-up document of a kind, and what its list shows of it. */
export function createDocumentExample(name: DocumentKindName, site: string): { readonly item: object; readonly document: object } {
  const { example } = BUILT_IN_DOCUMENTS[name];
  const kind = DOCUMENT_KINDS[name];
  const pictures = Object.entries(kind.members).flatMap(([member, { type }]) => (type === "picture" ? [[member, createImage(site)]] : []));
  const { path = `/${name}/${example.slug}` } = example;
  const made = { url: site + String(path), path, ...Object.fromEntries(pictures), ...example };
  const schemas = toDocumentSchemas(kind);
  const document: object = fillExample(schemas.document, made);
  const item = Object.fromEntries(Object.entries(document).filter(([member]) => member in kind.members));
  return { item, document };
}

export function createPhoto(site: string): Photo {
  return fillExample(Photo, {
    slug: "low-water",
    url: `${site}/photos/low-water`,
    path: "/photos/low-water",
    title: "Low water",
    image: createImage(site),
    takenAt: "2026-01-12T08:14:00",
    location: { name: "Bergen", country: "Norway", latitude: null, longitude: null },
    exif: { cameraMake: "Fujifilm", cameraModel: "X-T5", lens: null, focalLengthMm: 23, aperture: 5.6, shutterSpeed: "1/250", iso: 200 },
    album: { slug: "harbours", title: "Harbours" },
    license: "CC BY 4.0",
    tags: [{ slug: "sea", name: "Sea" }],
    language: "en",
  });
}

const OFFERING = fillExample(ServiceOffering, {
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

/** @param site its address */
export function createOffering(site: string): ServiceOffering {
  return { ...OFFERING, url: `${site}/services`, path: "/services" };
}

export function createAlbum(site: string): Album {
  const { takenAt } = createPhoto(site);
  return {
    slug: "harbours",
    title: "Harbours",
    count: 1,
    cover: createImage(site),
    takenFrom: takenAt,
    takenTo: takenAt,
    url: null,
    path: null,
  };
}
