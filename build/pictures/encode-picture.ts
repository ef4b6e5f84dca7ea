import sharp, { type Metadata, type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { PICTURE_FORMATS, type PictureFormat } from "./formats.ts";
import { damagedPicture, PictureError } from "./picture-error.ts";
import { isLosslessWebp } from "./strip/strip-webp.ts";

/** All uses of sharp: measuring, scaling and encoding. */

/** Part of media names and cache keys, because other versions may produce different bytes. */
export const ENCODER_VERSION = `sharp ${sharp.versions.sharp} vips ${sharp.versions.vips} webp ${sharp.versions.webp}`;

/** Quality for originals that must be encoded again. No loss is visible at this quality. */
const ORIGINAL_QUALITY = 92;
const AVIF_QUALITY = 80;
/** ThumbHash takes at most 100 × 100 pixels. */
const THUMBHASH_SIDE = 100;
/** The format's limit (RFC 9649). */
export const WEBP_SIDE_MAX = 16_383;

export interface Measured {
  /** Size as displayed, with EXIF orientation applied. */
  readonly width: number;
  readonly height: number;
  /** Whether pixels must be rotated or mirrored (orientation 2..8). */
  readonly isTurned: boolean;
  readonly hasAlpha: boolean;
  readonly metadata: Metadata;
}

export interface Encoded {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Opens a picture. A truncated file is an error; odd but harmless bytes, which many cameras write,
 * are not.
 */
const open = (picture: Buffer | string): Sharp => sharp(picture, { failOn: "error" });

/**
 * @param picture the bytes of a picture, or the path of its file
 * @throws PictureError `damaged-picture`, `picture-too-large`
 */
export async function measure(picture: Buffer | string): Promise<Measured> {
  const metadata = await guarded(() => open(picture).metadata());
  const { width, height } = metadata.autoOrient;
  return { width, height, isTurned: (metadata.orientation ?? 1) > 1, hasAlpha: metadata.hasAlpha, metadata };
}

/**
 * ThumbHash (base64) and dominant colour (#rrggbb; null if every pixel is transparent), from the
 * decoded picture.
 */
export async function summarize(bytes: Buffer): Promise<{ thumbhash: string; dominantColor: string | null }> {
  const { data, info } = await guarded(() =>
    open(bytes)
      .autoOrient()
      .resize(THUMBHASH_SIDE, THUMBHASH_SIDE, { fit: "inside" })
      .toColourspace("srgb")
      .ensureAlpha()
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true }),
  );
  const thumbhash = Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64");
  return { thumbhash, dominantColor: dominantColorOf(data) };
}

/** Encodes a WebP of this width, in sRGB, without any metadata. */
export async function encodeVariant(bytes: Buffer, width: number, quality: number): Promise<Encoded> {
  return encode(open(bytes).autoOrient().resize({ width }).webp({ quality }));
}

/** The format in which an original is published if its metadata cannot be removed losslessly. */
export function publishedFormat(format: PictureFormat, measured: Measured): PictureFormat {
  if (format.name !== "tiff") return format;
  return measured.hasAlpha ? PICTURE_FORMATS.png : PICTURE_FORMATS.jpeg;
}

/**
 * Encodes the whole picture again at high quality: upright, with its colour profile and no other
 * metadata.
 */
export async function encodeOriginal(bytes: Buffer, from: PictureFormat, to: PictureFormat, measured: Measured): Promise<Encoded> {
  const upright = sharp(bytes, { failOn: "error", animated: from.name === "gif" })
    .autoOrient()
    .keepIccProfile();
  switch (to.name) {
    case "jpeg":
      return encode(
        upright.jpeg({
          quality: ORIGINAL_QUALITY,
          chromaSubsampling: measured.metadata.chromaSubsampling?.startsWith("4:4:4") ? "4:4:4" : "4:2:0",
        }),
      );
    case "png":
      return encode(upright.png({ compressionLevel: 9 }));
    case "gif":
      return encode(upright.gif());
    case "avif":
      return encode(upright.avif({ quality: AVIF_QUALITY }));
    default:
      return encode(upright.webp(isLosslessWebp(bytes) ? { lossless: true } : { quality: ORIGINAL_QUALITY }));
  }
}

async function encode(pipeline: Sharp): Promise<Encoded> {
  const { data, info } = await guarded(() => pipeline.toBuffer({ resolveWithObject: true }));
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
}

/** Turns libvips' errors into PictureErrors. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof Error && /exceeds pixel limit/.test(cause.message))
      throw new PictureError(
        "picture-too-large",
        "has more than 268 million pixels",
        "scale it down: 4000 pixels per side are plenty for any screen",
        { cause },
      );
    throw damagedPicture(cause);
  }
}

/**
 * The mean of the fullest of 4,096 bins (four bits per channel). Mostly transparent pixels do not
 * count.
 */
function dominantColorOf(rgba: Buffer): string | null {
  const bins = new Map<number, { count: number; red: number; green: number; blue: number }>();
  let fullest = { count: 0, red: 0, green: 0, blue: 0 };
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(at, at + 4);
    if (alpha < 128) continue;
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const bin = bins.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 };
    bins.set(key, bin);
    bin.count += 1;
    bin.red += red;
    bin.green += green;
    bin.blue += blue;
  }
  for (const bin of bins.values()) if (bin.count > fullest.count) fullest = bin;
  if (fullest.count === 0) return null;
  const hex = (sum: number): string =>
    Math.round(sum / fullest.count)
      .toString(16)
      .padStart(2, "0");
  return `#${hex(fullest.red)}${hex(fullest.green)}${hex(fullest.blue)}`;
}
