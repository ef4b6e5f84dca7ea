import type { Withheld } from "./assemble/schedule.ts";
import type { DecodedValues } from "./cache/memos.ts";
import type { OpenCache } from "./cache/storage/cache-storage.ts";
import type { PictureMemo } from "./pictures/picture-memo.ts";
import type { JoinedFacts } from "./rows/source-rows.ts";
import type { Diagnostics } from "./shared/diagnostics.ts";
import type { ResolvedConfig } from "./shared/resolved-config.ts";
import type { Addresses } from "./shared/site-addresses.ts";
import type { ProgressEvent, StageTime } from "./shared/stages.ts";

export interface BuildOptions {
  /** Working directory: the base of the paths that messages show. */
  readonly cwd: string;
  readonly config: ResolvedConfig;
  /** Absolute. */
  readonly contentDir: string;
  /** Absolute. */
  readonly outDir: string;
  /** Absolute: what `public` must not hold beside content, output and configuration. */
  readonly privatePaths?: readonly string[];
  /** Absolute; safe to delete. */
  readonly cacheDir: string;
  /** In place of the site's own URL: origins without a slash at the end. */
  readonly addresses?: Partial<Addresses>;
  /** The clock of the build, `2026-01-31T09:30:00.000Z`. */
  readonly now: string;
  readonly drafts: boolean;
  readonly future: boolean;
  /** File with a Counts document, absolute. */
  readonly counts?: string;
  /** Whether to write the full-text index. */
  readonly search: boolean;
  /** Warnings fail too. */
  readonly strict: boolean;
  /** How long hashed files of earlier builds stay that nothing refers to any longer, milliseconds. Default: they go at once. */
  readonly graceMs?: number;
  /** For a process that builds again and again. */
  readonly memory?: BuildMemory;
  /** Find mistakes, write nothing. */
  readonly check?: boolean;
  readonly onProgress?: (event: ProgressEvent) => void;
  /** Called with the result once files are written or mistakes found, before the cache is saved. */
  readonly onBuilt?: (result: BuildResult) => void;
  /** The build turns out to be a long one, with hundreds of files to parse: called once, while it parses. For the program's own settings of its heap. */
  readonly onManyFiles?: () => void;
  /** Scripts for the pages of the site: texts by name of file. Asked when they are not known; the same code must give the same. Default: none. */
  readonly scripts?: () => Promise<Readonly<Record<string, string>>>;
  /** More files for the out folder, made from the site's own: what hosts need. */
  readonly more?: MoreFiles;
}

/** Memory between builds of one process: `dev` builds on every save without reading rows again. */
export interface BuildMemory {
  readonly pictures: PictureMemo;
  readonly facts: JoinedFacts;
  readonly decoded: DecodedValues;
  /** @param cacheDir absolute */
  open(cacheDir: string): Promise<OpenCache>;
  /** Called once no build is under way. */
  close(): void;
}

export interface MoreFiles {
  /** Says what `make` does: the same key, the same files from the same site. */
  readonly key: string;
  make(site: readonly SiteFile[]): Promise<readonly MadeFile[]>;
}

/** A text file of the site, below the out folder; the manifest is last. */
export interface SiteFile {
  readonly path: string;
  /** To look at it is to make it. */
  readonly text: string;
  /** Bytes; known without making a file that is as the last build left it. */
  readonly size: number;
  /** The same for the same text; "" where the path holds a hash of it. */
  readonly identity: string;
}

export interface MadeFile {
  /** Below the out folder, forward slashes. */
  readonly path: string;
  /** `bytes` is called where the out folder has not got them. */
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

/** Why a page is shown to its author alone: it is a draft, or dated ahead. */
export type PreviewReason = "draft" | "scheduled";

export interface BuildResult {
  /** false: nothing was written (mistakes; with `strict` warnings too). */
  readonly ok: boolean;
  readonly diagnostics: Diagnostics;
  /** The text of a content file as it was read, for code frames. */
  sources(file: string): string | null;
  /** Path of the page that a content file makes, as messages show the file; null: it makes none. Not given where nothing was built. */
  pageOf?(file: string): string | null;
  /** Pages, percent-encoded paths, that this build shows before the public sees them. Not given where nothing was built. */
  previews?(): Readonly<Record<string, PreviewReason>>;
  /** For the author, one line each; neither errors nor warnings. */
  readonly notices: readonly string[];
  readonly stats: BuildStats;
  /** Slugs of posts that the build before had, and that lead nowhere now: neither a document has them, nor the aliases of one. Said once. */
  readonly gone: readonly string[];
  /** Files of the folder `public` that the out folder did not have before, below it. Said once. */
  readonly added: readonly string[];
  /** When to build again: the next instant at which something becomes public, or ceases to be. */
  readonly nextChange: string | null;
  /** Files that this build wrote or removed, below the out folder, sorted. */
  readonly changed: readonly string[];
  readonly outDir: string;
}
