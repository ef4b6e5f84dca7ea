import { z } from "zod";
import { digestOf } from "./picture-names.ts";

/*
 * The format of record.json in the cache. It is loaded only for pictures that the last build's memo
 * lacks.
 */

const CachedFile = z.strictObject({
  /** Relative to the key's folder. */
  file: z.string().regex(/^[a-z0-9-]+\.[a-z0-9]+$/),
  /** The hash in its public name. */
  hash: z.string().regex(/^[0-9a-f]{16}$/),
  digest: z.string(),
  bytes: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  mimeType: z.string(),
});
const Exif = z.strictObject({
  cameraMake: z.string().nullable(),
  cameraModel: z.string().nullable(),
  lens: z.string().nullable(),
  focalLengthMm: z.number().nullable(),
  aperture: z.number().nullable(),
  shutterSpeed: z.string().nullable(),
  iso: z.int().nullable(),
});
const CachedPicture = z.strictObject({
  key: z.string(),
  original: CachedFile,
  /** Narrowest first. */
  variants: z.array(CachedFile),
  thumbhash: z.string().nullable(),
  dominantColor: z.string().nullable(),
  exif: Exif.nullable(),
  takenAt: z.string().nullable(),
});
export type CachedFile = z.infer<typeof CachedFile>;
export type CachedPicture = z.infer<typeof CachedPicture>;

/** Formats a record: the digest of the rest, then the record. */
export function formatPictureRecord(record: CachedPicture): string {
  const json = JSON.stringify(record, null, 1);
  return `${digestOf(json)}\n${json}`;
}

/** Parses a record. Returns null if it is incomplete. */
export function parsePictureRecord(content: Buffer | null): CachedPicture | null {
  const text = content?.toString("utf8") ?? "";
  const end = text.indexOf("\n");
  const json = text.slice(end + 1);
  if (end === -1 || text.slice(0, end) !== digestOf(json)) return null;
  const record = CachedPicture.safeParse(JSON.parse(json));
  return record.success ? record.data : null;
}
