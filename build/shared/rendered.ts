import type { TocEntry } from "../../contract/schemas/post.ts";
import type { ImageVariant } from "../../contract/schemas/values.ts";
import type { Diagnostics, Location } from "./diagnostics.ts";
import type { SourceFile } from "./source-file.ts";

/** A Markdown text with its place, for messages with real positions. */
export interface MarkdownSource {
  readonly markdown: string;
  readonly file: SourceFile;
  /** Line of the file where the text begins, from 1. */
  readonly line: number;
  /** BCP 47: the language for our own words. */
  readonly language: string;
}

export interface Rendered {
  readonly html: string;
  /** Plain text: block elements separated by "\n", no markup, no footnote references. */
  readonly text: string;
  /** Plain text before `<!-- more -->`, otherwise of the first paragraph, otherwise "". */
  readonly excerpt: string;
  readonly toc: readonly TocEntry[];
  readonly wordCount: number;
  /** Whole minutes, at least 1. */
  readonly readingTimeMinutes: number;
  readonly hasCode: boolean;
  /** Lower case, sorted, without duplicates. */
  readonly codeLanguages: readonly string[];
  /** The ids that links may lead to. null: unknown, because other tools add to the text. */
  readonly ids: readonly string[] | null;
}

/** The rendered form of a document without a text. */
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

/** Synchronous if the value is known, as most are. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Resolves a document's links and pictures. The renderer knows neither other documents nor the
 * disk.
 */
export interface References {
  /**
   * The public URL of a relative or root-relative link. null: it stays unchanged. Never called for
   * absolute URLs, mailto: and bare fragments. A broken link is reported at `at`, and null is
   * returned.
   */
  link(href: string, from: SourceFile, at: () => Location): MaybePromise<string | null>;
  /**
   * Whether an absolute URL is one of the site's own. Such URLs are passed to `link` too; they are
   * checked but stay unchanged.
   */
  isOwnAddress?(href: string): boolean;
  /**
   * The same for the source of a picture. Web addresses are passed too, since the picture may be
   * the site's own.
   */
  picture(src: string, from: SourceFile, at: () => Location): MaybePromise<Picture | null>;
  /**
   * The answers of an earlier build to all references of a text. null: one may differ, so all must
   * be looked up.
   */
  recall?(from: SourceFile, asked: readonly AskedReference[]): RecalledAnswer | null;
}

/** A reference in the form that rows store. */
export type AskedReference = readonly [kind: "link" | "picture", text: string, ...unknown[]];

/**
 * The answer to a look-up of an earlier build. undefined: it must be looked up.
 * @param answer in the form that rows store
 */
export type RecalledAnswer = (kind: "link" | "picture", answer: string | null) => string | Picture | null | undefined;

/** Pixels; null: unknown. */
export type PictureSize = Pick<Picture, "width" | "height">;

/** Camera and exposure of a photo, from EXIF. */
export interface PhotoExif {
  readonly cameraMake: string | null;
  readonly cameraModel: string | null;
  readonly lens: string | null;
  readonly focalLengthMm: number | null;
  readonly aperture: number | null;
  readonly shutterSpeed: string | null;
  readonly iso: number | null;
}

/** A published picture: everything in an Image except `alt`, plus the EXIF data. */
export interface Picture {
  /** Absolute. */
  readonly url: string;
  /** Pixels; null: unknown, for a picture on another server. */
  readonly width: number | null;
  readonly height: number | null;
  readonly mimeType: string | null;
  /** null for vector pictures. */
  readonly thumbhash: string | null;
  readonly dominantColor: string | null;
  readonly variants: readonly ImageVariant[];
  /** null if the file has none. Never contains places, serial numbers or names of persons. */
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
