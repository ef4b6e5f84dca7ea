import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import type { FileValue } from "../../contract/config/define-kind.ts";
import { CONTENT_TYPES, OTHER_CONTENT_TYPE } from "../../contract/static-files.ts";
import type { Inputs } from "../cache/inputs.ts";
import { compareText } from "../shared/diagnostics.ts";
import { type FileStat, isSameStat, toKeptStat } from "../shared/file-stat.ts";
import type { MaybePromise, Picture } from "../shared/rendered.ts";
import { DEFAULT_QUALITY, DEFAULT_WIDTHS } from "../shared/resolved-config.ts";
import { sniffFormat } from "./formats.ts";
import type { EncodeSettings } from "./make.ts";
import { CACHE_VERSION, createPictureCache } from "./picture-cache.ts";
import type { MediaContent, PictureMemo } from "./picture-memo.ts";
import { baseNameOf, digestOf, extensionOf, hashOf } from "./picture-names.ts";
import type { CachedFile, CachedPicture } from "./picture-record.ts";
import { readBytes, readFacts, readHead, statOf } from "./read-media.ts";
import { STRIP_VERSION } from "./strip.ts";

export interface PictureStoreOptions {
  /** Absolute path; created on first use. */
  readonly cacheDir: string;
  /** Absolute URL of the media folder, without a final slash: `https://site.example/media`. */
  readonly mediaUrl: string;
  /**
   * Widths of the WebP variants, in pixels; null if pictures are only measured, and nothing can be
   * published.
   */
  readonly widths?: readonly number[] | null;
  /** WebP quality, 1..100. */
  readonly quality?: number;
  /** Maximum number of pictures in memory at once. Default: the number of processors. */
  readonly concurrency?: number;
  /**
   * A memo that the stores of a process share, so that a rebuild does not read unchanged files
   * again.
   */
  readonly memo?: PictureMemo;
  /** Records the files that are read. */
  readonly inputs?: Inputs;
}

/** A file to publish in the media folder. */
export interface MediaFile {
  /** `heron.3f2a5c0917be44d1.webp`, with only characters of `[a-z0-9.-]`. */
  readonly name: string;
  /** Absolute path of the file to publish. */
  readonly copyFrom: string;
  /**
   * Hexadecimal SHA-256 of a file that may be saved at any time; null if the file belongs to the
   * cache and never changes.
   */
  readonly digest: string | null;
  readonly bytes: number;
}

/** A file that is not a picture, or a picture published as a file. */
export type PublishedFile = FileValue;

export interface PictureCounts {
  readonly pictures: number;
  /** Pictures that had to be decoded and encoded, because the cache lacked them. */
  readonly encoded: number;
  /** Other files. */
  readonly files: number;
}

/**
 * Creates everything below /media for one build. The same files and settings give the same names
 * and bytes, in any order of requests.
 */
export class PictureStore {
  readonly #mediaUrl: string;
  /** `widths` is null if pictures are only measured. */
  readonly #settings: { readonly widths: readonly number[] | null; readonly quality: number };
  readonly #cache;
  readonly #limit;
  readonly #memo: PictureMemo;
  readonly #inputs: Inputs | undefined;
  readonly #asked = new Map<string, Promise<MediaContent>>();
  readonly #outputs = new Map<string, MediaFile>();
  /** By key, so that the same bytes in two places are encoded once. */
  readonly #making = new Map<string, Promise<CachedPicture>>();
  /** By path. */
  readonly #published = { picture: new Map<string, Picture>(), file: new Map<string, PublishedFile>() };
  #encoded = 0;

  constructor(options: PictureStoreOptions) {
    this.#mediaUrl = options.mediaUrl;
    this.#settings = {
      widths: options.widths === undefined ? DEFAULT_WIDTHS : options.widths,
      quality: options.quality ?? DEFAULT_QUALITY,
    };
    this.#cache = createPictureCache(options.cacheDir);
    this.#limit = pLimit(options.concurrency ?? availableParallelism());
    this.#memo = options.memo ?? new Map();
    this.#inputs = options.inputs;
  }

  /**
   * Returns the published form of a picture: the same object for each call, and synchronously from
   * the second call on.
   * @param path absolute
   * @throws PictureError
   */
  process(path: string): MaybePromise<Picture> {
    return this.#published.picture.get(path) ?? this.#process(path);
  }

  async #process(path: string): Promise<Picture> {
    const content = await this.#contentOf(path, "picture");
    if (content.kind !== "picture") throw new TypeError("a picture was expected");
    return this.#publishPicture(path, content.key, content.picture);
  }

  /**
   * Publishes any file. Pictures are published as in `process`, so that no link exposes removed
   * metadata.
   * @throws PictureError `missing-picture`, `unreadable-picture`; others for a picture that cannot
   * be published
   */
  file(path: string): MaybePromise<PublishedFile> {
    return this.#published.file.get(path) ?? this.#publishFile(path);
  }

  async #publishFile(path: string): Promise<PublishedFile> {
    const content = await this.#contentOf(path, "any");
    if (content.kind === "picture") {
      const { url } = this.#publishPicture(path, content.key, content.picture);
      return { url, mimeType: content.picture.original.mimeType, bytes: content.picture.original.bytes };
    }
    const name = `${baseNameOf(path, "file")}.${hashOf(content.digest, "file")}.${extensionOf(path)}`;
    this.#outputs.set(name, { name, copyFrom: path, digest: content.digest, bytes: content.bytes });
    const mimeType = CONTENT_TYPES[extensionOf(path)]?.replace(/;.*/, "") ?? OTHER_CONTENT_TYPE;
    const published = { url: `${this.#mediaUrl}/${name}`, mimeType, bytes: content.bytes };
    this.#published.file.set(path, published);
    return published;
  }

  /** All media files requested so far, sorted by name. */
  outputs(): Iterable<MediaFile> {
    return [...this.#outputs.values()].sort((a, b) => compareText(a.name, b.name) || compareText(a.copyFrom, b.copyFrom));
  }

  counts(): PictureCounts {
    return { pictures: this.#published.picture.size, encoded: this.#encoded, files: this.#published.file.size };
  }

  /** Reads a file only once in a build, however many posts show it. */
  #contentOf(path: string, want: "picture" | "any"): Promise<MediaContent> {
    const memoKey = `${want}:${JSON.stringify(this.#settings)}:${path}`;
    const content = this.#asked.get(memoKey) ?? this.#lookAt(path, want, memoKey);
    this.#asked.set(memoKey, content);
    return content;
  }

  async #lookAt(path: string, want: "picture" | "any", memoKey: string): Promise<MediaContent> {
    const stat = statOf(path);
    this.#inputs?.add(path, stat);
    const cached = this.#memo.get(memoKey);
    if (cached !== undefined && isSameStat(cached.stat, stat) && this.#isThere(await cached.content)) return cached.content;
    const content = this.#limit(() => this.#read(path, want));
    this.#memo.set(memoKey, { stat, content });
    // Failures are not cached, because their cause may be outside the file.
    content.catch(() => this.#memo.delete(memoKey));
    return content;
  }

  #isThere(content: MediaContent): boolean {
    if (content.kind === "file") return true;
    return this.#cache.statsOf(content.key, content.picture).every((stat, index) => isSameStat(stat, content.stats[index] ?? null));
  }

  /**
   * Serializes stats and contents of the files read, as JSON, so that later builds need not read
   * unchanged files again.
   */
  async toMemoText(): Promise<string> {
    const since = this.#inputs?.since ?? 0;
    const keep = (stat: FileStat | null): FileStat | null => (stat === null ? null : toKeptStat(stat, since));
    const entries: unknown[] = [];
    for (const [name, asked] of this.#asked) {
      const stat = this.#memo.get(name)?.stat ?? null;
      const content = await asked.catch(() => null);
      if (stat === null || content === null) continue;
      entries.push([name, keep(stat), content.kind === "file" ? content : { ...content, stats: content.stats.map(keep) }]);
    }
    return JSON.stringify(entries);
  }

  async #read(path: string, want: "picture" | "any"): Promise<MediaContent> {
    if (want === "any" && !path.toLowerCase().endsWith(".svg") && sniffFormat(await readHead(path)) === null) return readFacts(path);
    const { widths, quality } = this.#settings;
    if (widths === null) return (await import("./measure-file.ts")).measureFile(path);
    const bytes = await readBytes(path);
    // Loaded for the first picture, because a site without pictures does not need it.
    const [{ ENCODER_VERSION }, { SVG_VERSION }] = await Promise.all([import("./encode-picture.ts"), import("./svg.ts")]);
    const key = digestOf(
      JSON.stringify([CACHE_VERSION, STRIP_VERSION, SVG_VERSION, ENCODER_VERSION, widths, quality, digestOf(bytes)]),
    ).slice(0, 40);
    const making = this.#making.get(key) ?? this.#fromCache(key, bytes, { widths, quality });
    this.#making.set(key, making);
    const picture = await making;
    return { kind: "picture", key, picture, stats: this.#cache.statsOf(key, picture) };
  }

  async #fromCache(key: string, bytes: Buffer, settings: EncodeSettings): Promise<CachedPicture> {
    const cached = await this.#cache.read(key);
    if (cached !== null) return cached;
    this.#encoded += 1;
    const { makePicture } = await import("./make.ts");
    return this.#cache.write(key, await makePicture(bytes, settings));
  }

  #publishPicture(path: string, key: string, picture: CachedPicture): Picture {
    const existing = this.#published.picture.get(path);
    if (existing !== undefined) return existing;
    const base = baseNameOf(path, "picture");
    const publish = (file: CachedFile) => {
      const name = `${base}.${file.hash}${file.file.slice(file.file.lastIndexOf("."))}`;
      this.#outputs.set(name, { name, copyFrom: this.#cache.pathOf(key, file), digest: null, bytes: file.bytes });
      return { url: `${this.#mediaUrl}/${name}`, width: file.width, height: file.height, mimeType: file.mimeType };
    };
    const { thumbhash, dominantColor, exif, takenAt } = picture;
    const published = { ...publish(picture.original), thumbhash, dominantColor, variants: picture.variants.map(publish), exif, takenAt };
    this.#published.picture.set(path, published);
    return published;
  }
}
