import { posix } from "node:path";
import type { CheckSeverity } from "../../contract/config/config-names.ts";
import type { PictureStore } from "../pictures/picture-store.ts";
import type { Finding } from "../shared/diagnostics.ts";
import type { MaybePromise } from "../shared/rendered.ts";
import type { SourceFile } from "../shared/source-file.ts";
import type { OtherAddresses } from "./other-addresses.ts";
import type { Anchors } from "./reference-anchors.ts";
import type { FileTree, FoundPath } from "./reference-files.ts";
import {
  type DiagnosticsOf,
  noPage,
  noSuchPage,
  notThere,
  OWN_DISK,
  onOwnDisk,
  outside,
  pictureFinding,
  privateFile,
  type Report,
  unpublished,
  type Written,
} from "./reference-findings.ts";
import { type Place, placeOf, type Reading, readingsOf, rootedPlaces, segmentsOf } from "./reference-path.ts";

/** Absolute, protocol-relative, or within the same page. */
const NOT_OURS = /^(?:[a-z][a-z0-9+.-]+:|\/\/|[#?]|$)/i;

/** A document that can be the target of a link. */
export interface LinkTarget {
  /** Absolute; null if the kind has no pages (series). */
  readonly url: string | null;
  /** false for a document that is a draft or not yet published. */
  readonly published: boolean;
  readonly file?: SourceFile;
  /** Whether the document has mistakes. They are reported, so links to it are not. */
  readonly isFaulty?: boolean;
}

export interface LinkOptions {
  /** Absolute, with forward slashes, in the form of `SourceFile.absolute`. */
  readonly contentDir: string;
  /**
   * Folders in which paths that begin with "/" are looked up, in order of preference. Absolute,
   * with forward slashes; they may be missing.
   */
  readonly staticDirs: readonly string[];
  /** The document at an absolute path, published or not. */
  entries(absolutePath: string): LinkTarget | null;
  /**
   * Finds a document by slug, for links such as `other-post/` that no file matches. It may prefer
   * the kind of `from`.
   */
  bySlug?(slug: string, from: SourceFile): LinkTarget | null;
  /**
   * The document with a current or former page at a path of the site. The path is not encoded and
   * begins with a slash.
   */
  byPage?(path: string): LinkTarget | null;
  /** Whether a path of the site matches the pattern of a document's page. */
  isPageShaped?(path: string): boolean;
  /** The page with the most similar last segment, for a path that no document has. */
  nearPage?(path: string): string | null;
  /** The address for a path of the site that no document has; null if the path is already right. */
  otherPage?(path: string): string | null;
  /** Records links to a place in a document. */
  readonly anchors?: Pick<Anchors, "note">;
  /** Records links to paths of the site that are not the address of a document. */
  readonly otherAddresses?: Pick<OtherAddresses, "note">;
  readonly pictures: Pick<PictureStore, "file">;
  /** Why a file is private (createPrivateFiles); null if it may be published. */
  findPrivacy(absolute: string): string | null;
  readonly checks: Readonly<Record<"brokenLinks", CheckSeverity>>;
  readonly diagnosticsOf: DiagnosticsOf;
}

/** One reading of a link, with its target. */
interface Step {
  readonly written: Written;
  readonly reading: Reading;
  readonly place: Place;
}

/**
 * Whether a file is the source of a document. Sources are never published: site.yaml, for example,
 * has its author's email address.
 */
export function isSource(absolute: string, contentDir: string): boolean {
  return /\.mdx?$/i.test(absolute) || (posix.dirname(absolute) === contentDir && /\.ya?ml$/i.test(absolute));
}

export class LinkResolver {
  readonly #options: LinkOptions;
  readonly #tree: FileTree;
  readonly #report: Report;

  constructor(options: LinkOptions, tree: FileTree, report: Report) {
    this.#options = options;
    this.#tree = tree;
    this.#report = report;
  }

  /** The public URL of a link; null if it is broken (reported), or must not be changed. */
  resolve(written: Written): MaybePromise<string | null> {
    if (OWN_DISK.test(written.text)) return this.#report(written, () => onOwnDisk(written));
    if (NOT_OURS.test(written.text)) return null;
    let broken: (() => Finding) | null = null;
    for (const reading of readingsOf(written.text, "url")) {
      if (reading.path.startsWith("/")) return this.#followFromRoot(written, reading);
      const place = this.#placeOf(reading.path, written);
      if (place === null) {
        broken ??= () => outside(written);
        continue;
      }
      const step = { written, reading, place };
      const found = this.#tree.find(place.root, place.segments);
      const document = this.#documentOf(step, found);
      if (document !== null) return this.#toDocument(document, step);
      if (found.kind === "file") return this.#toFile(found.absolute, step);
      broken ??= () => notThere(written, place, found);
    }
    return broken === null ? null : this.#report(written, broken);
  }

  /** Checks an address of the site itself. Its text stays unchanged. */
  check(written: Written, path: string): null {
    const [reading = { path: path.replace(/[?#].*$/s, ""), rest: "" }] = readingsOf(path, "url");
    const segments = segmentsOf(reading.path);
    const isFile = (place: Place): boolean => this.#tree.find(place.root, place.segments).kind === "file";
    if (rootedPlaces(segments, this.#options.staticDirs).some(isFile)) return null;
    const document = this.#options.byPage?.(reading.path) ?? null;
    if (document !== null) this.#toDocument(document, { written, reading, place: { root: this.#options.contentDir, segments } });
    else this.#checkPage(written, reading);
    return null;
  }

  /**
   * Reports a path only if it looks like a document's page, because the other pages of a front end
   * are unknown.
   */
  #checkPage(written: Written, { path }: Reading): null {
    if (this.#options.isPageShaped?.(path) === true)
      return this.#report({ ...written, check: "pages" }, () => noSuchPage(written, this.#options.nearPage?.(path) ?? null));
    this.#options.otherAddresses?.note(written, path);
    return null;
  }

  #placeOf(path: string, written: Written): Place | null {
    const { contentDir, staticDirs } = this.#options;
    // In Zola, such a path names a content file from the root of the content folder.
    if (path.startsWith("@/")) return { root: contentDir, segments: segmentsOf(path.slice(2)) };
    return placeOf(path, posix.dirname(written.from.absolute), [contentDir, ...staticDirs]);
  }

  /**
   * Resolves a path from the root of the site: a file of a static folder, a content file, a
   * document's page, or a page of the front end, which stays unchanged.
   */
  #followFromRoot(written: Written, reading: Reading): MaybePromise<string | null> {
    const segments = segmentsOf(reading.path);
    for (const place of rootedPlaces(segments, this.#options.staticDirs)) {
      const found = this.#tree.find(place.root, place.segments);
      if (found.kind === "file") return this.#toFile(found.absolute, { written, reading, place });
      if (found.kind === "outside") return this.#report(written, () => notThere(written, place, found));
    }
    const place = { root: this.#options.contentDir, segments };
    const found = this.#tree.find(place.root, segments);
    const document = (found.kind === "file" ? this.#options.entries(found.absolute) : null) ?? this.#options.byPage?.(reading.path) ?? null;
    if (document !== null) return this.#toDocument(document, { written, reading, place });
    this.#checkPage(written, reading);
    return this.#options.otherPage?.(written.text) ?? null;
  }

  /**
   * Finds the document for a place: by its path, by its path with an extension, as the index of a
   * folder, or by its slug.
   */
  #documentOf({ place, written }: Step, found: FoundPath): LinkTarget | null {
    const { entries, bySlug } = this.#options;
    if (found.kind === "file") return entries(found.absolute);
    for (const absolute of this.#tree.implied(place.root, place.segments)) {
      const document = entries(absolute);
      if (document !== null) return document;
    }
    return found.kind === "missing" ? (bySlug?.(place.segments.at(-1) ?? "", written.from) ?? null) : null;
  }

  #toDocument(document: LinkTarget, { written, reading }: Step): string | null {
    const { isFaulty = false } = document;
    if (document.url === null && !isFaulty) return this.#report(written, () => noPage(written));
    // The link gets the document's future address. Until the document is public, readers get the
    // site's own 404.
    if (!document.published && this.#options.checks.brokenLinks !== "off")
      this.#options.diagnosticsOf(written).warning(written.at(), unpublished(written));
    if (document.url === null) return null;
    if (isFaulty) return document.url + reading.rest;
    const fragment = reading.rest.indexOf("#");
    if (fragment !== -1 && document.file !== undefined)
      this.#options.anchors?.note(written, document.file, reading.rest.slice(fragment + 1));
    return document.url + reading.rest;
  }

  #toFile(absolute: string, { written, reading }: Step): MaybePromise<string | null> {
    if (isSource(absolute, this.#options.contentDir)) return this.#report(written, () => noPage(written));
    const reason = this.#options.findPrivacy(absolute);
    if (reason !== null) return this.#report(written, () => privateFile(written, reason));
    const toAddress = ({ url }: { readonly url: string }): string => url + reading.rest.replace(/^\?[^#]*/, "");
    const published = this.#options.pictures.file(absolute);
    if (!(published instanceof Promise)) return toAddress(published);
    return published.then(toAddress, (error: unknown) => {
      const finding = pictureFinding(error, written);
      return this.#report(written, () => finding);
    });
  }
}
