import { posix } from "node:path";
import { CONTENT_TYPES } from "../../contract/static-files.ts";
import type { PictureStore, PublishedFile } from "../pictures/picture-store.ts";
import type { Finding } from "../shared/diagnostics.ts";
import type { MaybePromise, Picture } from "../shared/rendered.ts";
import type { FileTree } from "./reference-files.ts";
import {
  neverPublished,
  noPicturePath,
  notThere,
  OWN_DISK,
  onOwnDisk,
  outside,
  pictureFinding,
  privateFile,
  type Report,
  slashFinding,
  type Written,
} from "./reference-findings.ts";
import { isSource, type LinkOptions } from "./reference-links.ts";
import { type Place, pathOnSite, placeOf, readingsOf, rootedPlaces, segmentsOf } from "./reference-path.ts";

const ADDRESS = /^(?:[a-z][a-z0-9+.-]+:|\/\/)/i;

export interface PictureOptions extends Pick<LinkOptions, "contentDir" | "staticDirs" | "findPrivacy"> {
  /**
   * Addresses of the site's own pages. Pictures with such an address are looked up in the static
   * folders.
   */
  readonly sites: readonly string[];
  readonly pictures: Pick<PictureStore, "process" | "file">;
}

export interface PictureResolver {
  /**
   * The published picture; null if it cannot be published (reported). The result is synchronous if
   * no file must be read.
   */
  resolve(written: Written): MaybePromise<Picture | null>;
  /** Like `resolve` for any file. An address is never a file. */
  resolveFile(written: Written): MaybePromise<PublishedFile | null>;
}

export function createPictureResolver(options: PictureOptions, tree: FileTree, report: Report): PictureResolver {
  const orReport = <T>(published: MaybePromise<T>, written: Written): MaybePromise<T | null> => {
    if (!(published instanceof Promise)) return published;
    return published.catch((error: unknown) => {
      const finding = pictureFinding(error, written);
      return report(written, () => finding);
    });
  };
  return {
    resolveFile(written) {
      const found = OWN_DISK.test(written.text) ? () => onOwnDisk(written) : findPicture(written, options, tree);
      if (typeof found !== "string") return report(written, found);
      if (isSource(found, options.contentDir)) return report(written, () => neverPublished(written));
      const reason = options.findPrivacy(found);
      if (reason !== null) return report(written, () => privateFile(written, reason));
      return orReport(options.pictures.file(found), written);
    },
    resolve(written) {
      if (OWN_DISK.test(written.text)) return report(written, () => onOwnDisk(written));
      const address = toAddress(written.text);
      if (address === null && ADDRESS.test(written.text)) return report(written, () => noPicturePath(written));
      const own = pathOnSite(address, options.sites);
      const found =
        address === null || own !== null ? findPicture(own === null ? written : { ...written, text: own }, options, tree) : null;
      // In Markdown, an address stays unchanged. In front matter, it is all that is known about the
      // picture.
      if (address !== null && typeof found !== "string") return written.field === undefined ? null : toRemotePicture(address, written);
      if (typeof found !== "string") return found === null ? null : report(written, found);
      return orReport(options.pictures.process(found), written);
    },
  };
}

/** `https://…` or `//…`; null if it is not a web address. */
function toAddress(text: string): URL | null {
  if (!/^(?:https?:)?\/\//i.test(text)) return null;
  return URL.parse(text.startsWith("//") ? `https:${text}` : text);
}

/** Makes a picture on another server, which is neither fetched nor copied. */
function toRemotePicture(address: URL, { size }: Written): Picture {
  const ending = /\.(\w+)$/.exec(address.pathname)?.[1]?.toLowerCase() ?? "";
  const type = Object.hasOwn(CONTENT_TYPES, ending) ? CONTENT_TYPES[ending] : undefined;
  return {
    url: address.href,
    width: size?.width ?? null,
    height: size?.height ?? null,
    mimeType: type?.startsWith("image/") === true ? type : null,
    thumbhash: null,
    dominantColor: null,
    variants: [],
    exif: null,
    takenAt: null,
  };
}

/** The absolute path of a picture, or the reason why there is none. */
function findPicture(written: Written, { contentDir, staticDirs }: PictureOptions, tree: FileTree): string | (() => Finding) {
  const folder = posix.dirname(written.from.absolute);
  const isFile = (place: Place): boolean => tree.find(place.root, place.segments).kind === "file";
  let failure: (() => Finding | undefined) | null = null;
  for (const { path } of readingsOf(written.text, written.field === undefined ? "url" : "path")) {
    const isRooted = path.startsWith("/");
    const nextTo = (): readonly Place[] => {
      const beside = placeOf(isRooted ? `.${path}` : path, folder, [contentDir, ...staticDirs]);
      return beside === null ? [] : [beside];
    };
    const inStatic = (): readonly Place[] => rootedPlaces(segmentsOf(path), staticDirs);
    const places = isRooted ? inStatic() : nextTo();
    if (!isRooted && places.length === 0) {
      failure ??= () => outside(written);
      continue;
    }
    const slashes: Finding[] = [];
    const missing: (() => Finding)[] = [];
    for (const place of places) {
      const found = tree.find(place.root, place.segments);
      if (found.kind === "file") return found.absolute;
      missing.push(() => notThere(written, place, found));
    }
    // The most common mistake is one slash too many or too few.
    for (const place of isRooted ? nextTo() : inStatic())
      if (isFile(place)) slashes.unshift(slashFinding(written, isRooted ? `.${path}` : `/${place.segments.join("/")}`));
    failure ??= () => slashes[0] ?? likeliest(missing.map((make) => make()));
  }
  const why = failure;
  return () => why?.() ?? notThere(written, null, null);
}

function likeliest(findings: readonly Finding[]): Finding | undefined {
  return findings.find(({ hint }) => hint?.startsWith("did you mean")) ?? findings[0];
}
