import type { z } from "zod";
import { toDocumentSchemas } from "../../contract/operations/document-operations.ts";
import type { Album } from "../../contract/schemas/photo.ts";
import type { Image } from "../../contract/schemas/values.ts";
import { putBelow } from "../../contract/text/base-path.ts";
import type { BuiltInDocuments } from "../../kinds/document-kind.ts";
import { DOCUMENT_KINDS, type DocumentKindName } from "../../kinds/document-kinds.ts";
import { BUILT_IN_DOCUMENTS } from "../../kinds/list-kinds.ts";
import { photoDocuments } from "../../kinds/photos.ts";

/** Sample documents of all kinds except posts. */

/** Completes a response, with its members in the schema's order. Omitted members are empty. */
export function fillExample<Schema extends z.ZodObject>(schema: Schema, said: Partial<z.infer<Schema>>): z.infer<Schema> {
  const emptyOf = (member: z.ZodType): unknown => [null, [], {}].find((empty) => member.safeParse(empty).success);
  const members = Object.entries<z.ZodType>(schema.shape).map(([name, member]) => [name, emptyOf(member)] as const);
  return { ...Object.fromEntries(members), ...said } as z.infer<Schema>;
}

/** @param site the site's address */
export function createImage(site: string): Image {
  const url = putBelow(site, "/media/harbour.5d41402abc4b.jpg");
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

/** The sample document of a kind, and its list item. */
export function createDocumentExample(name: DocumentKindName, site: string): { readonly item: object; readonly document: object } {
  const { example }: BuiltInDocuments = BUILT_IN_DOCUMENTS[name];
  const kind = DOCUMENT_KINDS[name];
  const pictures = Object.entries(kind.members).flatMap(([member, { type }]) => (type === "picture" ? [[member, createImage(site)]] : []));
  const { path = `/${name}/${example.slug}` } = example;
  const made = { url: site + String(path), path, ...Object.fromEntries(pictures), ...example };
  const schemas = toDocumentSchemas(kind);
  const members = Object.entries(made).filter(([member]) => member in schemas.document.shape);
  const document: object = fillExample(schemas.document, Object.fromEntries(members));
  const item = Object.fromEntries(Object.entries(document).filter(([member]) => member in kind.members));
  return { item, document };
}

export function createAlbum(site: string): Album {
  const { takenAt, album } = photoDocuments.example as unknown as {
    readonly takenAt: string;
    readonly album: Pick<Album, "slug" | "title">;
  };
  return { ...album, count: 1, cover: createImage(site), takenFrom: takenAt, takenTo: takenAt, url: null, path: null };
}
