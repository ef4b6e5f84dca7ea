import type { PictureFormat } from "./formats.ts";
import { stripGif } from "./strip/strip-gif.ts";
import { stripJpeg } from "./strip/strip-jpeg.ts";
import { isAnimatedPng, stripPng } from "./strip/strip-png.ts";
import { isAnimatedWebp, stripWebp } from "./strip/strip-webp.ts";

/**
 * Pictures without what tells of their maker, owner or place: EXIF with its thumbnail, XMP, IPTC, comments, text, times,
 * and whatever is hung on behind the end of the picture (motion photos, makers' trailers, gain maps). Pixels and colour
 * profile stay byte for byte. The lists name what is kept, so that kinds nobody thought of are dropped.
 */

/** Part of media names; raised when one of the strips changes its output. */
export const STRIP_VERSION = "strip 1";

interface Container {
  readonly strip: (bytes: Buffer) => Buffer;
  readonly isAnimated: (bytes: Buffer) => boolean;
}

const CONTAINERS: Partial<Record<PictureFormat["name"], Container>> = {
  jpeg: { strip: stripJpeg, isAnimated: () => false },
  png: { strip: stripPng, isAnimated: isAnimatedPng },
  webp: { strip: stripWebp, isAnimated: isAnimatedWebp },
  gif: { strip: stripGif, isAnimated: () => true },
};

/**
 * The picture without metadata, losslessly. null where the format has no such strip, or where the file's structure is
 * not what its standard says: then only decoding can tell whether it is a picture, and encoding makes it a clean one.
 */
export function stripMetadata(bytes: Buffer, format: PictureFormat): Buffer | null {
  return orNull(() => CONTAINERS[format.name]?.strip(bytes) ?? null);
}

/** Whether the file can move, so that a still variant would not do in its place. GIFs count as moving. */
export function isAnimated(bytes: Buffer, format: PictureFormat): boolean {
  return orNull(() => CONTAINERS[format.name]?.isAnimated(bytes) ?? false) ?? false;
}

/** A read past the end of a buffer, and our own checks, throw RangeErrors: a length inside the file leads out of it. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
