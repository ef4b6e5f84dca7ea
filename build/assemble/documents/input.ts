import type { FileValue } from "../../../contract/config/define-kind.ts";
import type { GroupText } from "../../../contract/index-format.ts";
import type { Image } from "../../../contract/schemas/values.ts";
import type { AboutDocument } from "../../kinds/about-kind.ts";
import type { DocumentEntry } from "../../kinds/document/document-entry.ts";
import type { GroupName, ListedAuthor, ListedGroup } from "../../kinds/document/entry.ts";
import type { PostEntry } from "../../kinds/post-kind.ts";
import type { SeriesEntry } from "../../kinds/series-kind.ts";
import type { ServicesPageDocument } from "../../kinds/services-page-kind.ts";
import type { SiteDocument } from "../../kinds/site-kind.ts";
import type { Body } from "../../rows/bodies.ts";
import type { Rendered } from "../../shared/rendered.ts";
import type { Addresses } from "../../shared/site-addresses.ts";

/** Input of `assemble`: only published entries, with rendered Markdown and published pictures. */

export interface RenderedPost {
  /**
   * Identifies the content of its file and the pictures to which it refers. The same id means the
   * same members.
   */
  readonly id: string;
  readonly entry: PostEntry;
  readonly body: Body;
  readonly cover: Image | null;
  readonly images: readonly Image[];
  readonly poster: Image | null;
}

/** A document of a kind that is defined by its members. */
export interface RenderedDocument {
  readonly entry: DocumentEntry;
  readonly body: Body;
  /**
   * Values of fields that come from files or Markdown, by name: pictures, their EXIF data, files,
   * HTML.
   */
  readonly made: Readonly<Record<string, Image | readonly Image[] | FileValue | object | string | null>>;
}

export interface RenderedSeries {
  readonly entry: SeriesEntry;
  readonly cover: Image | null;
}

export interface RenderedAbout {
  readonly document: AboutDocument;
  readonly body: Rendered;
  readonly portrait: Image | null;
  /** bioHtml by language. */
  readonly translations: Readonly<Record<string, string | null>>;
}

export interface RenderedServicesPage {
  readonly document: ServicesPageDocument;
  readonly heroImage: Image | null;
  /** Hero image by language. */
  readonly translatedHeroImages: Readonly<Record<string, Image | null>>;
}

export interface RenderedSite {
  readonly document: SiteDocument;
  readonly addresses: Addresses;
  readonly logo: Image | null;
  readonly favicon: Image | null;
}

export interface RenderedAuthor {
  readonly author: ListedAuthor;
  readonly avatar: Image | null;
}

/** By slug. */
export type RenderedGroups = ReadonlyMap<string, Omit<ListedGroup, "cover"> & GroupText>;

export interface RenderedContent {
  readonly site: RenderedSite;
  readonly about: RenderedAbout | null;
  readonly servicesPage: RenderedServicesPage | null;
  /** Authors from authors.yaml. */
  readonly authors: readonly RenderedAuthor[];
  /** Descriptions from tags.yaml, categories.yaml and albums.yaml, by slug. */
  readonly groups: Readonly<Record<GroupName, RenderedGroups>>;
  readonly posts: readonly RenderedPost[];
  /** Drafts shared by link. They have only their own pages. */
  readonly previews: readonly RenderedPost[];
  readonly series: readonly RenderedSeries[];
  /** By the name of their kind. */
  readonly documents: Readonly<Record<string, readonly RenderedDocument[]>>;
}
