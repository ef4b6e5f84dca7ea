import { LIST_KINDS, type ListKind } from "../../kinds/list-kinds.ts";
import type { KindConfig } from "./define-kind.ts";
import type { RedirectStatus } from "./site-rules.ts";
import type { StandardSchema } from "./standard-schema.ts";

/** Groups that documents fall into. Each tag, category and so on may have a page. */
export const PAGE_GROUPS = ["tags", "categories", "series", "albums", "authors"] as const;
export type PageGroup = (typeof PAGE_GROUPS)[number];

/** The build settings of a site: `octavo.config.ts` in the folder that octavo runs in. Every member is optional. */
export interface OctavoConfig {
  /** Folder of the content, relative to the configuration file. Default `content`. */
  content?: string;
  /** Folder that the build writes. Default `dist`. */
  out?: string;
  /** Members of site.yaml; a site.yaml, where there is one, is laid over them. A blog that has none needs `name` and `url` here. */
  site?: Record<string, unknown>;
  /**
   * Path of a document's page below the site's URL, by kind: `/{year}/{month}/{slug}/`, of year, month, day, slug, name, path, category, categories, `categories?`, lang, `lang?`. Default
   * `/posts/{slug}` and so on; with `translations`, `/{lang?}/posts/{slug}`. Pages of tags, categories, series, albums and authors take `{slug}` and have no default: a site
   * without a pattern has no such pages. `services` may do without `{slug}`, if they share a page; default `/services`.
   */
  urls?: Partial<Record<ListKind | PageGroup | "services", string>>;
  /** Patterns that pages had in earlier years: `/redirects` and hosts lead from there to the page of now. */
  formerUrls?: Partial<Record<ListKind, string | readonly string[]>>;
  /** How file names state languages: `hello.de.md` (`suffix`), or `de/posts/hello.md` and `posts/de/hello.md` (`folder`). Default: they do not. */
  translations?: "suffix" | "folder";
  /**
   * Slugs of documents that state none, by collection: a pattern of year, month, day, name and path, as `"{year}-{month}-{day}-{name}"`, or a function. Default: the
   * name of the file.
   */
  slugs?: Partial<Record<CollectionName, string | ((document: SlugSource) => string | null | undefined)>>;
  // Globs of each collection, relative to the content folder. Default `posts/**/*.{md,mdx}` and so on; `[]` switches one off. Where any is set, there are pages only if `pages` is.
  collections?: Partial<Record<CollectionName, string | readonly string[]>>;
  /** Folders in which pictures and links that begin with `/` are looked up, relative to the configuration file; so is `public`. Default `static`. */
  static?: string | readonly string[];
  /** Folder whose files are part of the site as they are, relative to the configuration file. false: none. Default `public`, unless `static` is given. */
  public?: string | false;
  /** Headers of your own pages and files, by path or folder: `{ "/assets/*": { "Cache-Control": "public, max-age=3600" } }`. */
  headers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Where paths lead that are no pages any more: `{ "/old": "/new", "/docs/*": { to: "https://docs.example.org/:splat", status: 302 } }`. Default status 301. */
  redirects?: Readonly<Record<string, string | { to: string; status?: RedirectStatus }>>;
  /** Kinds of content of the site's own, by name: `{ talks: defineKind({ … }) }`. */
  kinds?: Readonly<Record<string, KindConfig>>;
  frontMatter?: FrontMatterConfig;
  markdown?: MarkdownConfig;
  /** `.mdx` files lose their import and export lines. Components: an error (`strict`, default), or dropped with their children kept (`lenient`). */
  mdx?: "strict" | "lenient";
  /**
   * How bad a finding is. Default `error`, of `pages`, `anchors` and `markdown` `warning`. `pages`: links to pages of the site that are not there.
   * `anchors`: links to a place in a page that it does not have. `markdown`: what is left of a mistyped text. `dates`: days that no month has, such as 30 February; unless an error, the last of the month is meant.
   */
  checks?: Partial<Record<CheckName, CheckSeverity>>;
  pictures?: PicturesConfig;
  /** The feeds that are made. false: none. Default both, of the newest 50 `posts`, each whole; `fullText: false` gives their excerpts alone. */
  feeds?: false | { rss?: boolean; json?: boolean; posts?: number; fullText?: boolean };
  /** false: no sitemap.xml. `add`: further pages of yours, as paths (`/about`). */
  sitemap?: false | { add?: readonly string[] };
  /** false: no robots.txt. `disallow`: crawlers that may not read the site (`GPTBot`), and paths that none may read (`/private/`). */
  robots?: false | { disallow?: readonly string[] };
  /**
   * Files for language models. `false` writes neither llms.txt nor llms-full.txt; `full: false`
   * writes llms.txt alone. Default: both.
   */
  llms?: false | { full?: boolean };
  /** true: each post is at `/posts/{slug}.md` too, as Markdown; llms.txt links there. Twice as many files of posts. Default false. */
  postsAsMarkdown?: boolean;
  /** Whether dist has `octavo-engagement.js` and `octavo-elements.js`, for pages that count their readers, or show comments. Default true. */
  scripts?: boolean;
  /**
   * Further input of the plugins: the text of a file that one reads, an environment variable. If it
   * differs from the last build's, every document is rendered again.
   */
  cacheKey?: string | readonly string[];
}

/** Input of a `slug` function. */
export interface SlugSource {
  /** The slug that the document would get without the function. */
  readonly slug: string;
  /** The file's name as written, without date and ending; for `index.md`, the folder's name. */
  readonly name: string;
  /** The file's path below the content folder, without ending and `/index`. */
  readonly path: string;
  /** `2024-01-31` in the site's time zone; null: there is none. */
  readonly date: string | null;
  /** With the API's names. */
  readonly frontMatter: Readonly<Record<string, unknown>>;
}

export const COLLECTION_NAMES = [...LIST_KINDS, "services", "series"] as const;
export type CollectionName = (typeof COLLECTION_NAMES)[number];
/** Kinds whose documents have a member `extra`. */
export const EXTRA_KINDS = [...LIST_KINDS.filter((name) => name !== "pages"), "services"] as const satisfies readonly CollectionName[];
export type ExtraKind = (typeof EXTRA_KINDS)[number];
export const CHECK_NAMES = ["brokenLinks", "missingPictures", "dates", "titles", "slugs", "pages", "anchors", "markdown"] as const;
export type CheckName = (typeof CHECK_NAMES)[number];
/**
 * Checks for guesses, and for mistakes that do not keep readers from the text. A warning by
 * default.
 */
export const MILD_CHECKS: readonly CheckName[] = ["pages", "anchors", "markdown"];
export type CheckSeverity = "error" | "warning" | "off";

export interface FrontMatterConfig {
  /** Other names for a field, per collection or for all: `{ posts: { date: "publishedAt" } }`. Added to the defaults (`date`, `pubDate`, `description`, …). */
  names?: Partial<Record<CollectionName | "all", Readonly<Record<string, string>>>>;
  /** An unknown key is an error (default), is ignored without a word, or is collected: not published either, but named in a notice at the end of the report. */
  unknownKeys?: "error" | "ignore" | "collect";
  /** Where tags and categories that are one text are cut. Default `commas`; `spaces`: at spaces where there is no comma, as Jekyll does. */
  splitAt?: "commas" | "spaces";
  /** Front matter of the author's own that is published as `extra`. `all`: every key that is no field, in the document alone. */
  extra?: Partial<Record<ExtraKind, "all" | ExtraConfig>>;
  /** Values that documents of a collection have unless they state their own. */
  defaults?: Partial<Record<CollectionName, Readonly<Record<string, unknown>>>>;
}

/** Keys as they stand in the front matter; a dot leads into a table (`params.mood`). `all`: every key that is no field. */
export interface ExtraConfig {
  /** In lists too, 2 KiB a document. */
  summary?: "all" | readonly string[];
  /** In the document alone; 16 KiB with those of the summary. */
  document?: "all" | readonly string[];
  /** Checks the keys of each document together. They are published as written, whatever the schema makes of them. */
  schema?: StandardSchema;
}

/**
 * unified's type `Pluggable`, as far as a configuration needs it. Our own copy needs no package.
 */
export type MarkdownPlugin =
  | ((...options: never[]) => unknown)
  | readonly [plugin: (...options: never[]) => unknown, ...options: unknown[]]
  | { readonly plugins?: readonly unknown[]; readonly settings?: object };

/** A shortcode, Liquid tag or directive as its author wrote it. */
export interface Shortcode {
  readonly name: string;
  /** Values without a name, in order; of a directive, its title. */
  readonly args: readonly string[];
  readonly named: Readonly<Record<string, string>>;
  /** Text up to its end, with the shortcodes in it translated; null: it has no end. */
  readonly content: string | null;
}

export interface MarkdownConfig {
  /** Raw HTML in an author's Markdown. Default `allow`. */
  rawHtml?: "allow" | "escape" | "sanitize";
  /** Words of the HTML comments that end an excerpt. Default `more` and `truncate`: `<!-- more -->`. */
  excerptMarks?: readonly string[];
  /** As in unified: `[plugin]` or `[[plugin, options]]`. Syntax extensions of remark switch the parser to remark-parse. */
  remarkPlugins?: readonly MarkdownPlugin[];
  rehypePlugins?: readonly MarkdownPlugin[];
  /**
   * Transforms of shortcodes (`{{< name >}}`), Liquid tags (`{% name %}`) and directives (`:::name`), by name. Each gives Markdown, or null to leave
   * the text as it is. They replace the built-in ones, or add to them; false leaves a name as it is, and `shortcodes: false` all of them.
   */
  shortcodes?: false | Readonly<Record<string, false | ((shortcode: Shortcode) => string | null)>>;
  /** `auto` (default) uses Sätteri and falls back to remark-parse, with a notice. */
  parser?: "auto" | "satteri" | "remark";
}

export interface PicturesConfig {
  /** Widths of the WebP variants, pixels; a picture narrower than the largest has one of its own width too. Default 480, 960, 1600. */
  widths?: readonly number[];
  /** WebP quality, 1..100. Default 78. */
  quality?: number;
}

/** Types a configuration; returns it as it is. */
export function defineConfig(config: OctavoConfig): OctavoConfig {
  return config;
}
