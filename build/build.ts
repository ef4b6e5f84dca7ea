import { assemble } from "./assemble/assemble.ts";
import type { ResolvedConfig } from "./config.ts";
import { readCounts } from "./counts.ts";
import { Diagnostics } from "./diagnostics.ts";
import { emit, type OutputFile } from "./emit/emit.ts";
import { checkOutFolder } from "./emit/out-folder.ts";
import { toOutputs } from "./outputs.ts";
import { parseContent } from "./parse/parse.ts";
import { renderSite } from "./render-site.ts";
import { createSchedule } from "./schedule.ts";
import { createStages } from "./stages.ts";

export interface BuildOptions {
  /** Working directory: the base of the paths that messages show. */
  readonly cwd: string;
  readonly config: ResolvedConfig;
  /** Absolute. */
  readonly contentDir: string;
  /** Absolute. */
  readonly outDir: string;
  /** Absolute; safe to delete. */
  readonly cacheDir: string;
  /** Takes the place of the site's own URL (local builds): an origin without a slash at the end. */
  readonly siteUrl?: string;
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
  /** Find mistakes, write nothing. */
  readonly check?: boolean;
  readonly onProgress?: (event: ProgressEvent) => void;
  /** More files for the out folder, made from the site's own: what hosts need. */
  readonly moreFiles?: (files: readonly OutputFile[]) => Promise<readonly OutputFile[]>;
}

export interface ProgressEvent {
  readonly stage: StageName;
  readonly done: number;
  readonly total: number;
}

export type StageName = "parse" | "render" | "assemble" | "index" | "search" | "write";

export interface StageTime {
  readonly name: StageName;
  /** Wall time, milliseconds. */
  readonly ms: number;
  /** CPU time of the whole process meanwhile, milliseconds. */
  readonly cpuMs: number;
}

export interface BuildStats {
  /** Published documents by collection. */
  readonly documents: Readonly<Record<string, number>>;
  readonly files: { readonly written: number; readonly unchanged: number; readonly removed: number };
  /** Of all files of the site. */
  readonly bytes: number;
  /** Of the full-text index alone. */
  readonly searchBytes: number;
  readonly stages: readonly StageTime[];
}

export interface BuildResult {
  /** false: nothing was written (mistakes; with `strict` warnings too). */
  readonly ok: boolean;
  readonly diagnostics: Diagnostics;
  /** The text of a content file as it was read, for code frames. */
  sources(file: string): string | null;
  /** For the author, one line each; neither errors nor warnings. */
  readonly notices: readonly string[];
  readonly stats: BuildStats;
  /** When to build again: the next instant at which something becomes public. */
  readonly nextPublication: string | null;
  readonly outDir: string;
}

const NOTHING_WRITTEN: Omit<BuildStats, "stages"> = {
  documents: {},
  files: { written: 0, unchanged: 0, removed: 0 },
  bytes: 0,
  searchBytes: 0,
};

/** Builds a site: content → dist. Mistakes in content are diagnostics, not exceptions. */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  const { cwd, config, contentDir, outDir } = options;
  if (!options.check) checkOutFolder(outDir, contentDir);
  const diagnostics = new Diagnostics();
  const stages = createStages(options.onProgress);
  const notices: string[] = [];
  const parsed = await stages.run("parse", (onProgress) => parseContent({ contentDir, cwd, config, diagnostics, onProgress }));
  const counts = options.counts === undefined ? null : await readCounts(options.counts, cwd, diagnostics);
  const failed = (): boolean => diagnostics.errorCount > 0 || (options.strict && diagnostics.warningCount > 0);
  const result = (ok: boolean, stats: Omit<BuildStats, "stages">, nextPublication: string | null): BuildResult => ({
    ok,
    diagnostics,
    sources: parsed.sources,
    notices: [...parsed.notices, ...notices],
    stats: { ...stats, stages: stages.times },
    nextPublication,
    outDir,
  });
  if (parsed.content === null) return result(false, NOTHING_WRITTEN, null);

  const content = parsed.content;
  const schedule = createSchedule(content, options);
  const {
    content: rendered,
    media,
    bytesOf,
  } = await stages.run("render", (onProgress) =>
    renderSite(content, {
      config,
      contentDir,
      cacheDir: options.cacheDir,
      siteUrl: options.siteUrl ?? content.site.url,
      schedule,
      diagnostics,
      notice: (text) => notices.push(text),
      onProgress,
    }),
  );
  const documents = {
    posts: rendered.posts.length,
    projects: rendered.projects.length,
    books: rendered.books.length,
    photos: rendered.photos.length,
    services: rendered.services.length,
    series: rendered.series.length,
  };
  if (failed() || options.check) return result(!failed(), { ...NOTHING_WRITTEN, documents }, schedule.nextPublication);

  const assembled = await stages.run("assemble", () => assemble(rendered, config.urls));
  const outputs = await toOutputs({ rendered, assembled, counts, stages, search: options.search, bytesOf });
  const emitted = await stages.run("write", async (onProgress) => {
    // The manifest stays last.
    const files = [...media, ...((await options.moreFiles?.(outputs.files)) ?? []), ...outputs.files];
    const grace = options.graceMs === undefined ? null : { ms: options.graceMs, now: options.now };
    return emit(outDir, files, (done) => onProgress(done, files.length), grace);
  });
  const { bytes, ...files } = emitted;
  return result(true, { documents, files, bytes, searchBytes: outputs.searchBytes }, schedule.nextPublication);
}
