import { posix } from "node:path";
import type { CheckName, Severity } from "../contract/config.ts";
import type { Image } from "../contract/schemas/values.ts";
import type { Diagnostics, FieldPath, Finding, Location } from "./diagnostics.ts";
import type { PictureRef, SourceFile } from "./entries.ts";
import { PictureError } from "./pictures/picture-error.ts";
import type { PictureStore } from "./pictures/store.ts";
import { createFileTree, type Found } from "./reference-files.ts";
import { type Place, placeOf, type Reading, readingsOf, relativePath, segmentsOf } from "./reference-path.ts";
import type { Picture, References } from "./render/types.ts";

/** A document that a link may lead to. */
export interface LinkTarget {
  /** Absolute; null for kinds that have no page of their own (services, series). */
  readonly url: string | null;
  /** false: a draft, or not due yet. */
  readonly published: boolean;
}

export interface ReferencesOptions {
  /** Absolute, with forward slashes, written as in `SourceFile.absolute`. */
  readonly contentDir: string;
  /** Folders for paths that begin with "/", in order of preference; absolute, with forward slashes. They may be missing. */
  readonly staticDirs: readonly string[];
  /** The document that an absolute path holds, published or not. */
  entries(absolutePath: string): LinkTarget | null;
  /** The document with that slug, for links such as `other-post/` that no file answers; of the kind of `from`, say. */
  bySlug?(slug: string, from: SourceFile): LinkTarget | null;
  readonly pictures: Pick<PictureStore, "process" | "file">;
  /** `missingPictures` counts for every picture that cannot be published, whatever is wrong with it. */
  readonly checks: Readonly<Record<CheckName, Severity>>;
  readonly diagnostics: Diagnostics;
}

/** Where a picture of the front matter is written: any entry or document. */
export interface PictureOwner {
  readonly file: SourceFile;
  locate(field: FieldPath): Location;
}

export interface ContentReferences extends References {
  /** The contract's Image for a picture of the front matter; null, and reported where it is written, if it cannot be published. */
  image(ref: PictureRef, owner: PictureOwner): Promise<Image | null>;
  /** The same with what EXIF says, for photos. */
  pictureOf(ref: PictureRef, owner: PictureOwner): Promise<Picture | null>;
}

/** What a link without an extension, or to a folder, may stand for. */
const DOCUMENT_SUFFIXES = [".md", ".mdx", ".yaml", ".yml", "/index.md", "/index.mdx", "/index.yaml", "/index.yml"];
const REMOTE = /^(?:https?:)?\/\//i;
const SCHEME = /^[a-z][a-z0-9+.-]+:/i;

/** A reference as it was written, for messages. */
interface Written {
  readonly text: string;
  readonly from: SourceFile;
  readonly at: Location;
  readonly check: CheckName;
  readonly field?: FieldPath;
}

/**
 * Resolves what content refers to. Content is its author's own, so symbolic links are followed; but by its text no path
 * leads out of the content folder and the static folders.
 */
export function createReferences(options: ReferencesOptions): ContentReferences {
  const { contentDir, staticDirs, entries, bySlug, pictures, checks, diagnostics } = options;
  const roots = [contentDir, ...staticDirs];
  const tree = createFileTree();

  function report(written: Written, finding: Finding): null {
    diagnostics.report(checks[written.check], written.at, { ...finding, ...(written.field === undefined ? {} : { field: written.field }) });
    return null;
  }

  /** The document that a place stands for: itself, with an extension added, or as the index of its folder. */
  async function documentAt(place: Place, found: Found): Promise<LinkTarget | null> {
    if (found.kind === "file") return entries(found.absolute);
    for (const suffix of DOCUMENT_SUFFIXES) {
      const implied = await tree.find(place.root, segmentsOf(place.segments.join("/") + suffix));
      const document = implied.kind === "file" ? entries(implied.absolute) : null;
      if (document !== null) return document;
    }
    return null;
  }

  function linkTo(document: LinkTarget, reading: Reading, written: Written): string | null {
    if (document.url === null)
      return report(written, {
        code: "broken-link",
        message: `${quote(written.text)} has no page of its own`,
        hint: "link to the page of your site that shows it, by a path that begins with /",
      });
    // Left with its future address: the same bytes are right once it is public, and until then a reader meets the site's own 404.
    if (!document.published)
      diagnostics.warning(written.at, {
        code: "unpublished-link",
        message: `${quote(written.text)} is not published yet`,
        hint: "readers who follow the link find nothing until it is",
      });
    return document.url + reading.rest;
  }

  async function publishFile(absolute: string, reading: Reading, written: Written): Promise<string | null> {
    const isRootData = posix.dirname(absolute) === contentDir && /\.ya?ml$/i.test(absolute);
    if (isRootData || /\.mdx?$/i.test(absolute))
      return report(written, {
        code: "broken-link",
        message: `${quote(written.text)} is no document with a page of its own`,
        hint: "link to a document of a collection, or to a page of your site by a path that begins with /",
      });
    try {
      return (await pictures.file(absolute)).url + reading.rest.replace(/^[^#]*/, "");
    } catch (error) {
      return reportPicture(error, written);
    }
  }

  function reportPicture(error: unknown, written: Written): null {
    if (!(error instanceof PictureError)) throw error;
    return report(written, { code: error.code, message: `${quote(written.text)} ${error.message}`, hint: error.hint });
  }

  async function followReading(reading: Reading, place: Place, written: Written): Promise<{ readonly url: string | null } | Found> {
    const found = await tree.find(place.root, place.segments);
    const document = await documentAt(place, found);
    if (document !== null) return { url: linkTo(document, reading, written) };
    return found.kind === "file" ? { url: await publishFile(found.absolute, reading, written) } : found;
  }

  /** A path from the root of the site: a file of a static folder, a content file by its path, or a page that we know nothing of. */
  async function followRootLink(reading: Reading, written: Written): Promise<string | null> {
    const segments = segmentsOf(reading.path);
    for (const root of staticDirs) {
      const found = await tree.find(root, segments);
      if (found.kind === "file") return publishFile(found.absolute, reading, written);
    }
    if (!/\.mdx?$/i.test(reading.path)) return null;
    const found = await tree.find(contentDir, segments);
    const document = found.kind === "file" ? entries(found.absolute) : null;
    return document === null ? null : linkTo(document, reading, written);
  }

  async function link(href: string, from: SourceFile, at: Location): Promise<string | null> {
    const written: Written = { text: href, from, at, check: "brokenLinks" };
    const folder = posix.dirname(from.absolute);
    if (SCHEME.test(href) || REMOTE.test(href) || /^(?:[#?]|$)/.test(href)) return null;
    let broken: Finding | null = null;
    for (const reading of readingsOf(href, "url")) {
      if (reading.path.startsWith("/")) return followRootLink(reading, written);
      // `@/posts/hello.md` is Zola's way to name a content file from the root of the content folder.
      const isZola = reading.path.startsWith("@/");
      const place = isZola ? { root: contentDir, segments: segmentsOf(reading.path.slice(2)) } : placeOf(reading.path, folder, roots);
      if (place === null) {
        broken ??= outside(written, "link-outside-content");
        continue;
      }
      const result = await followReading(reading, place, written);
      if ("url" in result) return result.url;
      const named = bySlug?.(place.segments.at(-1) ?? "", from) ?? null;
      if (named !== null) return linkTo(named, reading, written);
      broken ??= result.kind === "folder" ? emptyFolder(written) : missing(written, "broken-link", place, result);
    }
    return broken === null ? null : report(written, broken);
  }

  async function findPicture(written: Written): Promise<string | Finding> {
    const folder = posix.dirname(written.from.absolute);
    let failure: Finding | null = null;
    for (const { path } of readingsOf(written.text, written.field === undefined ? "url" : "path")) {
      const isRooted = path.startsWith("/");
      const beside = placeOf(isRooted ? `.${path}` : path, folder, roots);
      const rooted = staticDirs.map((root): Place => ({ root, segments: segmentsOf(path) }));
      if (!isRooted && beside === null) {
        failure ??= outside(written, "picture-outside-content");
        continue;
      }
      const places = isRooted ? rooted : [beside];
      for (const place of places) {
        if (place === null) continue;
        const found = await tree.find(place.root, place.segments);
        if (found.kind === "file") return found.absolute;
        if (found.kind === "folder" || failure?.hint?.startsWith(DID_YOU_MEAN)) continue;
        const finding = missing(written, "missing-picture", place, found);
        if (failure === null || finding.hint?.startsWith(DID_YOU_MEAN)) failure = finding;
      }
      // The commonest mistake of all: a slash too many or too few.
      for (const place of isRooted ? [beside] : rooted) {
        if (place === null || (await tree.find(place.root, place.segments)).kind !== "file") continue;
        failure = {
          ...notThere(written, "missing-picture"),
          hint: `${DID_YOU_MEAN}${isRooted ? `.${path}` : `/${place.segments.join("/")}`}?`,
        };
      }
    }
    return failure ?? notThere(written, "missing-picture");
  }

  async function resolvePicture(written: Written): Promise<Picture | null> {
    if (REMOTE.test(written.text) || SCHEME.test(written.text)) return report(written, remote(written));
    const found = await findPicture(written);
    if (typeof found !== "string") return report(written, found);
    try {
      return await pictures.process(found);
    } catch (error) {
      return reportPicture(error, written);
    }
  }

  const pictureOf = (ref: PictureRef, owner: PictureOwner): Promise<Picture | null> =>
    resolvePicture({ text: ref.src, from: owner.file, at: owner.locate(ref.field), check: "missingPictures", field: ref.field });

  return {
    link,
    picture: (src, from, at) => resolvePicture({ text: src, from, at, check: "missingPictures" }),
    pictureOf,
    async image(ref, owner) {
      const picture = await pictureOf(ref, owner);
      return picture === null ? null : toImage(picture, ref.alt ?? "");
    },
  };
}

/** An image of the API, from a picture and its description. */
export function toImage(picture: Picture, alt: string): Image {
  const { url, width, height, mimeType, thumbhash, dominantColor, variants } = picture;
  return { url, width, height, alt, mimeType, thumbhash, dominantColor, variants: [...variants] };
}

const DID_YOU_MEAN = "did you mean ";
const quote = (text: string): string => JSON.stringify(text);

function notThere(written: Written, code: string): Finding {
  const hint = written.text.includes("\\")
    ? "write the path with forward slashes"
    : written.text.startsWith("/")
      ? "a path that begins with / is looked up in the static folders of the configuration"
      : "the path counts from the folder of the file it is written in";
  return { code, message: `${quote(written.text)} is not there`, hint };
}

function missing(written: Written, code: string, place: Place, found: Found): Finding {
  const finding = notThere(written, code);
  if (found.kind !== "missing" || found.near === null) return finding;
  const absolute = `${place.root}/${found.near}`;
  const path = written.text.startsWith("/")
    ? `/${found.near}`
    : written.text.startsWith("@/")
      ? `@/${found.near}`
      : relativePath(posix.dirname(written.from.absolute), absolute);
  return { ...finding, hint: `${DID_YOU_MEAN}${written.field === undefined ? path.replaceAll(" ", "%20") : path}?` };
}

const emptyFolder = (written: Written): Finding => ({
  code: "broken-link",
  message: `${quote(written.text)} is a folder without an index.md`,
  hint: "name a file in it",
});

const outside = (written: Written, code: string): Finding => ({
  code,
  message: `${quote(written.text)} leads out of the content folder`,
  hint: "copy the file beside this one, or into a static folder",
});

const remote = (written: Written): Finding => ({
  code: "remote-picture",
  message: `${quote(written.text)} is on another server, so its size is not known`,
  hint: "copy the picture beside this file and name it by its path",
});
