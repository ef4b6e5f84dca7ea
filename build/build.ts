import { assemble } from "./assemble/assemble.ts";
import type { RenderedContent } from "./assemble/input.ts";
import type { ContentCache } from "./cache/content-cache.ts";
import { type OpenCache, openCacheSession } from "./cache/session.ts";
import type { ResolvedConfig } from "./config.ts";
import { readCounts } from "./counts.ts";
import { Diagnostics } from "./diagnostics.ts";
import { emit } from "./emit/emit.ts";
import { checkOutFolder } from "./emit/out-folder.ts";
import type { OutputFile } from "./emit/output-file.ts";
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
  /** Find mistakes, write nothing. */
  readonly check?: boolean;
  readonly onProgress?: (event: ProgressEvent) => void;
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
  const { outDir, contentDir } = options;
  if (!options.check) checkOutFolder(outDir, contentDir);
  const session = openCacheSession(options);
  try {
    return await session.run((openCache) => buildWith(options, openCache));
  } finally {
    session.close();
  }
}

async function buildWith(options: BuildOptions, openCache: OpenCache): Promise<BuildResult> {
  const { cwd, config, contentDir, outDir } = options;
  const diagnostics = new Diagnostics();
  const stages = createStages(options.onProgress);
  const notices: string[] = [];
  let cache: ContentCache | null = null;
  const parsed = await stages.run("parse", (onProgress) => {
    const open = (timeZone: string): ContentCache => {
      cache = openCache(timeZone);
      return cache;
    };
    return parseContent({ contentDir, cwd, config, diagnostics, onProgress, openCache: open });
  });
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
      cache,
      siteUrl: options.siteUrl ?? content.site.url,
      schedule,
      diagnostics,
      notice: (text) => notices.push(text),
      onProgress,
    }),
  );
  const documents = countDocuments(rendered);
  if (failed() || options.check) return result(!failed(), { ...NOTHING_WRITTEN, documents }, schedule.nextPublication);

  const assembled = await stages.run("assemble", () => assemble(rendered, config.urls));
  const outputs = await toOutputs({ rendered, assembled, counts, stages, search: options.search, bytesOf });
  const emitted = await stages.run("write", (onProgress) => {
    const total = media.length + outputs.count;
    return emit(outDir, concat<OutputFile>(media, outputs.files), { onProgress: (done) => onProgress(done, total) });
  });
  const { bytes, ...files } = emitted;
  return result(true, { documents, files, bytes, searchBytes: outputs.searchBytes }, schedule.nextPublication);
}

function countDocuments({ posts, projects, books, photos, services, series }: RenderedContent): Record<string, number> {
  return {
    posts: posts.length,
    projects: projects.length,
    books: books.length,
    photos: photos.length,
    services: services.length,
    series: series.length,
  };
}

function* concat<T>(...lists: Iterable<T>[]): Generator<T, void, undefined> {
  for (const list of lists) yield* list;
}
