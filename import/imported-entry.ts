/** A post or a page of another system, before its body is converted. */
export interface ImportedEntry {
  readonly kind: "posts" | "pages";
  /** As the export has it. */
  readonly id: string;
  /** Its name in addresses, as the export has it: anything. "" for none. */
  readonly name: string;
  /** Plain text; "" for none. */
  readonly title: string;
  /** Why nobody but its author may see it, in a word or two: `private`. null: it is public. */
  readonly withheld: string | null;
  readonly html: string;
  /** Blank lines in `html` make paragraphs, single ones line breaks. */
  readonly hasBareLines: boolean;
  /** As the content format takes it: with an offset, or local time of the site. */
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
  /** null: the export says nothing. */
  readonly alt: string | null;
}

export interface ImportedAuthor {
  readonly slug: string;
  readonly name: string;
  readonly url: string | null;
  readonly bio: string | null;
}

/** The site's own name and settings in an export; null: not stated. As written, on one line. */
export interface ImportedSite {
  readonly name: string | null;
  readonly description: string | null;
  readonly timeZone: string | null;
}

/** An export that has been read through once: nothing in it is malformed. */
export interface ExportSource {
  /** How people call it: `WordPress`. */
  readonly system: string;
  /** The old site: its own addresses become paths. null: not known. */
  readonly siteUrl: URL | null;
  readonly site: ImportedSite;
  /** BCP 47, as the export has it; "" where it does not say. */
  readonly language: string;
  /** Where in an address of a picture the path below the uploads begins. */
  readonly uploadMarks: readonly string[];
  readonly authors: readonly ImportedAuthor[];
  /** Posts and pages, in the order of the export. May be read again. */
  entries(): AsyncIterable<ImportedEntry>;
}
