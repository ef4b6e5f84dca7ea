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
  /**
   * Members of site.yaml. Values in an existing site.yaml take precedence. A site without that file
   * needs `name` and `url` here.
   */
  site?: Record<string, unknown>;
  /**
   * Path of a document's page below the site's URL, by kind, for example `/{year}/{month}/{slug}/`.
   * Placeholders: year, month, day, slug, name, path, category, lang and more (docs/addresses.md).
   * Defaults: `/posts/{slug}` and so on; with `translations`, `/{lang?}/posts/{slug}`. Pages of
   * tags, categories, series, albums and authors take `{slug}` and have no default: without a
   * pattern, the site has no such pages. `services` may omit `{slug}` if all services share a page;
   * default `/services`.
   */
  urls?: Partial<Record<ListKind | PageGroup | "services", string>>;
  /**
   * Patterns that pages had in the past. `/redirects` and hosts redirect them to the current pages.
   */
  formerUrls?: Partial<Record<ListKind, string | readonly string[]>>;
  /**
   * How file names give the language: `hello.de.md` (`suffix`), or `de/posts/hello.md` and
   * `posts/de/hello.md` (`folder`). For translations in a folder tree of their own, the folders
   * with `{lang}`, and the folders of the originals: `{ "i18n/{lang}/blog": "blog" }`. By default,
   * file names have no language.
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
   * Folders where pictures and links that begin with `/` are looked up, relative to the
   * configuration file. `public` is relative to it too. Default `static`.
   */
  static?: string | readonly string[];
  /**
   * Folder whose files are copied to the site unchanged, relative to the configuration file. false:
   * no such folder. Default `public`, unless `static` is given.
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
  /** The site's own kinds of content, by name: `{ talks: defineKind({ … }) }`. */
  kinds?: Readonly<Record<string, KindConfig>>;
  frontMatter?: FrontMatterConfig;
  markdown?: MarkdownConfig;
  /**
   * `.mdx` files lose their import and export lines. Components are an error (`strict`, the
   * default), or are dropped while their children stay (`lenient`).
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
   * Which feeds to make. false: none. Default: both, each with the newest 50 `posts` in full;
   * `fullText: false` gives excerpts only.
   */
  feeds?: false | { rss?: boolean; json?: boolean; posts?: number; fullText?: boolean };
  /** false: no sitemap.xml. `add`: other pages of yours, as paths (`/about`). */
  sitemap?: false | { add?: readonly string[] };
  /**
   * false: no robots.txt. `disallow`: crawlers that may not read the site (`GPTBot`), and paths
   * that no crawler may read (`/private/`).
   */
  robots?: false | { disallow?: readonly string[] };
  /**
   * Files for language models. `false` writes neither llms.txt nor llms-full.txt; `full: false`
   * writes only llms.txt. Default: both.
   */
  llms?: false | { full?: boolean };
  /**
   * true: each post is also published as Markdown at `/posts/{slug}.md`, and llms.txt links there.
   * This doubles the number of post files. Default false.
   */
  postsAsMarkdown?: boolean;
  /**
   * Whether dist gets `octavo-engagement.js` and `octavo-elements.js`, for pages that count readers
   * or show comments. Default true.
   */
  scripts?: boolean;
  /**
   * true: the build also writes the site's pages: HTML of each document and list, at the addresses
   * that `url` and `path` name. Tags, categories, series, albums and authors then have pages at
   * `/tags/{slug}` and so on, unless `urls` says otherwise. `render: "edge"`: the build writes only
   * the kinds of pages that are few, and the programs for Cloudflare, Netlify, Deno, Bun and Node
   * render the others on request. `writeServer: false`: the site has no write server, so pages have
   * no comments, likes and forms. `otherPaths`: paths that other programs answer at the same
   * address, such as `/forum/*`, so that no link to them counts as broken. Default false.
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
   * The host that also runs the write server, so that no machine is needed: a build with its name
   * as `--host` also writes the write program. `jurisdiction: "eu"`: what visitors write is stored
   * and processed only there. `search: "object"`: a Durable Object of its own searches, not the
   * Worker, whose CPU time the free plan limits. `variables`: settings of the server that are not
   * secrets, such as `{ OCTAVO_REPORT: "weekly" }`. Default: none.
   */
  writes?: WritesHost | { to: WritesHost; jurisdiction?: "eu"; search?: "object"; variables?: Readonly<Record<string, string>> };
  /**
   * Other inputs of your plugins, such as the text of a file or an environment variable. When it
   * changes, every document is rendered again.
   */
  cacheKey?: string | readonly string[];
}

type SlugPattern = string | ((document: SlugSource) => string | null | undefined);

/** Slugs of posts, and the rule for a slug that several of them have. */
export interface RepeatedSlugs {
  /** The pattern, as it is given without this object. Default: the file's name. */
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
  /** The file's path below the content folder, without extension and `/index`. */
  readonly path: string;
  /** `2024-01-31` in the site's time zone. null: the document has no date. */
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
   * How unknown keys are treated. `error` is the default. `ignore` says nothing. `collect` does not
   * publish them either, but names them in a notice at the end of the report.
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
   * Reads the front matter of a Markdown file in a form of its own: the whole text, and the file's
   * path below the content folder. null leaves the file to the usual reading.
   */
  read?: (text: string, file: string) => { readonly data: Readonly<Record<string, unknown>>; readonly body: string } | null;
  /**
   * `git`: a post without a date gets the day of the commit that added its file. Builds need the
   * whole history: a shallow clone is an error.
   */
  dates?: "git";
  /** Default values for the documents of a collection. */
  defaults?: Partial<Record<CollectionName, Readonly<Record<string, unknown>>>>;
  /**
   * Values for the documents below a folder of the content, or for one file: `{ posts: {
   * "travel/_posts": { … } } }`. A list comes before the document's own list; any other value is a
   * default. `permalink` may be a pattern. Deeper folders and files take precedence.
   */
  folders?: Partial<Record<CollectionName, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
}

/**
 * Keys as written in the front matter; a dot leads into a table (`params.mood`). `all`: every key
 * that is not a field.
 */
export interface ExtraConfig {
  /** Shown in lists too; 2 KiB a document. */
  summary?: "all" | readonly string[];
  /** Shown in the document only; 16 KiB including the summary's keys. */
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

/** Types a configuration and returns it unchanged. */
export function defineConfig(config: OctavoConfig): OctavoConfig {
  return config;
}
