import type { z } from "zod";
import type { FieldPath, Location } from "../../shared/diagnostics.ts";
import type { KindName } from "../../shared/kind-name.ts";
import type { PictureSize } from "../../shared/rendered.ts";
import type { SourceFile } from "../../shared/source-file.ts";
import type { PlaceInText } from "../../sources/data-document.ts";
import type { OwnAddresses } from "../addresses/own-addresses.ts";
import type { ExtraFacts } from "../fields/extra.ts";

/** A picture as an author refers to it; `field` leads to the reference in the front matter. */
export interface PictureRef {
  readonly src: string;
  /** null: not written (a warning unless the picture is decorative with `alt: ""`). */
  readonly alt: string | null;
  /** As written, of a picture on another server. */
  readonly size: PictureSize;
  readonly field: FieldPath;
}

/** A tag as first written in this document. */
export interface TagRef {
  readonly slug: string;
  readonly name: string;
}

/** Whether and when a document is public, as its values say. */
export interface Publicity {
  readonly draft: boolean;
  /** Not before; null: always. */
  readonly publishedAt: string | null;
  /** Not from then on; null: never. */
  readonly expiresAt: string | null;
}

/** Members that all documents of collections have, whatever their kind. */
export interface EntryBase extends Publicity {
  readonly kind: KindName;
  readonly slug: string;
  readonly extra: ExtraFacts;
  readonly file: SourceFile;
  /** Where a field of the front matter stands; the nearest parent that exists, else the file's first line. The file may have to be read again. */
  locate(field: FieldPath, within?: PlaceInText): Location;
  /** The author's own name of a field, for messages: `redirect_from` for `aliases`. */
  written(field: FieldPath): FieldPath;
  /** Markdown after the front matter, newlines as `\n`; "" for data files, and where `loadBody` is there. */
  readonly body: string;
  /** Reads the body: of an entry that a cache knew. */
  readonly loadBody?: () => Promise<string>;
  /** Line of the file on which `body` begins, from 1. */
  readonly bodyLine: number;
}

/** Further members of documents with a page, set when all files are put together. */
export interface Paged {
  /** Path of the page, percent-encoded. */
  readonly page: string;
  /** Paths at which it used to be, and no other page is now. */
  readonly formerPages: readonly string[];
}

/** The fields of a kind, with the API's names; dates without an offset are read in the time zone. */
export type CreateFields = (timeZone: string) => Readonly<Record<string, z.ZodType>>;

/** Front matter of a kind: values checked and in the API's own form, defaults set. */
export type ValuesOf<Create extends CreateFields> = { readonly [Name in keyof ReturnType<Create>]: z.infer<ReturnType<Create>[Name]> };

/** A document of a kind: its values, and in the place of some what the kind makes of them. */
export type EntryOf<Kind extends KindName, Create extends CreateFields, Own> = Omit<EntryBase, "kind"> & {
  readonly kind: Kind;
} & Omit<ValuesOf<Create>, keyof EntryBase | keyof Own | "tags" | "categories"> &
  Own &
  ("permalink" extends keyof ReturnType<Create> ? OwnAddresses & Paged : unknown) &
  ("tags" extends keyof ReturnType<Create> ? { readonly tags: readonly TagRef[] } : unknown) &
  ("categories" extends keyof ReturnType<Create> ? { readonly categories: readonly TagRef[] } : unknown);

/** An entry without what the file system and other files add. */
export type Plain<Entry extends EntryBase> = Entry extends EntryBase
  ? Omit<Entry, "file" | "locate" | "written" | "body" | "loadBody" | "tags" | "categories" | keyof Paged>
  : never;

/** Somebody in authors.yaml. */
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

/** Groups that a file of the author's describes. */
export const GROUP_NAMES = ["tags", "categories", "albums"] as const;
export type GroupName = (typeof GROUP_NAMES)[number];

/** A tag, a category or an album, as its file describes it. */
export interface ListedGroup {
  /** null: as the first document calls it. */
  readonly name: string | null;
  /** Plain text. */
  readonly description: string | null;
  readonly cover: PictureRef | null;
}

/** tags.yaml, categories.yaml or albums.yaml. */
export interface GroupFile extends DocumentBase {
  /** The file cannot be read, so its groups are unknown. */
  readonly isUnreadable: boolean;
  /** By slug. */
  readonly listed: ReadonlyMap<string, ListedGroup>;
}

/** Where a document of which a site has one stands: site.yaml, about.md, services-page.yaml. */
export interface DocumentBase {
  readonly file: SourceFile;
  locate(field: FieldPath): Location;
}
