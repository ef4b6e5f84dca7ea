import type { ImageValue } from "../../contract/config/define-kind.ts";
import type { TocEntry } from "../../contract/schemas/post.ts";
import type { Diagnostics, Location } from "./diagnostics.ts";
import type { SourceFile } from "./source-file.ts";

/** A Markdown text with its place, so that messages have positions in the file. */
export interface MarkdownSource {
  readonly markdown: string;
  readonly file: SourceFile;
  /** The line of the file on which the text begins, from 1. */
  readonly line: number;
  /** BCP 47: the language of the words that Octavo adds. */
  readonly language: string;
}

export interface Rendered {
  readonly html: string;
  /** Plain text without markup and footnote references. Block elements are separated by "\n". */
  readonly text: string;
  /** The plain text before `<!-- more -->`; otherwise that of the first paragraph, or "". */
  readonly excerpt: string;
  readonly toc: readonly TocEntry[];
  readonly wordCount: number;
  /** In whole minutes, at least 1. */
  readonly readingTimeMinutes: number;
  readonly hasCode: boolean;
  /** In lower case, sorted, without duplicates. */
  readonly codeLanguages: readonly string[];
  /** The ids to which links can refer; null if unknown, because other tools add to the text. */
  readonly ids: readonly string[] | null;
}

/** The rendered form of a document without text. */
export const NO_BODY: Rendered = {
  html: "",
  text: "",
  excerpt: "",
  toc: [],
  wordCount: 0,
  readingTimeMinutes: 1,
  hasCode: false,
  codeLanguages: [],
  ids: [],
};

/** Not a promise if the value is already known, as it usually is. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Resolves the links and pictures of a document. The renderer has no access to other documents or
 * the disk.
 */
export interface References {
  /**
   * Returns the public URL for a relative or root-relative link, or null if the link stays
   * unchanged. It is not called for absolute URLs, mailto: links and mere fragments. For a broken
   * link, it reports a mistake at `at` and returns null.
   */
  link(href: string, from: SourceFile, at: () => Location): MaybePromise<string | null>;
  /**
   * Whether an absolute URL belongs to the site. Such URLs are also passed to `link`, which checks
   * them; they stay unchanged.
   */
  isOwnAddress?(href: string): boolean;
  /**
   * Like `link`, for the source of a picture. Web addresses are also passed, since the picture may
   * belong to the site.
   */
  picture(src: string, from: SourceFile, at: () => Location): MaybePromise<Picture | null>;
  /**
   * Returns the targets that an earlier build found for all references in a text, or null if one of
   * them may differ, so all must be looked up.
   */
  recall?(from: SourceFile, asked: readonly AskedReference[]): RecalledAnswer | null;
}

/** A reference in the form that rows store. */
export type AskedReference = readonly [kind: "link" | "picture", text: string, ...unknown[]];

/**
 * Converts a target that an earlier build found. Returns undefined if the reference must be looked
 * up.
 * @param answer the target in the form that rows store
 */
export type RecalledAnswer = (kind: "link" | "picture", answer: string | null) => string | Picture | null | undefined;

/** In pixels; null if unknown. */
export type PictureSize = Pick<Picture, "width" | "height">;

/** The camera and exposure of a photo, from EXIF. */
export interface PhotoExif {
  readonly cameraMake: string | null;
  readonly cameraModel: string | null;
  readonly lens: string | null;
  readonly focalLengthMm: number | null;
  readonly aperture: number | null;
  readonly shutterSpeed: string | null;
  readonly iso: number | null;
}

/** A published picture: all members of an Image except `alt`, plus the EXIF data. */
export interface Picture extends Omit<ImageValue, "alt"> {
  /** null if the file has none. It never contains locations, serial numbers or names of people. */
  readonly exif: PhotoExif | null;
  /** EXIF DateTimeOriginal, `YYYY-MM-DDTHH:MM:SS`. */
  readonly takenAt: string | null;
}

export interface Renderer {
  /**
   * Reports broken references, skipped heading levels and pictures without alternative text to
   * `diagnostics`.
   */
  render(source: MarkdownSource, references: References, diagnostics: Diagnostics): Promise<Rendered>;
}
