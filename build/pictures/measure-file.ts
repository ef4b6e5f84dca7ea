import { measure } from "./encode-picture.ts";
import { notAPicture, PICTURE_FORMATS, sniffFormat } from "./formats.ts";
import { measureIco } from "./make.ts";
import type { MediaContent } from "./picture-memo.ts";
import { hashOf } from "./picture-names.ts";
import { readBytes, readHead } from "./read-media.ts";
import { readSvg } from "./svg.ts";

/**
 * Measures a picture for a check that publishes nothing. The size comes from the head of the file.
 * Nothing is decoded or cached, so only the next build finds damage beyond the head.
 * @param path absolute path
 * @throws PictureError
 */
export async function measureFile(path: string): Promise<MediaContent> {
  const head = await readHead(path);
  const format = path.toLowerCase().endsWith(".svg") ? PICTURE_FORMATS.svg : sniffFormat(head);
  if (format === null) throw notAPicture(head);
  const { width, height } = await measureAs(format.name, path);
  const { extension, mimeType } = format;
  const hash = hashOf(Buffer.from(path), "measured");
  const original = { file: `original.${extension}`, hash, digest: "", bytes: 0, width, height, mimeType };
  const picture = { key: hash, original, variants: [], thumbhash: null, dominantColor: null, exif: null, takenAt: null };
  return { kind: "picture", key: hash, picture, stats: [] };
}

async function measureAs(format: string, path: string): Promise<{ readonly width: number; readonly height: number }> {
  if (format === "svg") return readSvg(await readBytes(path));
  if (format === "ico") return measureIco(await readBytes(path));
  return measure(path);
}
