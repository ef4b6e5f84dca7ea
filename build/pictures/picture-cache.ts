import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { type FileStat, readStat } from "../shared/file-stat.ts";
import { digestOf } from "./picture-names.ts";
import type { CachedFile, CachedPicture } from "./picture-record.ts";

/**
 * Caches the files made from a picture, keyed by its content. `<cacheDir>/<key>/` has the files to
 * publish, and record.json describes them. Records and files are verified by digest, and damaged
 * ones are created again. Files are renamed into place, with the record last, and a key always has
 * the same bytes, so concurrent builds cannot harm each other.
 */

/** Raised when the meaning of a record changes. */
export const CACHE_VERSION = "cache 2";

/** A file for the cache. */
export interface EncodedFile extends Omit<CachedFile, "digest" | "bytes"> {
  readonly content: Buffer;
}
export interface MadePicture extends Omit<CachedPicture, "key" | "original" | "variants"> {
  readonly original: EncodedFile;
  readonly variants: readonly EncodedFile[];
}

export interface PictureCache {
  /** The absolute path of a cached file. */
  pathOf(key: string, file: CachedFile): string;
  /** Returns the cached picture, or null if it is missing or incomplete. */
  read(key: string): Promise<CachedPicture | null>;
  /** The current stats of a picture's files; null if the file is missing. */
  statsOf(key: string, picture: CachedPicture): readonly (FileStat | null)[];
  write(key: string, made: MadePicture): Promise<CachedPicture>;
}

const RECORD = "record.json";

/** @param dir absolute path; created at the first write */
export function createPictureCache(dir: string): PictureCache {
  const folderOf = (key: string): string => `${dir}/${key}`;
  const pathOf = (key: string, file: CachedFile): string => `${folderOf(key)}/${file.file}`;
  return {
    pathOf,
    async read(key) {
      const { parsePictureRecord } = await import("./picture-record.ts");
      const record = parsePictureRecord(await readIfThere(`${folderOf(key)}/${RECORD}`));
      if (record === null || record.key !== key) return null;
      for (const file of [record.original, ...record.variants]) {
        const content = await readIfThere(pathOf(key, file));
        if (content === null || content.length !== file.bytes || digestOf(content) !== file.digest) return null;
      }
      return record;
    },
    statsOf: (key, picture) => [picture.original, ...picture.variants].map((file) => readStat(pathOf(key, file))),
    async write(key, made) {
      await mkdir(folderOf(key), { recursive: true });
      const { original, variants, ...facts } = made;
      const record = {
        key,
        original: await writeMade(folderOf(key), original),
        variants: await Promise.all(variants.map((variant) => writeMade(folderOf(key), variant))),
        ...facts,
      };
      const { formatPictureRecord } = await import("./picture-record.ts");
      await writeWhole(`${folderOf(key)}/${RECORD}`, formatPictureRecord(record));
      return record;
    },
  };
}

async function writeMade(folder: string, made: EncodedFile): Promise<CachedFile> {
  const { content, ...file } = made;
  await writeWhole(`${folder}/${file.file}`, content);
  return { ...file, digest: digestOf(content), bytes: content.length };
}

/** Replaces a file atomically, so that readers see either the old one or the new one. */
async function writeWhole(path: string, content: Buffer | string): Promise<void> {
  const temporary = `${path}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeFile(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch {
    return null;
  }
}
