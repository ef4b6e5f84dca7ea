import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import type { FileStat } from "../cache/file-stat.ts";
import type { Inputs } from "../cache/inputs.ts";
import { compareText } from "../diagnostics.ts";
import type { Picture } from "../render/types.ts";
import { CACHE_VERSION, type CachedFile, type CachedPicture, createPictureCache } from "./cache.ts";
import { DEFAULT_QUALITY, DEFAULT_WIDTHS } from "./encode-settings.ts";
import { SNIFF_BYTES, sniffFormat } from "./formats.ts";
import type { EncodeSettings } from "./make.ts";
import { baseNameOf, digestOf, extensionOf, hashOf } from "./names.ts";
import { PictureError } from "./picture-error.ts";
import { STRIP_VERSION } from "./strip.ts";

export interface PictureStoreOptions {
  /** Absolute; made when first needed. */
  readonly cacheDir: string;
  /** Absolute URL under which media are published, without a slash at the end: `https://site.example/media`. */
  readonly mediaUrl: string;
  /** Widths of the WebP variants, pixels. */
  readonly widths?: readonly number[];
  /** WebP quality, 1..100. */
  readonly quality?: number;
  /** Pictures held in memory at once. Default: the number of processors. */
  readonly concurrency?: number;
  /** Shared by the stores of one process, so that a rebuild does not read again what did not change. */
  readonly memo?: PictureMemo;
  /** Told of the files that are asked for. */
  readonly inputs?: Inputs;
}

/** A file to be published in the media folder. */
export interface MediaFile {
  /** `heron.3f2a5c0917be44d1.webp`; of `[a-z0-9.-]` only. */
  readonly name: string;
  /** Absolute path of the file whose bytes are published. */
  readonly copyFrom: string;
  /** SHA-256, hexadecimal, of a file that may be saved at any time; null: it is the cache's, and never changes. */
  readonly digest: string | null;
  readonly bytes: number;
}

export interface PictureCounts {
  readonly pictures: number;
  /** Pictures that had to be decoded and encoded, because the cache had nothing whole for them. */
  readonly encoded: number;
  /** Other files. */
  readonly files: number;
}

/** Makes and remembers everything under /media, for one build. */
export interface PictureStore {
  /**
   * What is published of a picture.
   * @throws PictureError
   */
  process(absolutePath: string): Promise<Picture>;
  /**
   * Publishes any file. A picture is published as `process` does it, so that no link hands out what was stripped.
   * @throws PictureError `missing-picture`, `unreadable-picture`; any other for a picture that cannot be published
   */
  file(absolutePath: string): Promise<{ readonly url: string }>;
  /** All media files of what was asked for so far, sorted by name. */
  outputs(): Iterable<MediaFile>;
  counts(): PictureCounts;
}

/** What a path held when it was last read, by path, size, times and inode. */
export type PictureMemo = Map<string, { readonly stamp: string; readonly content: Promise<Content> }>;

/** What a file is, without its name. */
type Content =
  | { readonly kind: "picture"; readonly key: string; readonly picture: CachedPicture }
  | { readonly kind: "file"; readonly digest: string; readonly bytes: number };

/** Creates the media store of one build. Same files, same settings: same names and bytes, in whatever order they are asked for. */
export function createPictureStore(options: PictureStoreOptions): PictureStore {
  return new DiskPictureStore(options);
}

class DiskPictureStore implements PictureStore {
  readonly #mediaUrl: string;
  readonly #settings: EncodeSettings;
  readonly #cache;
  readonly #limit;
  readonly #memo: PictureMemo;
  readonly #inputs: Inputs | undefined;
  readonly #asked = new Map<string, Promise<Content>>();
  readonly #outputs = new Map<string, MediaFile>();
  /** By key: the same bytes in two places are encoded once. */
  readonly #making = new Map<string, Promise<CachedPicture>>();
  readonly #paths = { picture: new Set<string>(), file: new Set<string>() };
  #encoded = 0;

  constructor(options: PictureStoreOptions) {
    this.#mediaUrl = options.mediaUrl;
    this.#settings = { widths: options.widths ?? DEFAULT_WIDTHS, quality: options.quality ?? DEFAULT_QUALITY };
    this.#cache = createPictureCache(options.cacheDir);
    this.#limit = pLimit(options.concurrency ?? availableParallelism());
    this.#memo = options.memo ?? new Map();
    this.#inputs = options.inputs;
  }

  async process(path: string): Promise<Picture> {
    const content = await this.#contentOf(path, "picture");
    if (content.kind !== "picture") throw new TypeError("a picture was expected");
    return this.#publishPicture(path, content.key, content.picture);
  }

  async file(path: string): Promise<{ readonly url: string }> {
    const content = await this.#contentOf(path, "any");
    if (content.kind === "picture") return { url: this.#publishPicture(path, content.key, content.picture).url };
    const name = `${baseNameOf(path, "file")}.${hashOf(content.digest, "file")}.${extensionOf(path)}`;
    this.#paths.file.add(path);
    this.#outputs.set(name, { name, copyFrom: path, digest: content.digest, bytes: content.bytes });
    return { url: `${this.#mediaUrl}/${name}` };
  }

  outputs(): Iterable<MediaFile> {
    return [...this.#outputs.values()].sort((a, b) => compareText(a.name, b.name) || compareText(a.copyFrom, b.copyFrom));
  }

  counts(): PictureCounts {
    return { pictures: this.#paths.picture.size, encoded: this.#encoded, files: this.#paths.file.size };
  }

  /** Looks at a file once in a build, however many posts show it. */
  #contentOf(path: string, want: "picture" | "any"): Promise<Content> {
    const memoKey = `${want}:${JSON.stringify(this.#settings)}:${path}`;
    const content = this.#asked.get(memoKey) ?? this.#lookAt(path, want, memoKey);
    this.#asked.set(memoKey, content);
    return content;
  }

  async #lookAt(path: string, want: "picture" | "any", memoKey: string): Promise<Content> {
    const stat = await statOf(path);
    const stamp = `${stat.size} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.ino}`;
    this.#inputs?.add(path, stat);
    const known = this.#memo.get(memoKey);
    if (known?.stamp === stamp && (await this.#isThere(await known.content))) return known.content;
    const content = this.#limit(() => this.#read(path, want));
    this.#memo.set(memoKey, { stamp, content });
    // What went wrong is asked for again the next time: the cause may lie outside the file.
    content.catch(() => this.#memo.delete(memoKey));
    return content;
  }

  async #isThere(content: Content): Promise<boolean> {
    return content.kind === "file" || this.#cache.isThere(content.key, content.picture);
  }

  async #read(path: string, want: "picture" | "any"): Promise<Content> {
    if (want === "any" && !path.toLowerCase().endsWith(".svg") && sniffFormat(await readHead(path)) === null) return readFacts(path);
    const bytes = await readBytes(path);
    // Loaded for the first picture: a site without any needs none of it.
    const [{ ENCODER_VERSION }, { SVG_VERSION }] = await Promise.all([import("./encode.ts"), import("./svg.ts")]);
    const { widths, quality } = this.#settings;
    const key = digestOf(
      JSON.stringify([CACHE_VERSION, STRIP_VERSION, SVG_VERSION, ENCODER_VERSION, widths, quality, digestOf(bytes)]),
    ).slice(0, 40);
    const making = this.#making.get(key) ?? this.#fromCache(key, bytes);
    this.#making.set(key, making);
    return { kind: "picture", key, picture: await making };
  }

  async #fromCache(key: string, bytes: Buffer): Promise<CachedPicture> {
    const cached = await this.#cache.read(key);
    if (cached !== null) return cached;
    this.#encoded += 1;
    const { makePicture } = await import("./make.ts");
    return this.#cache.write(key, await makePicture(bytes, this.#settings));
  }

  #publishPicture(path: string, key: string, picture: CachedPicture): Picture {
    const base = baseNameOf(path, "picture");
    const publish = (file: CachedFile) => {
      const name = `${base}.${file.hash}${file.file.slice(file.file.lastIndexOf("."))}`;
      this.#outputs.set(name, { name, copyFrom: this.#cache.pathOf(key, file), digest: null, bytes: file.bytes });
      return { url: `${this.#mediaUrl}/${name}`, width: file.width, height: file.height, mimeType: file.mimeType };
    };
    this.#paths.picture.add(path);
    const { thumbhash, dominantColor, exif, takenAt } = picture;
    return { ...publish(picture.original), thumbhash, dominantColor, variants: picture.variants.map(publish), exif, takenAt };
  }
}

/** Another one when the file changes, as far as a file system tells. */
async function statOf(path: string): Promise<FileStat> {
  const info = await stat(path).catch((cause: unknown) => {
    throw toPictureError(cause);
  });
  // To open a pipe would wait for ever for somebody to write into it. Folders are told by the error of reading them.
  if (!info.isFile() && !info.isDirectory())
    throw new PictureError("unreadable-picture", "is a pipe, a socket or a device, not a file", "name a file");
  return info;
}

async function readHead(path: string): Promise<Buffer> {
  // dependency-cruiser cannot read `using`.
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

/** Files may be large (a film): they are never in memory as a whole. */
async function readFacts(path: string): Promise<Content> {
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

/** Films of phones and cameras: MP4 and QuickTime, whose metadata may say where they were taken. */
const FILM = /\.(?:mp4|m4v|m4a|mov|qt|3gp|3g2)$/i;
/** The place in QuickTime user data, in 3GPP's, and as Apple's metadata key. */
const PLACE_MARKS = ["\xa9xyz", "loci\0\0\0\0", "com.apple.quicktime.location"];
const PLACE_MARK_MAX = 40;

function locatedFilm(): PictureError {
  return new PictureError(
    "located-film",
    "says where it was taken",
    "take that out of it: ffmpeg -i in.mp4 -map_metadata -1 -c copy out.mp4",
  );
}

async function readBytes(path: string): Promise<Buffer> {
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
