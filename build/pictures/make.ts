import {
  ENCODER_VERSION,
  encodeOriginal,
  encodeVariant,
  type Measured,
  measure,
  publishedFormat,
  summarize,
  WEBP_SIDE_MAX,
} from "./encode-picture.ts";
import { readExif } from "./exif.ts";
import { notAPicture, PICTURE_FORMATS, type PictureFormat, sniffFormat } from "./formats.ts";
import type { EncodedFile, MadePicture } from "./picture-cache.ts";
import { damagedPicture } from "./picture-error.ts";
import { hashOf } from "./picture-names.ts";
import { isAnimated, STRIP_VERSION, stripMetadata } from "./strip.ts";
import { readSvg, SVG_VERSION } from "./svg.ts";

export interface EncodeSettings {
  /** Widths of the WebP variants, in pixels. */
  readonly widths: readonly number[];
  /** 1..100. */
  readonly quality: number;
}

/**
 * Creates everything that is published for a picture. The result depends only on its bytes and the
 * settings. The original loses its metadata, losslessly if its pixels are upright, otherwise by
 * encoding it again. Variants have the configured widths below the original's, plus its own or the
 * largest width, whichever is smaller. Browsers choose a variant and never the original, so a
 * picture is as sharp as its file allows. Animated, vector and icon files have no variants.
 * @throws PictureError
 */
export async function makePicture(bytes: Buffer, settings: EncodeSettings): Promise<MadePicture> {
  const format = sniffFormat(bytes);
  if (format === null) throw notAPicture(bytes);
  if (format.name === "svg") return makeSvg(bytes, format);
  if (format.name === "ico") return makeIco(bytes, format);
  const measured = await measure(bytes);
  // The calls are sequential, because each one decodes the picture. The memory use is therefore
  // limited by the number of pictures that are processed at once.
  const summary = await summarize(bytes);
  const original = await makeOriginal(bytes, format, measured);
  const variants = isAnimated(bytes, format) || isSequence(measured) ? [] : await makeVariants(bytes, original, settings);
  return { original, variants, ...summary, ...(await readExif(measured.metadata.exif)) };
}

async function makeOriginal(bytes: Buffer, format: PictureFormat, measured: Measured): Promise<EncodedFile> {
  const untouched = format.name === "avif" && !hasMetadata(measured) ? bytes : null;
  const lossless = measured.isTurned ? null : (untouched ?? stripMetadata(bytes, format));
  if (lossless !== null)
    return toFile(lossless, format, hashOf(bytes, `original ${STRIP_VERSION}`), { width: measured.width, height: measured.height });
  const to = publishedFormat(format, measured);
  const encoded = await encodeOriginal(bytes, format, to, measured);
  return toFile(encoded.bytes, to, hashOf(bytes, `original upright ${to.name}`, ENCODER_VERSION), encoded);
}

async function makeVariants(bytes: Buffer, original: EncodedFile, { widths, quality }: EncodeSettings): Promise<EncodedFile[]> {
  const variants: EncodedFile[] = [];
  for (const width of variantWidths(original, widths)) {
    const encoded = await encodeVariant(bytes, width, quality);
    const isOwn = width === original.width && original.mimeType === PICTURE_FORMATS.webp.mimeType;
    if (isOwn && original.content.length <= encoded.bytes.length) {
      variants.push(original);
      continue;
    }
    const hash = hashOf(bytes, `webp width ${width} quality ${quality}`, ENCODER_VERSION);
    variants.push({ ...toFile(encoded.bytes, PICTURE_FORMATS.webp, hash, encoded), file: `${width}.webp` });
  }
  return variants;
}

/**
 * Widths of the variants, narrowest first. Empty if the widest would exceed WebP's maximum height,
 * because narrower ones would be blurred.
 */
function variantWidths({ width, height }: EncodedFile, configured: readonly number[]): number[] {
  if (configured.length === 0) return [];
  const widest = Math.min(width, Math.max(...configured));
  if ((height * widest) / width > WEBP_SIDE_MAX) return [];
  return [...new Set([...configured.filter((one) => one < widest), widest])].sort((a, b) => a - b);
}

function makeSvg(bytes: Buffer, format: PictureFormat): MadePicture {
  const { text, width, height } = readSvg(bytes);
  return withoutPixels(toFile(Buffer.from(text), format, hashOf(bytes, `original ${SVG_VERSION} ${STRIP_VERSION}`), { width, height }));
}

function makeIco(bytes: Buffer, format: PictureFormat): MadePicture {
  return withoutPixels(toFile(bytes, format, hashOf(bytes, "original"), measureIco(bytes)));
}

const withoutPixels = (original: EncodedFile): MadePicture => ({
  original,
  variants: [],
  thumbhash: null,
  dominantColor: null,
  exif: null,
  takenAt: null,
});

const toFile = (content: Buffer, format: PictureFormat, hash: string, size: { width: number; height: number }): EncodedFile => ({
  file: `original.${format.extension}`,
  hash,
  width: size.width,
  height: size.height,
  mimeType: format.mimeType,
  content,
});

const hasMetadata = ({ metadata }: Measured): boolean =>
  metadata.exif !== undefined || metadata.xmp !== undefined || metadata.iptc !== undefined || metadata.comments !== undefined;

/** Recognizes AVIF sequences, of which sharp reads only the first picture. */
const isSequence = ({ metadata }: Measured): boolean => (metadata.pages ?? 1) > 1;

const HEADER_LENGTH = 6;
const ENTRY_LENGTH = 16;

/**
 * Width and height of the largest picture in an icon file.
 * @throws PictureError `damaged-picture`
 */
export function measureIco(bytes: Buffer): { readonly width: number; readonly height: number } {
  let largest = { width: 0, height: 0 };
  const count = bytes.length < HEADER_LENGTH ? 0 : bytes.readUInt16LE(4);
  for (let index = 0; index < count; index += 1) {
    const at = HEADER_LENGTH + index * ENTRY_LENGTH;
    if (at + ENTRY_LENGTH > bytes.length) throw damagedPicture(new RangeError("the directory extends beyond the end of the file"));
    if (bytes.readUInt32LE(at + 8) + bytes.readUInt32LE(at + 12) > bytes.length)
      throw damagedPicture(new RangeError("a picture extends beyond the end of the file"));
    // Each is one byte; 0 means 256.
    const width = bytes.readUInt8(at) || 256;
    const height = bytes.readUInt8(at + 1) || 256;
    if (width * height > largest.width * largest.height) largest = { width, height };
  }
  if (largest.width === 0) throw damagedPicture(new RangeError("the icon contains no picture"));
  return largest;
}
