import type { FormerFolder } from "./former-folder.ts";

/** What another generator's configuration says, in our terms. null: it does not say. */
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
  } | null;
  /** Names of front matter that mean another field, where a post has them. */
  readonly names?: Readonly<Record<string, string>>;
  /** Names of front matter count in any case of letters. */
  readonly hasAnyCase?: boolean;
  /** Tags and categories that are one text are words. */
  readonly splitsAtSpaces?: boolean;
  /** The generator writes into dist itself. */
  readonly takesDist?: boolean;
  /** What was computed and asked for: `astro.config.mjs:4: site`. */
  readonly notRead: readonly string[];
  /** What is not taken over, a line each. */
  readonly notes: readonly string[];
}

export interface Generator {
  readonly name: string;
  /** Whether the folder holds a site of it: its configuration, or something that no other has. */
  recognize(folder: FormerFolder): string | null;
  /** @returns null where the configuration cannot be read (reported) */
  read(folder: FormerFolder, config: string): FormerSite | null;
}

/** Of folders of the content those that look like posts; of several the first. */
export const POST_FOLDERS: readonly string[] = ["posts", "post", "blog", "articles", "article", "writing", "notes", "news"];
