import type { CollectionName } from "../../contract/config/config-names.ts";
import { isDocumentKey, type KindName, SPECIAL_KINDS, shownKind } from "../shared/kind-name.ts";
import type { SourceFile } from "../shared/source-file.ts";
import type { AboutDocument } from "./about-kind.ts";
import { DOCUMENT_READERS, type DocumentEntry } from "./document/document-entry.ts";
import type { AuthorsDocument, GroupFile, GroupName, Plain } from "./document/entry.ts";
import type { Kind } from "./document/kind.ts";
import { type PostEntry, postKind } from "./post-kind.ts";
import { type SeriesEntry, seriesKind } from "./series-kind.ts";
import type { ServicesPageDocument } from "./services-page-kind.ts";
import type { SiteDocument } from "./site-kind.ts";

/**
 * All built-in kinds. Each has a file with its fields, their names in other generators, and the
 * conversion to an entry.
 */
export const KINDS: Readonly<Record<CollectionName, Kind>> = {
  posts: postKind,
  ...DOCUMENT_READERS,
  series: seriesKind,
};

export type Entry = PostEntry | SeriesEntry | DocumentEntry;
export type PlainEntry = Plain<Entry>;

/** The documents of a kind, or of all kinds. */
export function entriesOf(content: Content, kind?: KindName): readonly Entry[] {
  if (kind === undefined)
    return [...SPECIAL_KINDS.flatMap((name): readonly Entry[] => content[name]), ...Object.values(content.documents).flat()];
  return isDocumentKey(kind) ? (content.documents[shownKind(kind)] ?? []) : content[kind];
}

/** Pages of documents, each with its former ones. */
export function pagePathsOf(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap((entry) => ("page" in entry && entry.page !== null ? [entry.page, ...entry.formerPages] : []));
}

interface FaultyFile {
  readonly kind: KindName;
  readonly file: SourceFile;
  /** The page that it will have once its mistakes are corrected; null if unknown. */
  readonly page: string | null;
}

/** A parsed content folder. Entries of a kind are sorted by `file.relative`. */
export interface Content {
  readonly site: SiteDocument;
  readonly about: AboutDocument | null;
  readonly servicesPage: ServicesPageDocument | null;
  readonly authors: AuthorsDocument | null;
  /** null if the file does not exist. */
  readonly groupFiles: Readonly<Record<GroupName, GroupFile | null>>;
  readonly posts: readonly PostEntry[];
  readonly series: readonly SeriesEntry[];
  /** Documents of kinds that are defined by their members, by the kind's name. */
  readonly documents: Readonly<Record<string, readonly DocumentEntry[]>>;
  /**
   * Files with mistakes. It is unknown whether links to them will work. Some have an entry with
   * their valid parts.
   */
  readonly faulty: readonly FaultyFile[];
  /** Other names that links may use for a file. */
  readonly linkNames: readonly { readonly file: string; readonly names: readonly string[] }[];
}
