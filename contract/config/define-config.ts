import type { ListKind } from "../../kinds/list-kinds.ts";
import type { CheckName, CheckSeverity, CollectionName, ExtraKind, PageGroup, WebsiteRendering, WritesHost } from "./config-names.ts";
import type { KindConfig } from "./define-kind.ts";
import type { MarkdownConfig } from "./markdown-config.ts";
import type { PublishTargetText } from "./publish-target.ts";
import type { RedirectStatus } from "./site-rules.ts";
import type { StandardSchema } from "./standard-schema.ts";

/**
 * The build settings of a site: `octavo.config.ts` in the folder where octavo runs. Every member is
 * optional.
 */
export interface OctavoConfig {
  /** The content folder, relative to the configuration file. Default `content`. */
  content?: string;
  /** The folder that the build writes. Default `dist`. */
  out?: string;
  /** The members of `site.yaml`, which takes precedence. Without it, `name` and `url` are required here. */
  site?: Record<string, unknown>;
  /**
   * Path of a document's page below the site's URL, by kind, for example `/{year}/{month}/{slug}/`.
   * Placeholders: year, month, day, slug, name, path, category, lang and more (docs/addresses.md).
   * Defaults: `/posts/{slug}` and so on; with `translations`, `/{lang?}/posts/{slug}`. The patterns
   * of tags, categories, series, albums and authors contain `{slug}`. They have no default: without
   * a pattern, the site has no such pages. `services` may omit `{slug}` if all services share a
   * page; default `/services`.
   */
  urls?: Partial<Record<ListKind | PageGroup | "services", string>>;
  /** Former patterns. `/redirects` and hosts redirect their paths to the current pages. */
  formerUrls?: Partial<Record<ListKind, string | readonly string[]>>;
  /**
   * How a file's path gives the language: `hello.de.md` (`suffix`), or `de/posts/hello.md` and
   * `posts/de/hello.md` (`folder`). For translations in a separate folder tree, map their folders,
   * with `{lang}`, to the folders of the originals: `{ "i18n/{lang}/blog": "blog" }`. By default,
   * paths give no language.
   */
  translations?: "suffix" | "folder" | Readonly<Record<string, string>>;
  /**
   * Slugs of documents that do not state one, by collection: a function, or a pattern of year,
   * month, day, name and path, such as `"{year}-{month}-{day}-{name}"`. Default: the file's name.
   */
  slugs?: Partial<Record<Exclude<CollectionName, "posts">, SlugPattern>> & { posts?: SlugPattern | RepeatedSlugs };
  // Globs of each collection, relative to the content folder. Default `posts/**/*.{md,mdx}` and so
  // on; `[]` switches a collection off. If any is set, pages are read only if `pages` is set too.
  collections?: Partial<Record<CollectionName, string | readonly string[]>>;
  /**
   * Folders in which to look up pictures and links that begin with `/`, relative to the
   * configuration file. Default `static`.
   */
  static?: string | readonly string[];
  /**
   * Folder from which files are copied to the site unchanged, relative to the configuration file.
   * With false, there is no such folder. Default `public`, unless `static` is given.
   */
  public?: string | false;
  /**
   * Headers of your own pages and files, by path or folder: `{ "/assets/*": { "Cache-Control":
   * "public, max-age=3600" } }`.
   */
  headers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /**
   * Redirects of paths that are no longer pages: `{ "/old": "/new", "/docs/*": { to:
   * "https://docs.example.org/:splat", status: 302 } }`. Default status 301.
   */
  redirects?: Readonly<Record<string, string | { to: string; status?: RedirectStatus }>>;
  /** Kinds of content that the site defines, by name: `{ talks: defineKind({ … }) }`. */
  kinds?: Readonly<Record<string, KindConfig>>;
  frontMatter?: FrontMatterConfig;
  markdown?: MarkdownConfig;
  /**
   * How `.mdx` files are read. Their import and export lines are removed. Components are an error
   * (`strict`, the default), or are removed while their children stay (`lenient`).
   */
  mdx?: "strict" | "lenient";
  /**
   * How serious a finding is. Default `error`; for `pages`, `anchors` and `markdown`, `warning`.
   * `pages`: links to pages of the site that do not exist. `anchors`: links to an anchor that a
   * page does not have. `markdown`: leftovers of mistyped Markdown. `dates`: days that do not
   * exist, such as 30 February; unless that is an error, the last day of the month is used.
   */
  checks?: Partial<Record<CheckName, CheckSeverity>>;
  pictures?: PicturesConfig;
  /**
   * Which feeds to write; false for none. Default: both, each with the newest 50 `posts` in full;
   * with `fullText: false`, they contain only excerpts.
   */
  feeds?: false | { rss?: boolean; json?: boolean; posts?: number; fullText?: boolean };
  /** False for no sitemap.xml. `add`: paths of other pages that you provide (`/about`). */
  sitemap?: false | { add?: readonly string[] };
  /**
   * False for no robots.txt. `disallow`: crawlers that may not read the site (`GPTBot`), and paths
   * that no crawler may read (`/private/`).
   */
  robots?: false | { disallow?: readonly string[] };
  /**
   * Files for language models. `false` writes neither llms.txt nor llms-full.txt; `full: false`
   * writes only llms.txt. Default: both.
   */
  llms?: false | { full?: boolean };
  /**
   * If true, each post is also published as Markdown at `/posts/{slug}.md`, and llms.txt links
   * there. This doubles the number of post files. Default false.
   */
  postsAsMarkdown?: boolean;
  /**
   * Whether the build writes `octavo-engagement.js` and `octavo-elements.js`, for pages that count
   * readers or show comments. Default true.
   */
  scripts?: boolean;
  /**
   * If true, the build also writes the site's pages, as HTML for each document and list, at the
   * addresses that `url` and `path` name. Tags, categories, series, albums and authors then have
   * pages at `/tags/{slug}` and so on, unless `urls` specifies others. `render: "edge"`: the build
   * writes only those kinds of pages that are few in number, and the programs for Cloudflare,
   * Netlify, Deno, Bun and Node render all other pages on request. `writeServer: false`: the site
   * has no write server, so its pages have no comments, likes or forms. `otherPaths`: paths that
   * other programs serve at the same address, such as `/forum/*`, so that links to them do not
   * count as broken. Default false.
   */
  website?: boolean | { render?: WebsiteRendering; writeServer?: boolean; otherPaths?: readonly string[] };
  /**
   * Whether the pages of `website` have pictures for social networks: one for each of the newest
   * 200 posts without a cover, and one for all other pages. `font` is a file with the letters of
   * scripts other than Latin, Greek and Cyrillic, relative to the configuration. Default false.
   */
  cards?: boolean | { font?: string };
  /**
   * Settings of `octavo publish`. `to`: the place to upload to. `after`: a program and its
   * arguments, run without a shell once the site is published; its last argument is a file with the
   * addresses that changed, one on each line.
   */
  publish?: { to?: PublishTargetText; after?: readonly string[] };
  /**
   * The host that also runs the write server, so that you need no server of your own: a build for
   * this host (`--host`) also writes the program of the write server. `jurisdiction: "eu"`:
   * visitors' data is stored and processed only in the EU. `search: "object"`: a separate Durable
   * Object runs searches instead of the Worker, because the free plan limits the Worker's CPU time.
   * `variables`: settings of the server that are not secrets, such as `{ OCTAVO_REPORT: "weekly"
   * }`. Default: none.
   */
  writes?: WritesHost | { to: WritesHost; jurisdiction?: "eu"; search?: "object"; variables?: Readonly<Record<string, string>> };
  /**
   * Other inputs of your plugins, such as the text of a file or the value of an environment
   * variable. When any of them changes, every document is rendered again.
   */
  cacheKey?: string | readonly string[];
}

type SlugPattern = string | ((document: SlugSource) => string | null | undefined);

/** The slugs of posts, and the rule for a slug that several posts have. */
export interface RepeatedSlugs {
  /** The same value that `slugs.posts` takes without this object. Default: the file's name. */
  pattern?: SlugPattern;
  /**
   * `dated`: the oldest post keeps the slug, and each later one gets `-<year>-<month>-<day>`. Pages
   * with `{slug}` keep the slug as stated. Default `error`.
   */
  repeat?: "error" | "dated";
}

/** Input of a `slug` function. */
export interface SlugSource {
  /** The slug that the document would have without the function. */
  readonly slug: string;
  /** The file's name as written, without date and extension; for `index.md`, the folder's name. */
  readonly name: string;
  /** The file's path relative to the content folder, without the extension and `/index`. */
  readonly path: string;
  /** `2024-01-31` in the site's time zone. Null if the document has no date. */
  readonly date: string | null;
  /** Keys have the API's names. */
  readonly frontMatter: Readonly<Record<string, unknown>>;
}

export interface FrontMatterConfig {
  /**
   * Other names for a field, per collection or for all: `{ posts: { date: "publishedAt" } }`. They
   * are added to the defaults (`date`, `pubDate`, `description`, …).
   */
  names?: Partial<Record<CollectionName | "all", Readonly<Record<string, string>>>>;
  /**
   * How unknown keys are treated. `error` is the default. `ignore` drops them silently. `collect`
   * drops them and lists them in a notice at the end of the report.
   */
  unknownKeys?: "error" | "ignore" | "collect";
  /**
   * Where to split tags and categories that are given as one string. Default `commas`. `spaces`: at
   * spaces if the string has no comma, as Jekyll does.
   */
  splitAt?: "commas" | "spaces";
  /**
   * The author's own front matter, published as `extra`. `all`: every key that is not a field, in
   * the document only.
   */
  extra?: Partial<Record<ExtraKind, "all" | ExtraConfig>>;
  /**
   * Reads front matter in a custom format. It receives the whole text of a Markdown file and the
   * file's path relative to the content folder. If it returns null, the file is read in the usual
   * way.
   */
  read?: (text: string, file: string) => { readonly data: Readonly<Record<string, unknown>>; readonly body: string } | null;
  /**
   * `git`: a post without a date gets the day of the commit that added its file. Builds need the
   * whole history, so a shallow clone is an error.
   */
  dates?: "git";
  /** Default values for the documents of a collection. */
  defaults?: Partial<Record<CollectionName, Readonly<Record<string, unknown>>>>;
  /**
   * Values for all documents in a folder of the content and its subfolders, or for one file: `{
   * posts: { "travel/_posts": { … } } }`. A list comes before the document's own list; any other
   * value is a default. `permalink` may be a pattern. Deeper folders and files take precedence.
   */
  folders?: Partial<Record<CollectionName, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
}

/**
 * Keys as written in the front matter; a dot separates the levels of a nested key (`params.mood`).
 * `all`: every key that is not a field.
 */
export interface ExtraConfig {
  /** Also shown in lists; at most 2 KiB per document. */
  summary?: "all" | readonly string[];
  /** Shown only in the document; at most 16 KiB, including the summary's keys. */
  document?: "all" | readonly string[];
  /**
   * Checks all keys of each document together. They are published as written, even if the schema
   * transforms them.
   */
  schema?: StandardSchema;
}

export interface PicturesConfig {
  /**
   * Widths of the WebP variants, in pixels. A picture narrower than the largest also gets its own
   * width. Default 480, 960, 1600.
   */
  widths?: readonly number[];
  /** WebP quality, 1..100. Default 78. */
  quality?: number;
}

/** Returns the configuration unchanged. It gives editors its type. */
export function defineConfig(config: OctavoConfig): OctavoConfig {
  return config;
}
