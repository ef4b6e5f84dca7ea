import type { TocEntry } from "../../contract/schemas/post.ts";
import type { ImageVariant } from "../../contract/schemas/values.ts";
import type { Diagnostics, Location } from "./diagnostics.ts";
import type { SourceFile } from "./source-file.ts";

/** A Markdown text and where it stands, for messages with real positions. */
export interface MarkdownSource {
  readonly markdown: string;
  readonly file: SourceFile;
  /** Line of the file on which the text begins, from 1. */
  readonly line: number;
  /** BCP 47: of the words that are ours. */
  readonly language: string;
}

export interface Rendered {
  readonly html: string;
  /** Plain text: block elements apart by "\n", no markup, no footnote marks. */
  readonly text: string;
  /** Plain text of what stands before `<!-- more -->`, else of the first paragraph; "" where there is neither. */
  readonly excerpt: string;
  readonly toc: readonly TocEntry[];
  readonly wordCount: number;
  /** Whole minutes, at least 1. */
  readonly readingTimeMinutes: number;
  readonly hasCode: boolean;
  /** Lower case, sorted, once each. */
  readonly codeLanguages: readonly string[];
  /** The ids to which links may lead; null: not known, where other tools add to the text. */
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

/** At once where it is known; most answers are. */
export type MaybePromise<T> = T | Promise<T>;

/** How a document's links and pictures are resolved; the renderer knows neither other documents nor the disk. */
export interface References {
  /**
   * The public URL of a relative or root-relative link, or null where it stays as it is (absolute URLs, mailto:, a bare #fragment never
   * come here). Reports a broken one at `at` itself, and returns null.
   */
  link(href: string, from: SourceFile, at: () => Location): MaybePromise<string | null>;
  /** Whether an absolute URL is one of the site's own: those come to `link` too, to be checked, and stay as they are. */
  isOwnAddress?(href: string): boolean;
  /** The same for the source of a picture; addresses of the web come here too, since the picture may be the site's own. */
  picture(src: string, from: SourceFile, at: () => Location): MaybePromise<Picture | null>;
}

/** Pixels; null: not known. */
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

/** A picture as published: everything of an Image but `alt`, and what EXIF says. */
export interface Picture {
  /** Absolute. */
  readonly url: string;
  /** Pixels; null: not known, of a picture on another server. */
  readonly width: number | null;
  readonly height: number | null;
  readonly mimeType: string | null;
  /** null for vector pictures. */
  readonly thumbhash: string | null;
  readonly dominantColor: string | null;
  readonly variants: readonly ImageVariant[];
  /** null where the file carries none. Never place, serial numbers or names of persons. */
  readonly exif: PhotoExif | null;
  /** EXIF DateTimeOriginal, `YYYY-MM-DDTHH:MM:SS`. */
  readonly takenAt: string | null;
}

export interface Renderer {
  /** Reports broken references, skipped heading levels and pictures without alt text to `diagnostics`. */
  render(source: MarkdownSource, references: References, diagnostics: Diagnostics): Promise<Rendered>;
}
