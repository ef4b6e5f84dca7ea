import { resolve } from "node:path";
import type { BuildOptions, BuildResult, BuildStats } from "./build-options.ts";
import { hasOldFiles } from "./emit/old-files.ts";
import { hasStaging } from "./emit/staging.ts";
import { type Diagnostic, Diagnostics } from "./shared/diagnostics.ts";
import { showPath } from "./shared/source-file.ts";
import { readSource } from "./sources/read-text.ts";

/** Result of the last successful build. */
interface LastBuild extends Pick<BuildResult, "nextChange" | "notices" | "leftOut"> {
  readonly key: string;
  /** Id of its commit. */
  readonly run: string;
  /** The time of the build. */
  readonly now: string;
  readonly stats: Omit<BuildStats, "stages">;
  readonly found: readonly Diagnostic[];
}

export interface KeyedOptions {
  readonly options: BuildOptions;
  /** Digest of toolchain and configuration. */
  readonly key: string;
}

/** Everything that determines what is built and where, except files and clock. */
function keyOf({ options, key }: KeyedOptions): string {
  const { config, cwd, outDir, drafts, future, counts, search, strict, keepGoing = false, graceMs = 0, pagesOnRequest, more } = options;
  const shownCounts = counts === undefined ? "" : showPath(cwd, counts);
  const plain = [
    showPath(cwd, outDir),
    drafts,
    future,
    shownCounts,
    search,
    strict,
    keepGoing,
    graceMs,
    JSON.stringify(pagesOnRequest ?? null),
    more?.key ?? "",
    config.fileDates?.digest ?? "",
  ];
  return JSON.stringify([key, ...plain]);
}

/** Converts the result of a successful build into its stored form. */
export function toLastBuild(
  keyed: KeyedOptions,
  run: string,
  { stats: { stages: _, ...stats }, nextChange, diagnostics, notices, leftOut }: BuildResult,
): Uint8Array {
  const last: LastBuild = { key: keyOf(keyed), run, now: keyed.options.now, nextChange, stats, found: diagnostics.all(), notices, leftOut };
  return Buffer.from(JSON.stringify(last));
}

interface Stored {
  /** Id of the commit of the inputs and outputs. */
  readonly run: string;
  /** Whether the last build read this path. */
  wasRead(path: string): boolean;
}

/**
 * Returns the last build's result if options and clock allow it, because a build would then have
 * the same result and write the same files.
 */
export function repeatLastBuild(value: Uint8Array, keyed: KeyedOptions, stored: Stored): BuildResult | null {
  const { key, run, now, nextChange, stats, found, notices, leftOut }: LastBuild = JSON.parse(Buffer.from(value).toString("utf8"));
  const { options } = keyed;
  const isSameMoment = options.now >= now && (nextChange === null || options.now < nextChange);
  // Old files must be removed when their grace period ends, and files of a killed build must be
  // removed now.
  if (key !== keyOf(keyed) || run !== stored.run || !isSameMoment || hasOldFiles(options.outDir) || hasStaging(options.outDir)) return null;
  const diagnostics = new Diagnostics();
  diagnostics.replay(found);
  const files = { written: 0, unchanged: stats.files.written + stats.files.unchanged, removed: 0 };
  const sources = (shown: string): string | null => {
    const absolute = resolve(options.cwd, shown);
    return stored.wasRead(absolute) ? (readSource({ path: shown, relative: shown, absolute })?.text ?? null) : null;
  };
  return {
    ok: true,
    diagnostics,
    sources,
    notices,
    leftOut,
    stats: { ...stats, files, stages: [] },
    nextChange,
    changed: [],
    gone: [],
    added: [],
    outDir: options.outDir,
  };
}
