import { COLLECTION_NAMES, type CollectionName } from "../../contract/config/define-config.ts";
import type { SourceFile } from "../shared/source-file.ts";
import type { AboutDocument } from "./about-kind.ts";
import { type BookEntry, bookKind } from "./book-kind.ts";
import type { AuthorsDocument, Plain } from "./entry.ts";
import type { Kind } from "./kind.ts";
import { isOwnKey, type KindName, shownKind } from "./own/kind-name.ts";
import type { OwnEntry } from "./own/own-entry.ts";
import { type PhotoEntry, photoKind } from "./photo-kind.ts";
import { type PostEntry, postKind } from "./post-kind.ts";
import { type ProjectEntry, projectKind } from "./project-kind.ts";
import { type SeriesEntry, seriesKind } from "./series-kind.ts";
import { type ServiceEntry, serviceKind } from "./service-kind.ts";
import type { ServicesPageDocument } from "./services-page-kind.ts";
import type { SiteDocument } from "./site-kind.ts";

/** A file a kind: its fields, what generators call them, and how they become its entry. */
export const KINDS: Readonly<Record<CollectionName, Kind>> = {
  posts: postKind,
  projects: projectKind,
  books: bookKind,
  photos: photoKind,
  services: serviceKind,
  series: seriesKind,
};

export type Entry = PostEntry | ProjectEntry | BookEntry | PhotoEntry | ServiceEntry | SeriesEntry | OwnEntry;
export type PlainEntry = Plain<Entry>;

/** The documents of a kind; not given: of all kinds. */
export function entriesOf(content: Content, kind?: KindName): readonly Entry[] {
  if (kind === undefined)
    return [...COLLECTION_NAMES.flatMap((name): readonly Entry[] => content[name]), ...Object.values(content.own).flat()];
  return isOwnKey(kind) ? (content.own[shownKind(kind)] ?? []) : content[kind];
}

/** A whole content folder, parsed. Entries of a kind are sorted by `file.relative`. */
export interface Content {
  readonly site: SiteDocument;
  readonly about: AboutDocument | null;
  readonly servicesPage: ServicesPageDocument | null;
  readonly authors: AuthorsDocument | null;
  /** Display name by tag slug, from tags.yaml. */
  readonly tagNames: ReadonlyMap<string, string>;
  readonly posts: readonly PostEntry[];
  readonly projects: readonly ProjectEntry[];
  readonly books: readonly BookEntry[];
  readonly photos: readonly PhotoEntry[];
  readonly services: readonly ServiceEntry[];
  readonly series: readonly SeriesEntry[];
  /** Documents of the site's own kinds, by the name of the kind. */
  readonly own: Readonly<Record<string, readonly OwnEntry[]>>;
  /** Files with a mistake of their own: whether they can be linked to is not known. Some have an entry, of what they say besides. */
  readonly faulty: readonly { readonly kind: KindName; readonly file: SourceFile }[];
}
