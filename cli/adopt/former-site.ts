import { FormerConfig } from "./former-config.ts";
import type { FormerFolder } from "./former-folder.ts";
import { toPattern } from "./page-patterns.ts";

/** Another generator's configuration in our terms. null: not configured. */
export interface FormerSite {
  /** Files that were read. */
  readonly files: readonly string[];
  readonly name: string | null;
  /** As written; may have a path. */
  readonly url: string | null;
  readonly language: string | null;
  readonly timeZone: string | null;
  readonly description: string | null;
  readonly author: string | null;
  /** Folder of the content, below the site's. */
  readonly content: string;
  /** Globs of the posts, relative to the content. */
  readonly posts: readonly string[];
  /** Folders in which paths that begin with / are looked up. */
  readonly static: readonly string[];
  /** Pattern of the posts' pages, without the path of `url`. */
  readonly pages: string | null;
  /** How `{slug}` in pages is made of titles; null: it is not. */
  readonly titleSlugs?: {
    /** null: not a slug of ours. */
    ofTitle(title: string): string | null;
    /** Whether it counts of posts that state a slug, too. */
    readonly isBeforeSlug: boolean;
    /** Patterns of pages and slugs with titles as the generator writes them, letters of any script too. */
    readonly exact?: { readonly pages: string; readonly slugs: string | null };
  } | null;
  /** Pattern of the slugs of posts that state none. */
  readonly slugs?: string | null;
  /** Front matter of posts that state none of their own. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Names of front matter that mean another field, where a post has them. */
  readonly names?: Readonly<Record<string, string>>;
  /** Names of front matter count in any case of letters. */
  readonly hasAnyCase?: boolean;
  /** Tags and categories that are one text are words. */
  readonly splitsAtSpaces?: boolean;
  /** Languages in the names of files or folders; null: names state none. */
  readonly languages?: { readonly layout: "suffix" | "folder"; readonly tags: readonly string[] } | null;
  /** Posts link by `[[name]]`, and `aliases` are names of links. */
  readonly wikiLinks?: boolean;
  /** The generator writes into dist itself. */
  readonly takesDist?: boolean;
  /** Computed values that a reader needed: `astro.config.mjs:4: site`. */
  readonly notRead: readonly string[];
  /** Folders that are not taken though they may hold posts, a line each. They come before the notes. */
  readonly warnings?: readonly string[];
  /** Settings that are not taken over, a line each. */
  readonly notes: readonly string[];
}

export interface Generator {
  readonly name: string;
  /** Whether the folder holds a site of it: its configuration, or something that no other has. */
  recognize(folder: FormerFolder): string | null;
  read(folder: FormerFolder, config: FormerConfig): SaidSite;
}

/**
 * A site as its generator's reader gives it: missing members have the values that most generators
 * share.
 */
type SaidSite = Partial<FormerSite> & Pick<FormerSite, "content" | "posts" | "static" | "pages">;

const NOTHING_SAID = { name: null, url: null, language: null, timeZone: null, description: null, author: null, notes: [] };

/**
 * @param file the configuration, or a folder that tells of the generator as well
 * @returns null where it cannot be read (reported)
 */
export function readFormerSite(generator: Generator, folder: FormerFolder, file: string): FormerSite | null {
  const config = folder.isFolder(file) ? new FormerConfig(file, {}) : folder.config(file);
  if (config === null) return null;
  const said = generator.read(folder, config);
  // Known by now: what the generator has asked for.
  return { ...NOTHING_SAID, files: [file], notRead: config.notRead, ...said };
}

/** An address and the path of a site below it. */
export function joinUrl(url: string | null, path: string): string | null {
  return url === null ? null : url.replace(/\/$/, "") + toPattern(path);
}

/** Names of folders that look like posts. The first one found counts. */
export const POST_FOLDERS: readonly string[] = ["posts", "post", "blog", "articles", "article", "writing", "notes", "news"];
