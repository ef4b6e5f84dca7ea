import type { TranslationLayout } from "../../build/kinds/addresses/file-language.ts";
import { FormerConfig } from "./former-config.ts";
import type { FormerFolder } from "./former-folder.ts";
import { toPattern } from "./page-patterns.ts";

/** Another generator's configuration in our terms. Null means not configured. */
export interface FormerSite {
  /** The files that were read. */
  readonly files: readonly string[];
  readonly name: string | null;
  /** As written; may have a path. */
  readonly url: string | null;
  readonly language: string | null;
  readonly timeZone: string | null;
  /**
   * Zone of the old addresses if `timeZone` is null and dates state offsets. Default: the zone of
   * the offsets.
   */
  readonly buildZone?: { readonly name: string; readonly source: string };
  /** Whether addresses contain the day at the offset that a date states. */
  readonly datesInOwnOffset?: boolean;
  readonly description: string | null;
  readonly author: string | null;
  /** Folder of the content, relative to the site's folder. */
  readonly content: string;
  /** Globs of the posts, relative to the content. */
  readonly posts: readonly string[];
  /** Whether HTML files with front matter are posts as well. */
  readonly takesHtml?: boolean;
  /** Folders in which paths that begin with / are looked up. */
  readonly static: readonly string[];
  /** Pattern of the posts' pages, without the path of `url`. */
  readonly pages: string | null;
  /**
   * Whether the configuration leaves open if addresses end in a slash. Links between posts then
   * decide.
   */
  readonly isEndingOpen?: boolean;
  /** How titles produce `{slug}` in pages; null if they do not. */
  readonly titleSlugs?: {
    /** null if the result is not a valid slug. */
    ofTitle(title: string): string | null;
    /** Whether titles also take precedence over a stated slug. */
    readonly isBeforeSlug: boolean;
    /**
     * Patterns of pages and slugs that write titles like the generator, with letters of any script.
     */
    readonly exact?: { readonly pages: string; readonly slugs: string | null };
  } | null;
  /** Pattern for the slugs of posts that do not state one. */
  readonly slugs?: string | null;
  /** Default front matter of the posts. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Values for the posts in some folders, relative to `content`: `frontMatter.folders.posts`. */
  readonly folders?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /**
   * Folders of documents that are not posts, relative to `content`, with the pattern of their
   * addresses.
   */
  readonly pageFolders?: readonly { readonly folder: string; readonly glob: string; readonly permalink: string }[];
  /**
   * Documents that are not posts and become separate kinds, with the pattern of their addresses.
   */
  readonly kinds?: readonly { readonly name: string; readonly files: string; readonly page: string }[];
  /** Front matter keys that mean one of our fields. */
  readonly names?: Readonly<Record<string, string>>;
  /** Whether front matter keys ignore case. */
  readonly hasAnyCase?: boolean;
  /** Whether tags and categories given as one text are separated by spaces. */
  readonly splitsAtSpaces?: boolean;
  /** Languages in the names of files or folders; null if names contain none. */
  readonly languages?: { readonly layout: TranslationLayout; readonly tags: readonly string[] } | null;
  /** Whether posts link with `[[name]]`, and `aliases` are link names. */
  readonly wikiLinks?: boolean;
  /** Whether the generator itself writes into dist. */
  readonly takesDist?: boolean;
  /** Computed values that a reader needed: `astro.config.mjs:4: site`. */
  readonly notRead: readonly string[];
  /** Folders that may contain posts but are not included, one line each. Shown before the notes. */
  readonly warnings?: readonly string[];
  /** Settings that are not transferred, one line each. */
  readonly notes: readonly string[];
}

export interface Generator {
  readonly name: string;
  /**
   * Path of the configuration, or of something else unique to this generator; null for other sites.
   */
  recognize(folder: FormerFolder): string | null;
  read(folder: FormerFolder, config: FormerConfig): ConfiguredSite;
}

/**
 * A site as its generator's reader returns it. Missing members get the defaults that most
 * generators share.
 */
type ConfiguredSite = Partial<FormerSite> & Pick<FormerSite, "content" | "posts" | "static" | "pages">;

const UNCONFIGURED = { name: null, url: null, language: null, timeZone: null, description: null, author: null, notes: [] };

/**
 * @param file the configuration, or a folder that identifies the generator
 * @returns null if it cannot be read (reported)
 */
export function readFormerSite(generator: Generator, folder: FormerFolder, file: string): FormerSite | null {
  const config = folder.isFolder(file) ? new FormerConfig(file, {}) : folder.config(file);
  if (config === null) return null;
  const configured = generator.read(folder, config);
  // Read last, because `notRead` lists only values that the generator's reader asked for.
  return { ...UNCONFIGURED, files: [file], notRead: config.notRead, ...configured };
}

/** Appends a path to a site's address. */
export function joinUrl(url: string | null, path: string): string | null {
  return url === null ? null : url.replace(/\/$/, "") + toPattern(path);
}

/** Common names of folders with posts. The first one found counts. */
export const POST_FOLDERS: readonly string[] = ["posts", "post", "blog", "articles", "article", "writing", "notes", "news"];
