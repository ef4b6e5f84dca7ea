import type { PictureFormat } from "./formats.ts";
import { stripGif } from "./strip/strip-gif.ts";
import { stripJpeg } from "./strip/strip-jpeg.ts";
import { isAnimatedPng, stripPng } from "./strip/strip-png.ts";
import { isAnimatedWebp, stripWebp } from "./strip/strip-webp.ts";

/**
 * Removes traces of a picture's maker, owner or location: EXIF with its thumbnail, XMP, IPTC,
 * comments, text, times, and everything appended after the end of the picture (motion photos,
 * makers' trailers, gain maps). Pixels and colour profile stay the same, byte for byte. The lists
 * name the parts to keep, so unknown parts are removed.
 */

/** Part of media names. Raised when the output of a strip function changes. */
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
 * Removes a picture's metadata losslessly. Returns null if the format has no such function, or the
 * file violates its standard. Then only decoding can tell whether it is a picture, and encoding
 * removes the metadata.
 */
export function stripMetadata(bytes: Buffer, format: PictureFormat): Buffer | null {
  return orNull(() => CONTAINERS[format.name]?.strip(bytes) ?? null);
}

/**
 * Whether the file can be animated, so that a still variant must not replace it. All GIFs count as
 * animated.
 */
export function isAnimated(bytes: Buffer, format: PictureFormat): boolean {
  return orNull(() => CONTAINERS[format.name]?.isAnimated(bytes) ?? false) ?? false;
}

/**
 * Turns a RangeError into null. A length that points outside the file causes one, in a buffer read
 * or in the checks here.
 */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
