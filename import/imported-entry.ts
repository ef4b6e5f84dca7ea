/** A post or a page of another system before its body is converted. */
export interface ImportedEntry {
  readonly kind: "posts" | "pages";
  /** As in the export. */
  readonly id: string;
  /** Its name in addresses, unchecked; "" if it has none. */
  readonly name: string;
  /** Plain text; "" if there is none. */
  readonly title: string;
  /** Why only its author may see it, in a word or two: `private`; null if it is public. */
  readonly withheld: string | null;
  readonly html: string;
  /** Whether blank lines in `html` separate paragraphs and single line ends are line breaks. */
  readonly hasBareLines: boolean;
  /** In the content format: with an offset, or in the site's local time. */
  readonly publishedAt: string | null;
  readonly updatedAt: string | null;
  readonly tags: readonly string[];
  readonly categories: readonly string[];
  /** Slugs of authors. */
  readonly authors: readonly string[];
  readonly excerpt: string | null;
  readonly cover: ImportedPicture | null;
  readonly permalink: string | null;
  readonly redirectFrom: readonly string[];
  readonly featured: boolean;
  readonly commentsClosed: boolean;
  readonly canonicalUrl: string | null;
}

export interface ImportedPicture {
  readonly address: string;
  /** null if it is not in the export. */
  readonly alt: string | null;
}

export interface ImportedAuthor {
  readonly slug: string;
  readonly name: string;
  readonly url: string | null;
  readonly bio: string | null;
}

/** The site's own name and settings in an export, unchanged but on one line; null if not stated. */
export interface ImportedSite {
  readonly name: string | null;
  readonly description: string | null;
  readonly timeZone: string | null;
}

/** An export that has been read completely once, and is well-formed. */
export interface ExportSource {
  /** Name for people: `WordPress`. */
  readonly system: string;
  /** The old site, whose own addresses become paths; null if unknown. */
  readonly siteUrl: URL | null;
  readonly site: ImportedSite;
  /** BCP 47, as in the export; "" if not stated. */
  readonly language: string;
  /** Parts of a picture's address after which the path below the uploads begins. */
  readonly uploadMarks: readonly string[];
  readonly authors: readonly ImportedAuthor[];
  /** Posts and pages in the order of the export. Can be read again. */
  entries(): AsyncIterable<ImportedEntry>;
}
