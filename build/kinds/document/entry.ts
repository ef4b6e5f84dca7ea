import type { z } from "zod";
import type { FieldPath, Location } from "../../shared/diagnostics.ts";
import type { KindName } from "../../shared/kind-name.ts";
import type { PictureSize } from "../../shared/rendered.ts";
import type { SourceFile } from "../../shared/source-file.ts";
import type { PlaceInText } from "../../sources/data-document.ts";
import type { OwnAddresses } from "../addresses/own-addresses.ts";
import type { ExtraFacts } from "../fields/extra.ts";

/** An author's reference to a picture; `field` is its place in the front matter. */
export interface PictureRef {
  readonly src: string;
  /** null if it is missing, which is a warning. Decorative pictures have `alt: ""`. */
  readonly alt: string | null;
  /** As written, for a picture on another server. */
  readonly size: PictureSize;
  readonly field: FieldPath;
}

/** A tag as first written in this document. */
export interface TagRef {
  readonly slug: string;
  readonly name: string;
}

/** Whether and when a document is public. */
export interface Publicity {
  readonly draft: boolean;
  /** The document is hidden before this instant; null if it is not hidden. */
  readonly publishedAt: string | null;
  /** The document is hidden from this instant on; null if it never expires. */
  readonly expiresAt: string | null;
}

/** Members of documents of all kinds. */
export interface EntryBase extends Publicity {
  readonly kind: KindName;
  readonly slug: string;
  readonly extra: ExtraFacts;
  readonly file: SourceFile;
  /**
   * Place of a front matter field, otherwise of its nearest existing parent or the first line of
   * the file. The file may have to be reread.
   */
  locate(field: FieldPath, within?: PlaceInText): Location;
  /** The author's own name for a field, for messages: `redirect_from` for `aliases`. */
  written(field: FieldPath): FieldPath;
  /**
   * Markdown after the front matter, with newlines as `\n`. It is "" for data files, or if
   * `loadBody` exists.
   */
  readonly body: string;
  /** Reads the body of a cached entry. */
  readonly loadBody?: () => Promise<string>;
  /** Line of the file where `body` begins, from 1. */
  readonly bodyLine: number;
}

/** Additional members of documents with a page, set after all files are parsed. */
export interface Paged {
  /** Path of the page, percent-encoded. */
  readonly page: string;
  /** Its former paths that no other page has now. */
  readonly formerPages: readonly string[];
}

/**
 * The fields of a kind, with the API's names. Dates without an offset are read in the time zone.
 */
export type CreateFields = (timeZone: string) => Readonly<Record<string, z.ZodType>>;

/** Front matter of a kind: checked values in the API's form, with defaults. */
export type ValuesOf<Create extends CreateFields> = { readonly [Name in keyof ReturnType<Create>]: z.infer<ReturnType<Create>[Name]> };

/** A document of a kind: its values, some of which the kind's own members replace. */
export type EntryOf<Kind extends KindName, Create extends CreateFields, Own> = Omit<EntryBase, "kind"> & {
  readonly kind: Kind;
} & Omit<ValuesOf<Create>, keyof EntryBase | keyof Own | "tags" | "categories"> &
  Own &
  ("permalink" extends keyof ReturnType<Create> ? OwnAddresses & Paged : unknown) &
  ("tags" extends keyof ReturnType<Create> ? { readonly tags: readonly TagRef[] } : unknown) &
  ("categories" extends keyof ReturnType<Create> ? { readonly categories: readonly TagRef[] } : unknown);

/** An entry without the members that come from the file system and other files. */
export type Plain<Entry extends EntryBase> = Entry extends EntryBase
  ? Omit<Entry, "file" | "locate" | "written" | "body" | "loadBody" | "tags" | "categories" | keyof Paged>
  : never;

/** A person in authors.yaml. */
export interface ListedAuthor {
  readonly slug: string;
  readonly name: string;
  readonly url: string | null;
  /** Plain text. */
  readonly bio: string | null;
  readonly avatar: PictureRef | null;
}

/** authors.yaml. */
export interface AuthorsDocument extends DocumentBase {
  readonly authors: readonly ListedAuthor[];
}

/** Groups that an author can describe in a file. */
export const GROUP_NAMES = ["tags", "categories", "albums"] as const;
export type GroupName = (typeof GROUP_NAMES)[number];

/** A tag, category or album as described in its file. */
export interface ListedGroup {
  /** null to use the spelling of the first document. */
  readonly name: string | null;
  /** Plain text. */
  readonly description: string | null;
  readonly cover: PictureRef | null;
}

/** tags.yaml, categories.yaml or albums.yaml. */
export interface GroupFile extends DocumentBase {
  /** Whether the file cannot be read, so that its groups are unknown. */
  readonly isUnreadable: boolean;
  /** By slug. */
  readonly listed: ReadonlyMap<string, ListedGroup>;
}

/**
 * The place of a document that a site has at most once: site.yaml, about.md, services-page.yaml.
 */
export interface DocumentBase {
  readonly file: SourceFile;
  locate(field: FieldPath): Location;
}
