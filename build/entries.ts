import type { CollectionName } from "../contract/config.ts";
import type { Book } from "../contract/schemas/book.ts";
import type { Photo, PhotoExif, PhotoLocation } from "../contract/schemas/photo.ts";
import type { PostType } from "../contract/schemas/post.ts";
import type { Project } from "../contract/schemas/project.ts";
import type { Pricing, ServiceOffering, Timeline } from "../contract/schemas/service.ts";
import type { LabelledLink, Person, SiteLink } from "../contract/schemas/values.ts";
import type { FieldPath, Location } from "./diagnostics.ts";

/**
 * What `parse` makes of content files: values checked and in the API's own form (instants in UTC, defaults set),
 * pictures and links still as the author wrote them. Nothing here depends on the clock.
 */

/** A content file. Paths have forward slashes. */
export interface SourceFile {
  /** As shown in messages, relative to the working directory: `content/posts/hello.md`. */
  readonly path: string;
  /** Relative to the content folder: `posts/hello.md`. Sorting by it is the canonical order. */
  readonly relative: string;
  readonly absolute: string;
}

/** A picture as an author refers to it; `field` leads to the reference in the front matter. */
export interface PictureRef {
  readonly src: string;
  /** null: not written (a warning unless the picture is decorative with `alt: ""`). */
  readonly alt: string | null;
  readonly field: FieldPath;
}

/** A tag as first written in this document. */
export interface TagRef {
  readonly slug: string;
  readonly name: string;
  readonly field: FieldPath;
}

export interface EntryBase {
  readonly kind: CollectionName;
  readonly slug: string;
  readonly file: SourceFile;
  /** Where a field of the front matter stands; the nearest parent that exists, else the file's first line. */
  locate(field: FieldPath): Location;
  /** Markdown after the front matter, newlines as `\n`; "" for data files, and where `loadBody` is there. */
  readonly body: string;
  /** Reads the body: of an entry that a cache knew. */
  readonly loadBody?: () => Promise<string>;
  /** Line of the file on which `body` begins, from 1. */
  readonly bodyLine: number;
  readonly draft: boolean;
  /** Not before; null: always. */
  readonly publishedAt: string | null;
  /** Not from then on; null: never. */
  readonly expiresAt: string | null;
}

export interface PostEntry extends EntryBase {
  readonly kind: "posts";
  readonly type: PostType;
  readonly title: string;
  readonly excerpt: string | null;
  readonly updatedAt: string | null;
  readonly tags: readonly TagRef[];
  /** Published, but in no list. */
  readonly unlisted: boolean;
  /** position null: by date. */
  readonly series: { readonly slug: string; readonly position: number | null } | null;
  readonly aliases: readonly string[];
  readonly cover: PictureRef | null;
  readonly images: readonly PictureRef[];
  readonly video: { readonly url: string; readonly durationSeconds: number | null; readonly poster: PictureRef | null } | null;
  /** null: the site's. */
  readonly language: string | null;
  readonly featured: boolean;
  readonly commentsOpen: boolean | null;
  readonly canonicalUrl: string | null;
  readonly author: Person | null;
}

type Plain<T, Rendered extends keyof T> = Readonly<Omit<T, Rendered>>;

export interface ProjectEntry extends EntryBase, Plain<Project, "slug" | "url" | "descriptionHtml" | "cover" | "gallery" | "tags"> {
  readonly kind: "projects";
  readonly cover: PictureRef | null;
  readonly gallery: readonly PictureRef[];
  readonly tags: readonly TagRef[];
}

export interface BookEntry extends EntryBase, Plain<Book, "slug" | "url" | "reviewHtml" | "cover" | "tags"> {
  readonly kind: "books";
  readonly cover: PictureRef | null;
  readonly tags: readonly TagRef[];
}

export interface PhotoEntry extends EntryBase, Plain<Photo, "slug" | "url" | "captionHtml" | "image" | "tags" | "exif" | "location"> {
  readonly kind: "photos";
  /** `src` "": it is wrong (reported). */
  readonly image: PictureRef;
  readonly tags: readonly TagRef[];
  readonly location: PhotoLocation | null;
  /** Members that the author writes; laid over what the file says. */
  readonly exif: Partial<PhotoExif> | null;
}

export interface ServiceEntry extends EntryBase, Plain<ServiceOffering, "slug" | "descriptionHtml" | "pricing" | "timeline"> {
  readonly kind: "services";
  readonly pricing: Pricing;
  readonly timeline: Timeline | null;
}

export interface SeriesEntry extends EntryBase {
  readonly kind: "series";
  readonly title: string;
  readonly description: string | null;
  readonly cover: PictureRef | null;
  readonly status: "ongoing" | "complete";
}

export type Entry = PostEntry | ProjectEntry | BookEntry | PhotoEntry | ServiceEntry | SeriesEntry;

/** Where the values of a single document (site.yaml, about.md, services-page.yaml) stand. */
interface DocumentBase {
  readonly file: SourceFile;
  locate(field: FieldPath): Location;
}

export interface SiteDocument extends DocumentBase {
  readonly name: string;
  /** Origin, without a slash at the end. */
  readonly url: string;
  readonly tagline: string | null;
  readonly description: string | null;
  readonly logo: PictureRef | null;
  readonly favicon: PictureRef | null;
  readonly accentColor: string | null;
  readonly language: string;
  readonly locales: readonly string[];
  readonly timeZone: string;
  readonly author: (Person & { readonly email: string | null }) | null;
  readonly footerLinks: readonly SiteLink[];
  readonly social: readonly SiteLink[];
  readonly commentsEnabled: boolean;
  readonly updatedAt: string | null;
}

export interface AboutDocument extends DocumentBase, Pick<EntryBase, "draft" | "publishedAt" | "expiresAt"> {
  readonly headline: string | null;
  readonly portrait: PictureRef | null;
  readonly links: readonly LabelledLink[];
  readonly location: string | null;
  /** `bio` is Markdown. */
  readonly translations: Readonly<Record<string, { readonly headline: string | null; readonly bio: string | null }>>;
  readonly updatedAt: string | null;
  readonly body: string;
  readonly bodyLine: number;
}

interface HeroInput {
  readonly title: string;
  readonly subtitle: string | null;
  readonly image: PictureRef | null;
  readonly cta: { readonly label: string; readonly href: string } | null;
}
interface ServicesPageParts {
  readonly hero: HeroInput | null;
  readonly process: {
    readonly title: string | null;
    readonly steps: readonly { readonly title: string; readonly description: string | null }[];
  } | null;
  readonly cta: { readonly title: string; readonly text: string | null; readonly label: string; readonly href: string } | null;
}

export interface ServicesPageDocument extends DocumentBase, ServicesPageParts {
  readonly locale: string | null;
  readonly translations: Readonly<Record<string, ServicesPageParts>>;
  readonly updatedAt: string | null;
}

/** A whole content folder, parsed. Entries of a kind are sorted by `file.relative`. */
export interface Content {
  readonly site: SiteDocument;
  readonly about: AboutDocument | null;
  readonly servicesPage: ServicesPageDocument | null;
  /** Display name by tag slug, from tags.yaml. */
  readonly tagNames: ReadonlyMap<string, string>;
  readonly posts: readonly PostEntry[];
  readonly projects: readonly ProjectEntry[];
  readonly books: readonly BookEntry[];
  readonly photos: readonly PhotoEntry[];
  readonly services: readonly ServiceEntry[];
  readonly series: readonly SeriesEntry[];
  /** Files with a mistake of their own: whether they can be linked to is not known. Some have an entry, of what they say besides. */
  readonly faulty: readonly { readonly kind: CollectionName; readonly file: SourceFile }[];
}
