import exifr from "exifr";
import { readLocalDateTime } from "../shared/dates.ts";
import type { PhotoExif } from "../shared/rendered.ts";

/** The only tags that are read, so that no location, serial number or name can leak. */
const TAGS = ["Make", "Model", "LensModel", "FocalLength", "FNumber", "ExposureTime", "ISO", "DateTimeOriginal"];
const OPTIONS = {
  pick: TAGS,
  gps: false,
  interop: false,
  ifd1: false,
  makerNote: false,
  // Dates stay the camera's text. They have no time zone, and a Date would use this machine's.
  reviveValues: false,
  translateValues: false,
};
/** The bytes before the TIFF header in JPEG files and in sharp's output. */
const EXIF_PREFIX = "Exif\0\0";

export interface ExifFacts {
  readonly exif: PhotoExif | null;
  /** DateTimeOriginal, `YYYY-MM-DDTHH:MM:SS`, in the camera's local time. */
  readonly takenAt: string | null;
}

/**
 * Reads camera and exposure from an EXIF block (Exif 3.0: a TIFF structure, with or without
 * "Exif\0\0" before it). An unreadable block gives no facts, and is not a reason to reject a
 * picture.
 */
export async function readExif(block: Buffer | undefined): Promise<ExifFacts> {
  if (block === undefined) return { exif: null, takenAt: null };
  const tiff = block.toString("latin1", 0, EXIF_PREFIX.length) === EXIF_PREFIX ? block.subarray(EXIF_PREFIX.length) : block;
  const tags = await parseTags(tiff);
  const exif: PhotoExif = {
    cameraMake: toText(tags.Make),
    cameraModel: toText(tags.Model),
    lens: toText(tags.LensModel),
    focalLengthMm: toNumber(tags.FocalLength, 2),
    aperture: toNumber(tags.FNumber, 2),
    shutterSpeed: toShutterSpeed(toPositive(tags.ExposureTime)),
    iso: toNumber(tags.ISO, 0),
  };
  const says = Object.values(exif).some((value) => value !== null);
  return { exif: says ? exif : null, takenAt: toLocalDateTime(tags.DateTimeOriginal) };
}

async function parseTags(tiff: Buffer): Promise<Readonly<Record<string, unknown>>> {
  try {
    const tags: unknown = await exifr.parse(tiff, OPTIONS);
    return typeof tags === "object" && tags !== null ? { ...tags } : {};
  } catch {
    return {};
  }
}

/** Removes the NUL and space padding of cameras, and the dashes for an unknown lens. */
function toText(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const text = value
    .replace(/\p{Cc}+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .toWellFormed();
  return /[\p{L}\p{N}]/u.test(text) ? text : null;
}

/** Accepts only positive numbers, because cameras write 0 for unknown (a lens without contacts). */
function toPositive(value: unknown): number | null {
  const number: unknown = Array.isArray(value) ? value[0] : value;
  return typeof number === "number" && Number.isFinite(number) && number > 0 ? number : null;
}

function toNumber(value: unknown, decimals: number): number | null {
  const scale = 10 ** decimals;
  return Math.round((toPositive(value) ?? 0) * scale) / scale || null;
}

/** Formats seconds in photographers' notation: 0.004 → "1/250", 0.4 → "1/2.5", 1.5 → "1.5". */
function toShutterSpeed(seconds: number | null): string | null {
  if (seconds === null) return null;
  if (seconds >= 1) return String(Math.round(seconds * 10) / 10);
  const denominator = 1 / seconds;
  return `1/${denominator >= 4 ? Math.round(denominator) : Math.round(denominator * 10) / 10}`;
}

/**
 * Reads `2024:01:31 18:05:00` as `2024-01-31T18:05:00`. Returns null if it is not a calendar time
 * (`0000:00:00 …`, spaces).
 */
function toLocalDateTime(value: unknown): string | null {
  const [, year, month, day, time] = /^(\d{4})[:-](\d{2})[:-](\d{2})[ T](\d{2}:\d{2}:\d{2})/.exec(String(value)) ?? [];
  const read = readLocalDateTime(`${year}-${month}-${day}T${time}`);
  return read.ok ? read.value : null;
}
