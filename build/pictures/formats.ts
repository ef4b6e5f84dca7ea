import { PictureError } from "./picture-error.ts";

/** Recognizes formats by a file's first bytes, because file names cannot be trusted. */

/**
 * Number of leading bytes that `sniffFormat` needs, because an SVG may begin with a declaration and
 * a licence in a comment.
 */
export const SNIFF_BYTES = 4096;

export interface PictureFormat {
  readonly name: "jpeg" | "png" | "webp" | "gif" | "avif" | "tiff" | "svg" | "ico";
  readonly extension: string;
  readonly mimeType: string;
}

export const PICTURE_FORMATS = {
  jpeg: { name: "jpeg", extension: "jpg", mimeType: "image/jpeg" },
  png: { name: "png", extension: "png", mimeType: "image/png" },
  webp: { name: "webp", extension: "webp", mimeType: "image/webp" },
  gif: { name: "gif", extension: "gif", mimeType: "image/gif" },
  avif: { name: "avif", extension: "avif", mimeType: "image/avif" },
  tiff: { name: "tiff", extension: "tif", mimeType: "image/tiff" },
  svg: { name: "svg", extension: "svg", mimeType: "image/svg+xml" },
  ico: { name: "ico", extension: "ico", mimeType: "image/vnd.microsoft.icon" },
} as const satisfies Record<string, PictureFormat>;

/**
 * Brands of ISO base media files with raw pictures, or with HEVC pictures, which only Safari shows
 * and sharp cannot read.
 */
const HEIC_BRANDS = new Set(["crx ", "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]);

const ascii = (bytes: Buffer, from: number, to: number): string => bytes.toString("latin1", from, to);
const unsupported = (what: string): PictureError =>
  new PictureError("unsupported-picture", `is ${what}, which cannot be published`, "export it as JPEG, PNG, WebP, AVIF, GIF or SVG");

/**
 * The format of a picture; null if the bytes are not a picture that can be published.
 * @param bytes the file, or its first SNIFF_BYTES
 * @throws PictureError `unsupported-picture` for pictures that may contain private metadata that
 * Octavo cannot remove
 */
export function sniffFormat(bytes: Buffer): PictureFormat | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return PICTURE_FORMATS.jpeg;
  if (ascii(bytes, 0, 8) === "\x89PNG\r\n\x1a\n") return PICTURE_FORMATS.png;
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP") return PICTURE_FORMATS.webp;
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return PICTURE_FORMATS.gif;
  if (ascii(bytes, 4, 8) === "ftyp") return sniffIsoMedia(bytes);
  if (/^(?:II\*\0|MM\0\*)$/.test(ascii(bytes, 0, 4))) return PICTURE_FORMATS.tiff;
  if (ascii(bytes, 0, 4) === "\0\0\x01\0") return PICTURE_FORMATS.ico;
  if (ascii(bytes, 0, 2) === "\xff\n" || ascii(bytes, 0, 8) === "\0\0\0\fJXL ") throw unsupported("a JPEG XL picture");
  return isSvg(bytes) ? PICTURE_FORMATS.svg : null;
}

function sniffIsoMedia(bytes: Buffer): PictureFormat | null {
  const size = Math.min(bytes.readUInt32BE(0), bytes.length);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= size; at += 4) if (at !== 12) brands.push(ascii(bytes, at, at + 4));
  if (brands.includes("avif") || brands.includes("avis")) return PICTURE_FORMATS.avif;
  if (brands.some((brand) => HEIC_BRANDS.has(brand))) throw unsupported("a HEIC or raw picture");
  return null;
}

function isSvg(bytes: Buffer): boolean {
  if (!/^(?:\xef\xbb\xbf)?\s*</.test(bytes.toString("latin1", 0, SNIFF_BYTES))) return false;
  // A licence in a comment may be longer than SNIFF_BYTES, so all bytes are searched.
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  return /^(?:\s|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?\s*>)*<(?:svg:)?svg[\s>/]/.test(text);
}

/** The error for bytes that are not a picture. It names their format if that can be recognized. */
export function notAPicture(bytes: Buffer): PictureError {
  const start = ascii(bytes, 0, 40);
  if (bytes.length === 0) return new PictureError("not-a-picture", "is an empty file", "copy the picture again from its source");
  if (start.startsWith("version https://git-lfs"))
    return new PictureError("not-a-picture", "is a Git LFS pointer, not the picture itself", "run `git lfs pull`");
  if (start.startsWith("8BPS")) return unsupported("a Photoshop file");
  if (/^BM/.test(start) && bytes.length > 26) return unsupported("a BMP picture");
  if (start.startsWith("\x1f\x8b"))
    return new PictureError("unsupported-picture", "is compressed with gzip", "decompress it: an .svgz is a gzipped .svg");
  if (/^\s*<(?:!doctype html|html)/i.test(start))
    return new PictureError(
      "not-a-picture",
      "is an HTML page, not a picture",
      "download the picture itself rather than the page that shows it",
    );
  return new PictureError("not-a-picture", "is not a picture", "want a JPEG, PNG, WebP, AVIF, GIF, TIFF, SVG or ICO file");
}
