import { createHash } from "node:crypto";
import { createReadStream, type Stats, statSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { NOT_A_FILE } from "../shared/file-io.ts";
import type { FileStat } from "../shared/file-stat.ts";
import { SNIFF_BYTES } from "./formats.ts";
import { PictureError } from "./picture-error.ts";
import type { MediaContent } from "./picture-memo.ts";

/* Reads pictures, videos and other files. An unreadable file causes a PictureError. */

/**
 * The stat of a file, which changes when the file changes, as far as the file system shows it. It
 * is read synchronously, because awaiting thousands of calls costs more.
 */
export function statOf(path: string): FileStat {
  const info = readStats(path);
  // Opening a pipe would wait forever for a writer. Reading a folder causes its own error.
  if (!info.isFile() && !info.isDirectory()) throw new PictureError("unreadable-picture", NOT_A_FILE.message, "name a file");
  return info;
}

function readStats(path: string): Stats {
  try {
    return statSync(path);
  } catch (cause) {
    throw toPictureError(cause);
  }
}

export async function readHead(path: string): Promise<Buffer> {
  // dependency-cruiser cannot parse `using`.
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw toPictureError(cause);
  }
}

/**
 * Reads facts about a file. Files may be large (a video), so they are never completely in memory.
 */
export async function readFacts(path: string): Promise<MediaContent> {
  const hash = createHash("sha256");
  const isFilm = FILM.test(path);
  let bytes = 0;
  let end = Buffer.alloc(0);
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    bytes += chunk.length;
    if (!isFilm) continue;
    const seen = Buffer.concat([end, chunk]);
    if (PLACE_MARKS.some((mark) => seen.includes(mark, 0, "latin1"))) throw locatedFilm();
    end = seen.subarray(-PLACE_MARK_MAX);
  }
  return { kind: "file", digest: hash.digest("hex"), bytes };
}

/**
 * Matches videos from phones and cameras: MP4 and QuickTime, with metadata that may contain the
 * location.
 */
const FILM = /\.(?:mp4|m4v|m4a|mov|qt|3gp|3g2)$/i;
/** Markers of a location: in QuickTime's user data, in 3GPP's, and as Apple's metadata key. */
const PLACE_MARKS = ["\xa9xyz", "loci\0\0\0\0", "com.apple.quicktime.location"];
const PLACE_MARK_MAX = 40;

function locatedFilm(): PictureError {
  const remedy = "remove the location: ffmpeg -i in.mp4 -map_metadata -1 -c copy out.mp4";
  return new PictureError("located-film", "reveals where it was recorded", remedy);
}

export async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw toPictureError(cause);
  }
}

function toPictureError(cause: unknown): PictureError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "ENOENT" || code === "ENOTDIR") return new PictureError("missing-picture", "is not there", "check the path", { cause });
  if (code === "EISDIR") return new PictureError("unreadable-picture", "is a folder", "name a file in it", { cause });
  return new PictureError("unreadable-picture", `cannot be read (${code === "" ? String(cause) : code})`, "check the file's permissions", {
    cause,
  });
}
