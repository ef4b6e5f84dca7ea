import { hash } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import sharp from "sharp";
import { type PictureFormat, sniffFormat } from "../../build/pictures/formats.ts";
import { PictureError } from "../../build/pictures/picture-error.ts";
import { readHead } from "../../build/pictures/read-media.ts";
import { readSvg } from "../../build/pictures/svg.ts";
import { decodePercent } from "../../contract/text/decode-percent.ts";
import { ImportError } from "../import-error.ts";
import type { NameReader } from "./name-reader.ts";

/** Maximum size of a picture in bytes. Photos from cameras are far smaller. */
const PICTURE_MAX = 100_000_000;

export interface UploadedPicture {
  /** Absolute, with links resolved. */
  readonly file: string;
  /** Relative to the content folder, with forward slashes; cleaned. */
  readonly path: string;
}

export type FoundUpload = { readonly picture: UploadedPicture } | { readonly problem: string };

/** Looks up pictures of a site in the folder of its uploads. */
export class UploadPictures {
  readonly #folder: string;
  readonly #found = new Map<string, Promise<FoundUpload>>();
  /** Path in the content folder → the file that is copied there. */
  readonly #taken = new Map<string, string>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws ImportError if it is not a folder */
  static async open(folder: string, shown: string): Promise<UploadPictures> {
    const found = await stat(folder).catch(() => null);
    if (found?.isDirectory() !== true)
      throw new ImportError(
        `--uploads ${shown} is ${found === null ? "missing" : "not a folder"}`,
        "name the folder that contains the pictures, such as wp-content/uploads",
      );
    return new UploadPictures(await realpath(folder));
  }

  /** @param path relative to the uploads, percent-encoded as in addresses */
  find(path: string, names: NameReader): Promise<FoundUpload> {
    let found = this.#found.get(path);
    if (found === undefined) {
      found = this.#look(path, names);
      this.#found.set(path, found);
    }
    return found;
  }

  async #look(encoded: string, names: NameReader): Promise<FoundUpload> {
    const path = decodePercent(encoded);
    if (path === null) return { problem: "not in the uploads" };
    // The original picture, if the page shows a smaller copy.
    const original = path.replace(/-\d{2,5}x\d{2,5}(?=\.\w+$)|-scaled(?=\.\w+$)/, "");
    for (const candidate of new Set([original, path])) {
      const found = await this.#open(candidate, names);
      if (found !== null) return found;
    }
    return { problem: "not in the uploads" };
  }

  async #open(path: string, names: NameReader): Promise<FoundUpload | null> {
    if (path.includes("\0")) return null;
    const file = await realpath(join(this.#folder, path)).catch(() => null);
    if (file === null) return null;
    if (!file.startsWith(this.#folder + sep)) return { problem: "outside the uploads" };
    const found = await stat(file);
    if (!found.isFile()) return { problem: "not a file" };
    if (found.size > PICTURE_MAX) return { problem: `larger than ${PICTURE_MAX / 1_000_000} MB` };
    const format = await readFormat(file);
    if (format === null) return { problem: "not a picture, despite its name" };
    return { picture: { file, path: this.#toPicturePath(file, format, names) } };
  }

  /**
   * `2019/05/Heron (1).JPG` → `uploads/2019/05/heron-1.jpg`, with the format's extension. Names
   * that become equal when cleaned stay distinct.
   */
  #toPicturePath(file: string, { extension }: PictureFormat, names: NameReader): string {
    const below = file.slice(this.#folder.length + 1).replaceAll(sep, "/");
    const stem = below
      .replace(/\.\w{1,5}$/, "")
      .split("/")
      .map((part) => names.readOrHash(part))
      .join("/");
    const plain = `uploads/${stem}.${extension}`;
    const owner = this.#taken.get(plain) ?? file;
    const path = owner === file ? plain : `uploads/${stem}-${hash("sha256", below).slice(0, 8)}.${extension}`;
    this.#taken.set(path, file);
    return path;
  }
}

/** The format, from the bytes; null if it is not a picture that can be published. */
async function readFormat(path: string): Promise<PictureFormat | null> {
  try {
    const format = sniffFormat(await readHead(path));
    if (format === null || format.name === "ico") return format;
    if (format.name === "svg") readSvg(await readFile(path));
    else await sharp(path).metadata();
    return format;
  } catch (error) {
    // sharp's errors do not have their own class.
    if (error instanceof PictureError || error instanceof Error) return null;
    throw error;
  }
}
