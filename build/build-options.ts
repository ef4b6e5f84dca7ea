import type { PagesOfHost } from "../views/site-view.ts";
import type { Withheld } from "./assemble/schedule.ts";
import type { DecodedValues } from "./cache/memos.ts";
import type { OpenCache } from "./cache/storage/cache-storage.ts";
import type { LocalPages } from "./outputs/outputs.ts";
import type { PictureMemo } from "./pictures/picture-memo.ts";
import type { CodeMemory } from "./render/highlight/code-memory.ts";
import type { JoinedFacts } from "./rows/source-rows.ts";
import type { Diagnostics } from "./shared/diagnostics.ts";
import type { ResolvedConfig } from "./shared/resolved-config.ts";
import type { Addresses } from "./shared/site-addresses.ts";
import type { ProgressEvent, StageTime } from "./shared/stages.ts";

export interface BuildOptions {
  /** Working directory, and the base for paths in messages. */
  readonly cwd: string;
  readonly config: ResolvedConfig;
  /** Absolute. */
  readonly contentDir: string;
  /** Absolute. */
  readonly outDir: string;
  /**
   * Absolute paths that `public` must not contain, in addition to content, output and
   * configuration.
   */
  readonly privatePaths?: readonly string[];
  /** Absolute; safe to delete. */
  readonly cacheDir: string;
  /** Replace the site's own URL; origins without a trailing slash. */
  readonly addresses?: Partial<Addresses>;
  /** The clock of the build, `2026-01-31T09:30:00.000Z`. */
  readonly now: string;
  readonly drafts: boolean;
  readonly future: boolean;
  /** Absolute path of a file with a Counts document. */
  readonly counts?: string;
  /**
   * Set if pages are rendered on request. The build then writes everything that they need in
   * addition to the API, but no pages. Default: page files, if the configuration has `website`.
   */
  readonly pagesOnRequest?: LocalPages;
  /** Whether to write the full-text index. */
  readonly search: boolean;
  /** Whether warnings also fail the build. */
  readonly strict: boolean;
  /**
   * Whether to publish everything except files with errors. An error about visibility, or in
   * another file, still fails the build.
   */
  readonly keepGoing?: boolean;
  /**
   * How long unused hashed files of earlier builds stay, in milliseconds. Default: they are removed
   * at once.
   */
  readonly graceMs?: number;
  /** For processes that build repeatedly. */
  readonly memory?: BuildMemory;
  /** Whether to only look for mistakes and write nothing. */
  readonly check?: boolean;
  /** For a check that runs once: it neither reads nor stores results of other builds. */
  readonly isOnlyBuild?: boolean;
  readonly onProgress?: (event: ProgressEvent) => void;
  /**
   * Called with the result after files are written or mistakes found, but before the cache is
   * saved.
   */
  readonly onBuilt?: (result: BuildResult) => void;
  /**
   * Called once during parsing if a hundred files or more must be parsed, so that programs can
   * adjust their heap settings.
   */
  readonly onManyFiles?: () => void;
  /**
   * Scripts for the site's pages: texts by file name. Called only if the cache does not have them;
   * the same code must return the same texts. Default: none.
   */
  readonly scripts?: () => Promise<Readonly<Record<string, string>>>;
  /**
   * Creates the additional files that hosts need in the out folder, based on the site's own files.
   */
  readonly more?: MoreFiles;
}

/**
 * Memory between the builds of a process, so that `dev` can build after every save without reading
 * rows again.
 */
export interface BuildMemory {
  readonly pictures: PictureMemo;
  readonly facts: JoinedFacts;
  readonly decoded: DecodedValues;
  readonly code: CodeMemory;
  /** @param cacheDir absolute path */
  open(cacheDir: string): Promise<OpenCache>;
  /** Must only be called when no build is running. */
  close(): void;
}

export interface MoreFiles {
  /** Identifies the output of `make`. The same key and site give the same files. */
  readonly key: string;
  /** Default: the pages of an unknown host. */
  readonly pagesOfHost?: PagesOfHost;
  make(site: readonly SiteFile[]): Promise<readonly MadeFile[]>;
}

/** A text file of the site, relative to the out folder. The manifest is last. */
export interface SiteFile {
  readonly path: string;
  /** The text is created when it is read. */
  readonly text: string;
  /** Size in bytes. For an unchanged file, it is known without creating the text. */
  readonly size: number;
  /** Identifies the text; "" if the path contains its hash. */
  readonly identity: string;
}

export interface MadeFile {
  /** Relative to the out folder, with forward slashes. */
  readonly path: string;
  /** `bytes` is called if the out folder does not have the file. */
  readonly content: string | Uint8Array | { bytes(): Uint8Array; readonly identity: string };
}

export interface BuildStats {
  /** Published documents by collection. */
  readonly documents: Readonly<Record<string, number>>;
  readonly withheld: Withheld;
  readonly files: { readonly written: number; readonly unchanged: number; readonly removed: number };
  /** Size of all files of the site. */
  readonly bytes: number;
  /** Size of the full-text index. */
  readonly searchBytes: number;
  readonly stages: readonly StageTime[];
}

/** Why a page is visible only to its author: it is a draft, or dated in the future. */
export type PreviewReason = "draft" | "scheduled";

/** A post's file, slug and page, and whether the post is public. */
export interface PostState {
  /** Path as shown in messages. */
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  readonly slug: string;
  readonly state: "draft" | "scheduled" | "expired" | "public";
  /** Path of its public page, percent-encoded. */
  readonly page: string;
  /** Secret word of a draft that is shared by link. */
  readonly word: string | null;
}

export interface SitePosts {
  readonly siteUrl: string;
  readonly posts: readonly PostState[];
}

export interface BuildResult {
  /** false if nothing was written, because of mistakes or, with `strict`, warnings. */
  readonly ok: boolean;
  readonly diagnostics: Diagnostics;
  /** The text of a content file as the build read it, for code frames. */
  sources(file: string): string | null;
  /**
   * Path of a content file's page; null if it has none. The file is named as in messages. Missing
   * if nothing was built.
   */
  pageOf?(file: string): string | null;
  /** The absolute path of a page's content file; null if it has none. */
  fileOf?(page: string): string | null;
  /**
   * Pages (percent-encoded paths) that this build shows although they are not yet public. Missing
   * if nothing was built.
   */
  previews?(): Readonly<Record<string, PreviewReason>>;
  /** The site's posts, without those with mistakes; null if the content cannot be read. */
  posts?(): SitePosts | null;
  /** Messages for the author, one line each, that are neither errors nor warnings. */
  readonly notices: readonly string[];
  readonly stats: BuildStats;
  /**
   * Slugs of posts from the previous build that no document or alias has any more. Reported only
   * once.
   */
  readonly gone: readonly string[];
  /** Files with errors that were left out because of `keepGoing`, named as in messages. */
  readonly leftOut: readonly string[];
  /** New files from the folder `public`, relative to the out folder. Reported only once. */
  readonly added: readonly string[];
  /** When to build again: the next instant at which a document is published or expires. */
  readonly nextChange: string | null;
  /** Files that this build wrote or removed, relative to the out folder, sorted. */
  readonly changed: readonly string[];
  readonly outDir: string;
}
