import type { PluggableList } from "unified";
import type {
  CheckName,
  CheckSeverity,
  CollectionName,
  ExtraKind,
  PageGroup,
  WebsiteRendering,
  WritesHost,
} from "../../contract/config/config-names.ts";
import type { FrontMatterConfig, OctavoConfig, RepeatedSlugs } from "../../contract/config/define-config.ts";
import type { KindConfig } from "../../contract/config/define-kind.ts";
import type { MarkdownConfig } from "../../contract/config/markdown-config.ts";
import type { SiteRules } from "../../contract/config/site-rules.ts";
import type { StandardSchema } from "../../contract/config/standard-schema.ts";
import type { DocumentKind } from "../../kinds/document-kind.ts";
import type { ListKind } from "../../kinds/list-kinds.ts";
import type { FieldData } from "../../kinds/members/field-data.ts";
import type { FileDates } from "./source-file.ts";

/**
 * Widths of the WebP variants in pixels: for a phone, a tablet or text column, and a wide screen.
 */
export const DEFAULT_WIDTHS: readonly number[] = [480, 960, 1600];
/** WebP quality, 1 to 100. Higher values do not visibly improve photographs. */
export const DEFAULT_QUALITY = 78;

/**
 * Maximum number of posts in a feed, newest first. Feed readers poll about every hour and keep
 * earlier posts.
 */
export const FEED_ITEMS_MAX = 50;

/** The Markdown settings of the configuration, with plugins in unified's form. */
export interface MarkdownSettings extends Omit<MarkdownConfig, "remarkPlugins" | "rehypePlugins"> {
  readonly remarkPlugins?: PluggableList;
  readonly rehypePlugins?: PluggableList;
}

/**
 * The patterns for the pages of tags, categories, series, albums and authors; null if the site has
 * no such pages.
 */
export type GroupPatterns = Readonly<Record<PageGroup, string | null>>;

type Compute = NonNullable<KindConfig["compute"]>;

/**
 * The functions of a kind. Cache keys contain a digest of their sources, because JSON omits
 * functions.
 */
export class KindCode {
  readonly schema: StandardSchema | null;
  readonly compute: Compute | null;
  /** The kinds whose items are passed to `compute`. */
  readonly reads: readonly string[];

  constructor(schema: StandardSchema | null, compute: Compute | null, reads: readonly string[]) {
    this.schema = schema;
    this.compute = compute;
    this.reads = reads;
  }

  get isEmpty(): boolean {
    return this.schema === null && this.compute === null;
  }

  toJSON(): readonly string[] {
    return this.reads;
  }
}

/** One of the site's own kinds, with all defaults filled in. */
export interface OwnKind extends DocumentKind {
  /** Globs, relative to the content folder. */
  readonly files: readonly string[];
  readonly fields: Readonly<Record<string, FieldData>>;
  /** Other names for its fields in the front matter; "" for a key to ignore. */
  readonly fieldNames: Readonly<Record<string, string>>;
  /**
   * The pattern of slugs for documents that do not state one; null if the slug is the file's name.
   */
  readonly slugs: string | null;
  readonly code: KindCode;
  /** The former path patterns of its pages. */
  readonly formerPatterns: readonly string[];
}

/** How slugs are formed: by a pattern or a function. */
export type SlugSetting = NonNullable<RepeatedSlugs["pattern"]>;

/** Values for the documents below a folder in the content. */
export interface FolderValues {
  readonly folder: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The author's own keys that are published: the listed ones, or all keys that are not fields. */
export interface ExtraKeys {
  readonly summary: "all" | readonly string[];
  readonly document: "all" | readonly string[];
}

/**
 * Files through which readers and programs find the content; null if the site does not have the
 * file.
 */
export interface Discovery {
  readonly feeds: { readonly rss: boolean; readonly json: boolean };
  /** The number of posts in feeds, and whether feeds contain full text or only excerpts. */
  readonly inFeeds: { readonly posts: number; readonly fullText: boolean };
  readonly sitemap: { readonly add: readonly string[] } | null;
  readonly robots: { readonly disallow: readonly string[] } | null;
  readonly llms: { readonly full: boolean } | null;
}

/** A configuration with all defaults filled in. */
export interface ResolvedConfig {
  /** The site's own kinds, by name. */
  readonly ownKinds: readonly OwnKind[];
  /** Its name in messages; null if there is no configuration file. */
  readonly file: string | null;
  /**
   * Digest of the code of plugins, schemas and functions, in the configuration and its imports. ""
   * if there is no such code.
   */
  readonly sources: string;
  /** Absolute path of the folder to which `content`, `out` and `static` are relative. */
  readonly root: string;
  readonly content: string;
  readonly out: string;
  readonly site: Readonly<Record<string, unknown>>;
  readonly urls: Readonly<Record<ListKind, string>>;
  /** null if the site has no such pages. */
  readonly groupUrls: GroupPatterns;
  /** null for the default. */
  readonly servicesUrl: string | null;
  readonly formerUrls: Readonly<Record<ListKind, readonly string[]>>;
  /** How file names state the language; null if they do not. */
  readonly translations: NonNullable<OctavoConfig["translations"]> | null;
  readonly slugs: Readonly<Record<CollectionName, SlugSetting | null>>;
  /** Whether posts that repeat a slug get their dates appended. */
  readonly datesRepeatedSlugs: boolean;
  readonly collections: Readonly<Record<CollectionName, readonly string[]>>;
  /** Whether the author set a glob. If not, a file that no glob matches causes a warning. */
  readonly ownCollections: boolean;
  /** Folders in which paths that begin with `/` are looked up, including `public`. */
  readonly static: readonly string[];
  /** The folder that is copied into the site; null if there is none. */
  readonly public: { readonly folder: string; readonly isGiven: boolean } | null;
  /** `headers` and `redirects`. */
  readonly rules: SiteRules;
  readonly frontMatter: {
    /** Octavo's name for each of the author's names; "" for a key to ignore. */
    readonly names: Readonly<Record<CollectionName, Readonly<Record<string, string>>>>;
    readonly unknownKeys: NonNullable<FrontMatterConfig["unknownKeys"]>;
    readonly splitAt: NonNullable<FrontMatterConfig["splitAt"]>;
    readonly defaults: Readonly<Record<CollectionName, Readonly<Record<string, unknown>>>>;
    /** Values by folder, outer folders first. "" is the content folder itself. */
    readonly folders: Readonly<Record<CollectionName, readonly FolderValues[]>>;
    readonly extra: Readonly<Partial<Record<ExtraKind, ExtraKeys>>>;
    /** The source of dates for posts that do not state one; null if such posts have no date. */
    readonly dates: NonNullable<FrontMatterConfig["dates"]> | null;
    /** null if front matter is read only in the usual way. */
    readonly read: NonNullable<FrontMatterConfig["read"]> | null;
  };
  /**
   * Dates for posts that do not state one; null if such posts have no date. The caller of
   * `loadConfig` adds them.
   */
  readonly fileDates: FileDates | null;
  /** Schemas that check `extra`. */
  readonly extraSchemas: Readonly<Partial<Record<ExtraKind, StandardSchema>>>;
  readonly markdown: Required<MarkdownSettings>;
  readonly mdx: NonNullable<OctavoConfig["mdx"]>;
  readonly checks: Readonly<Record<CheckName, CheckSeverity>>;
  readonly pictures: { readonly widths: readonly number[] | null; readonly quality: number };
  readonly discovery: Discovery;
  /** Whether each post also gets a Markdown file. */
  readonly postsAsMarkdown: boolean;
  /** Whether the site includes the scripts for pages. */
  readonly scripts: boolean;
  /**
   * How the site's pages, the HTML of every document and list, are generated; null if the site has
   * none.
   */
  readonly website: WebsiteRendering | null;
  /** Whether pages may have comments, likes and forms, all of which need a write server. */
  readonly hasWriteServer: boolean;
  /** Paths, or folders with an asterisk, that other programs serve at the website's address. */
  readonly otherPaths: readonly string[];
  /** The share cards of pages; null if there are none. `font` is relative to the configuration. */
  readonly cards: { readonly font: string | null } | null;
  /** Settings of `octavo publish`, which builds do not use. */
  readonly publish: { readonly to: string | null; readonly after: readonly string[] };
  /** The host that also runs the write server. Builds do not use it. Null if no host does. */
  readonly writes: {
    readonly to: WritesHost;
    readonly jurisdiction: "eu" | null;
    readonly search: "object" | null;
    readonly variables: Readonly<Record<string, string>>;
  } | null;
  readonly cacheKey: readonly string[];
}
