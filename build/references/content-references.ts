import { posix } from "node:path";
import type { CheckSeverity } from "../../contract/config/config-names.ts";
import type { Image } from "../../contract/schemas/values.ts";
import type { EntryBase, PictureRef } from "../kinds/document/entry.ts";
import type { PictureStore, PublishedFile } from "../pictures/picture-store.ts";
import type { FieldPath, Location } from "../shared/diagnostics.ts";
import type { MaybePromise, Picture, References } from "../shared/rendered.ts";
import type { SourceFile } from "../shared/source-file.ts";
import { readNamedReference } from "../sources/named-reference.ts";
import { readSource } from "../sources/read-text.ts";
import { createPrivateFiles } from "./file-privacy.ts";
import { createNamedFiles, type NamedFilesOptions } from "./named-files.ts";
import type { FileTree } from "./reference-files.ts";
import { createReport, noSuchName, onlyByPath, type ReferenceCheck, type Written } from "./reference-findings.ts";
import { type LinkOptions, LinkResolver } from "./reference-links.ts";
import { createHostFilter, pathOnSite, relativePath } from "./reference-path.ts";
import { createPictureResolver, type PictureOptions } from "./reference-pictures.ts";

export interface ReferencesOptions
  extends Omit<LinkOptions, "findPrivacy">,
    Omit<PictureOptions, "findPrivacy">,
    Pick<NamedFilesOptions, "linkNames"> {
  /** Absolute paths of the database and the configuration's modules. The files may be missing. */
  readonly privatePaths: readonly string[];
  readonly pictures: Pick<PictureStore, "process" | "file">;
  /** `missingPictures` applies to every picture that cannot be published, for any reason. */
  readonly checks: Readonly<Record<ReferenceCheck, CheckSeverity>>;
  /** The files of the content folder and the static folders. */
  readonly tree: FileTree;
}

/** The document that contains a picture in its front matter. */
export interface PictureOwner {
  readonly file: SourceFile;
  locate(field: FieldPath): Location;
}

export interface ContentReferences extends References {
  /**
   * The contract's Image for a picture in the front matter; null if it cannot be published
   * (reported at its place).
   */
  image(ref: PictureRef, owner: PictureOwner): Promise<Image | null>;
  /**
   * The published form of a file in a front matter field; null if it cannot be published
   * (reported).
   */
  file(path: string, field: FieldPath, owner: PictureOwner & Pick<EntryBase, "written">): MaybePromise<PublishedFile | null>;
  /** Like `image`, with EXIF data, for photos. */
  pictureOf(ref: PictureRef, owner: PictureOwner): MaybePromise<Picture | null>;
}

/**
 * Resolves references in content. No path can lead out of the content folder and the static
 * folders, whether by its text or by a symbolic link. Paths are compared exactly, including case,
 * on every system.
 */
export function createReferences(options: ReferencesOptions): ContentReferences {
  const { tree } = options;
  const report = createReport(options.checks, options.diagnosticsOf);
  const findPrivacy = createPrivateFiles({ roots: [options.contentDir, ...options.staticDirs], privatePaths: options.privatePaths });
  const links = new LinkResolver({ ...options, findPrivacy }, tree, report);
  const pictures = createPictureResolver({ ...options, findPrivacy }, tree, report);
  const names = createNamedFiles(tree, options);
  const isElsewhere = createHostFilter(options.sites);
  const toPath = (written: Written): Written | null => toPathReference(written, names, report);
  const pictureOf = (ref: PictureRef, owner: PictureOwner): MaybePromise<Picture | null> =>
    pictures.resolve({
      text: ref.src,
      from: owner.file,
      at: () => owner.locate(ref.field),
      check: "missingPictures",
      field: ref.field,
      size: ref.size,
    });
  return {
    isOwnAddress: (text) => !isElsewhere(text) && pathOnSite(toAddress(text), options.sites) !== null,
    link(text, from, at) {
      const written = toPath({ text, from, at, check: "brokenLinks" });
      if (written === null) return null;
      const address = ABSOLUTE.test(text) ? toAddress(text) : null;
      if (address === null) return links.resolve(written);
      const path = pathOnSite(address, options.sites);
      return path === null ? null : links.check(written, path + address.search + address.hash);
    },
    picture: rememberRooted((text, from, at) => {
      const written = toPath({ text, from, at, check: "missingPictures" });
      return written === null ? null : pictures.resolve(written);
    }),
    pictureOf,
    file: (text, field, owner) =>
      pictures.resolveFile({
        text,
        from: owner.file,
        at: () => owner.locate(field),
        check: "brokenLinks",
        field: owner.written(field),
      }),
    async image(ref, owner) {
      const picture = await pictureOf(ref, owner);
      return picture === null ? null : toImage(picture, ref.alt ?? "");
    },
  };
}

/** Turns a reference by name into one by path. Returns null if there is no such name (reported). */
function toPathReference(
  translated: Written,
  names: ReturnType<typeof createNamedFiles>,
  report: ReturnType<typeof createReport>,
): Written | null {
  const named = readNamedReference(translated.text);
  if (named === null) return translated;
  const written = { ...translated, at: () => placeOfName(named.path, translated) };
  const found = names.find(named.path, written);
  if (found === null) {
    return report(written, () => {
      const hidden = names.hidden(named.path);
      return hidden === null ? noSuchName(named.path, written, names.suggest(named.path)) : onlyByPath(named.path, written, hidden);
    });
  }
  const path = relativePath(posix.dirname(written.from.absolute), found).split("/").map(encodeURIComponent).join("/");
  return { ...written, text: path + named.fragment };
}

/** Searches for the name in its line of the file, because columns refer to the translated line. */
function placeOfName(name: string, { from, at }: Written): Location {
  const place = at();
  const line = readSource(from)?.text.split("\n")[place.line - 1] ?? "";
  const index = line.indexOf(name);
  return index === -1
    ? { file: place.file, line: place.line, column: 1 }
    : { ...place, column: index + 1, endColumn: index + name.length + 1 };
}

/**
 * Resolves a picture only once per build if its path begins at the root, because thousands of
 * documents may show it and the result is the same for all. Mistakes are reported at each place.
 */
function rememberRooted(resolve: References["picture"]): References["picture"] {
  const published = new Map<string, Picture>();
  return (text, from, at) => {
    const cached = published.get(text);
    if (cached !== undefined) return cached;
    const answer = resolve(text, from, at);
    if (text.startsWith("/") && answer !== null && !(answer instanceof Promise)) published.set(text, answer);
    return answer;
  };
}

const ABSOLUTE = /^(?:https?:)?\/\//i;

/** `https://…` or `//…`; null if it cannot be parsed. */
function toAddress(text: string): URL | null {
  return URL.parse(text.startsWith("//") ? `https:${text}` : text);
}

/** Makes an Image of the API from a picture and its description. */
export function toImage(picture: Picture, alt: string): Image {
  const { url, width, height, mimeType, thumbhash, dominantColor, variants } = picture;
  return { url, width, height, alt, mimeType, thumbhash, dominantColor, variants: [...variants] };
}
