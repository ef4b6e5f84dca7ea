import { constants } from "node:fs";
import { copyFile, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, posix, relative, resolve, sep } from "node:path";
import { sniffFormat } from "../../build/pictures/formats.ts";
import { PictureError } from "../../build/pictures/picture-error.ts";
import { toSlug } from "../../build/shared/slugs.ts";
import { CliError, type Io, usageError } from "../io.ts";
import { shortenPath } from "../text/shown-paths.ts";

const PICTURE_NAME = /\.(?:jpe?g|png|webp|avif|gif|tiff?)$/i;

/** A picture given instead of a title. */
interface GivenPicture {
  readonly absolute: string;
  /** Derived from the file name. */
  readonly title: string;
}

/**
 * Reads the picture; null if a title was given.
 * @throws CliError if the named picture is missing or unreadable
 */
export async function readGivenPicture(written: string, { cwd }: Pick<Io, "cwd">): Promise<GivenPicture | null> {
  const absolute = resolve(cwd, written);
  if (extname(written) === "" || !(await isFile(absolute))) {
    if (!PICTURE_NAME.test(written)) return null;
    throw usageError(`${written} is not a file`, 'name an existing picture, or write a title: octavo new photo "A grey heron"');
  }
  const bytes = await readFile(absolute);
  const { default: sharp } = await import("sharp");
  try {
    if (sniffFormat(bytes) === null)
      throw new PictureError("unsupported-picture", "is not a picture", "want JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG");
    await sharp(bytes).metadata();
  } catch (error) {
    if (error instanceof PictureError) throw new CliError(`${written} ${error.message}`, { hint: error.hint });
    throw new CliError(`${written} is a damaged picture`, { hint: error instanceof Error ? error.message : String(error) });
  }
  const words = basename(absolute, extname(absolute))
    .replaceAll(/[\s_-]+/g, " ")
    .trim();
  return { absolute, title: words.slice(0, 1).toUpperCase() + words.slice(1) };
}

interface PicturePlace {
  /** Absolute path of the document. */
  readonly path: string;
  readonly slug: string;
  readonly contentDir: string;
  readonly given: GivenPicture | null;
}

export interface NewPicture {
  /** The path that the document uses. */
  readonly src: string;
  readonly isStandIn: boolean;
  /** Writes the picture if it is missing. */
  write(): Promise<void>;
}

/**
 * Formats the note about what a new photo still needs.
 * @param isNamedByFile whether its title is the name of the picture, so it has no alternative text
 */
export function renderPictureNote({ src, isStandIn }: NewPicture, isNamedByFile: boolean): string {
  if (isStandIn)
    return `note: ${src} next to it is a grey placeholder: replace it with your picture, describe it in alt, then remove draft: true\n`;
  if (isNamedByFile)
    return "note: the title is the picture's file name, and alt is empty: describe the picture in alt, for people who cannot see it. octavo check warns until then\n";
  return "note: alt is the title: change it if the title does not describe the picture\n";
}

/**
 * Chooses the picture for a new photo. A given picture inside the content folder stays there; any
 * other is copied next to the document. If none is given, uses a picture with the document's name,
 * or a placeholder.
 * @throws CliError if a copy would overwrite a file
 */
export async function choosePicture({ path, slug, contentDir, given }: PicturePlace, { cwd }: Pick<Io, "cwd">): Promise<NewPicture> {
  const folder = dirname(path);
  const written = { isStandIn: false, write: async () => undefined };
  if (given === null) {
    const names = await readdir(folder).catch(() => []);
    const found = names.find((name) => PICTURE_NAME.test(name) && toSlug(posix.parse(name).name) === slug);
    if (found !== undefined) return { ...written, src: `./${found}` };
    return { src: `./${slug}.jpg`, isStandIn: true, write: () => writeStandIn(join(folder, `${slug}.jpg`)) };
  }
  const { absolute } = given;
  if (isInside(contentDir, absolute)) {
    const src = relative(folder, absolute).split(sep).join("/");
    return { ...written, src: src.startsWith("../") ? src : `./${src}` };
  }
  const name = `${slug}${extname(absolute).toLowerCase()}`;
  const copy = join(folder, name);
  if (await isFile(copy)) throw new CliError(`${shortenPath(copy, cwd)} already exists`, { hint: "use --slug, or name that file" });
  return { src: `./${name}`, isStandIn: false, write: () => copyFile(absolute, copy, constants.COPYFILE_EXCL) };
}

function isInside(folder: string, path: string): boolean {
  const inner = relative(folder, path);
  return inner !== ".." && !inner.startsWith(`..${sep}`) && !isAbsolute(inner);
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Writes a placeholder, because a photo without a picture is an error that stops a build. */
async function writeStandIn(path: string): Promise<void> {
  const { default: sharp } = await import("sharp");
  const picture = sharp({ create: { width: 1_200, height: 800, channels: 3, background: "#bbbbbb" } });
  await writeFile(path, await picture.jpeg().toBuffer(), { flag: "wx" });
}
