import { resolve } from "node:path";
import type { BuildOptions, BuildResult } from "../../build/build-options.ts";
import type { ModuleSources } from "../../build/cache/module-sources.ts";
import { loadConfig } from "../../build/config/load-config.ts";
import { type Diagnostics, warningKeyOf } from "../../build/shared/diagnostics.ts";
import type { ResolvedConfig } from "../../build/shared/resolved-config.ts";
import { useColor } from "../color.ts";
import type { Io, Output } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { DEFAULT_DB } from "../options/shared-options.ts";
import { createProgress, SILENT } from "../progress.ts";
import { readIfPossible } from "../text/refuse-mistakes.ts";
import { countBuffersAsHeap, makeRoomForBuild, makeRoomForSaves } from "./heap.ts";
import { makeStateFolder, type StateFolders, stateFoldersOf } from "./state-folder.ts";

export interface Workspace extends StateFolders {
  readonly config: ResolvedConfig;
  /** Diagnostics of the configuration file. */
  readonly diagnostics: Diagnostics;
  /** The author's own files that the configuration imports. All paths here are absolute. */
  readonly modules: readonly string[];
  /** Folders where missing packages that the configuration imports would be installed. */
  readonly missingPackages: readonly string[];
  readonly contentDir: string;
  readonly outDir: string;
  readonly counts: string | null;
  /** Folders that `dev` watches besides the content. */
  readonly staticDirs: readonly string[];
  /** Assumptions about a folder without settings (assumed-site.ts); null if there are none. */
  readonly assumed: { readonly notices: readonly string[]; readonly hasAddress: boolean } | null;
}

/** Reads the configuration and overrides it with the command's settings. */
export async function openWorkspace(
  settings: Partial<Settings<"config" | "content" | "out" | "counts">>,
  io: Io,
  sources?: ModuleSources,
): Promise<Workspace> {
  const { config, diagnostics, modules, missingPackages } = await loadConfig({
    cwd: io.cwd,
    ...(sources === undefined ? {} : { sources }),
    ...(settings.config == null ? {} : { file: settings.config }),
  });
  const from = (setting: string | null | undefined, configured: string): string =>
    setting == null ? resolve(config.root, configured) : resolve(io.cwd, setting);
  const contentDir = from(settings.content, config.content);
  const isDatedByGit = config.frontMatter.dates === "git";
  const fileDates = isDatedByGit ? (await import("../git/git-dates.ts")).readGitDates(contentDir, io.env) : null;
  return {
    config: { ...config, fileDates },
    diagnostics,
    modules,
    missingPackages,
    contentDir,
    outDir: from(settings.out, config.out),
    ...stateFoldersOf(io.cwd),
    counts: settings.counts == null ? null : resolve(io.cwd, settings.counts),
    staticDirs: config.static.map((folder) => resolve(config.root, folder)),
    assumed: null,
  };
}

export type BuildSettings = Partial<
  Settings<"db" | "now" | "noSearch" | "drafts" | "future" | "strict" | "keepGoing" | "all" | "json" | "quiet">
>;

type BuildRunOption = "outDir" | "addresses" | "check" | "isOnlyBuild" | "more" | "graceMs" | "pagesOnRequest" | "memory" | "onBuilt";

export interface BuildRun extends Pick<BuildOptions, BuildRunOption> {
  /** Output for diagnostics; null for none. */
  readonly report: Output | null;
  /** Adds warnings about how the site will be served, which the build itself does not check. */
  readonly addWarnings?: (diagnostics: Diagnostics) => Promise<void>;
  /**
   * Warnings that an earlier build has shown. They are only counted this time, and this build's
   * warnings replace them in the set.
   */
  readonly shownWarnings?: Set<string>;
}

/**
 * Builds once and shows diagnostics. Returns null if the configuration is invalid and nothing was
 * built.
 */
export async function runBuild(workspace: Workspace, settings: BuildSettings, io: Io, run: BuildRun): Promise<BuildResult | null> {
  const report = (diagnostics: Diagnostics, sources: (file: string) => string | null): Promise<void> =>
    reportFindings(diagnostics, sources, run, { io, all: settings.all === true });
  if (workspace.diagnostics.errorCount > 0) {
    await report(workspace.diagnostics, (file) => readIfPossible(resolve(io.cwd, file)));
    return null;
  }
  const progress = settings.quiet === true || settings.json === true ? SILENT : createProgress(io);
  makeStateFolder(io.cwd, workspace.cacheDir);
  countBuffersAsHeap();
  try {
    // Loaded on demand: serving a finished build needs neither Markdown nor pictures.
    const { buildSite } = await import("../../build/build-site.ts");
    const result = await buildSite({
      ...run,
      cwd: io.cwd,
      config: workspace.config,
      contentDir: workspace.contentDir,
      privatePaths: [resolve(io.cwd, settings.db ?? DEFAULT_DB), ...workspace.modules],
      cacheDir: workspace.cacheDir,
      now: settings.now ?? new Date(io.now()).toISOString(),
      drafts: settings.drafts === true,
      future: settings.future === true,
      strict: settings.strict === true,
      ...(workspace.counts === null ? {} : { counts: workspace.counts }),
      search: settings.noSearch !== true,
      keepGoing: settings.keepGoing === true,
      scripts: async () => (await import("../../hosts/bundle/browser-scripts.ts")).loadBrowserScripts(),
      onProgress: (event) => progress.update(event),
      onManyFiles: makeRoomForBuild,
    });
    progress.end();
    if (run.memory !== undefined) makeRoomForSaves();
    await run.addWarnings?.(result.diagnostics);
    // One of the owner's files may be a film, so show its path rather than its contents.
    const isPublic = (file: string): boolean => result.diagnostics.all().some((one) => one.file === file && one.code === "public-file");
    await report(result.diagnostics, (file) => result.sources(file) ?? (isPublic(file) ? null : readIfPossible(resolve(io.cwd, file))));
    // Without --json, the notices were shown before the build.
    return workspace.assumed === null || settings.json !== true
      ? result
      : { ...result, notices: [...workspace.assumed.notices, ...result.notices] };
  } finally {
    progress.end();
  }
}

async function reportFindings(
  diagnostics: Diagnostics,
  sources: (file: string) => string | null,
  { report, shownWarnings }: BuildRun,
  { io, all }: { readonly io: Io; readonly all: boolean },
): Promise<void> {
  if (report === null) return;
  if (diagnostics.all().length === 0) return shownWarnings?.clear();
  const { formatDiagnostics } = await import("../report.ts");
  const shown = shownWarnings ?? new Set();
  report.write(formatDiagnostics(diagnostics, { color: useColor(report, io), sources, shown, all }));
  shown.clear();
  for (const key of diagnostics.all().map(warningKeyOf)) if (key !== null) shown.add(key);
}
