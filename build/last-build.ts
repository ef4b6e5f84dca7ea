import { resolve } from "node:path";
import type { BuildOptions, BuildResult, BuildStats } from "./build-options.ts";
import { hasOldFiles } from "./emit/old-files.ts";
import { hasStaging } from "./emit/staging.ts";
import { type Diagnostic, Diagnostics } from "./shared/diagnostics.ts";
import { showPath } from "./shared/source-file.ts";
import { readSource } from "./sources/read-text.ts";

/** Result of the last build that succeeded. */
interface LastBuild {
  readonly key: string;
  /** Names its commit. */
  readonly run: string;
  /** Its clock, and when that would have given something else. */
  readonly now: string;
  readonly nextChange: string | null;
  readonly stats: Omit<BuildStats, "stages">;
  readonly found: readonly Diagnostic[];
  readonly notices: readonly string[];
}

export interface KeyedOptions {
  readonly options: BuildOptions;
  /** Digest of toolchain and configuration. */
  readonly key: string;
}

/** Everything but files and clock that decides what is built, and where to. */
function keyOf({ options, key }: KeyedOptions): string {
  const { cwd, outDir, drafts, future, counts, search, strict, graceMs = 0, more } = options;
  const shownCounts = counts === undefined ? "" : showPath(cwd, counts);
  const plain = [showPath(cwd, outDir), drafts, future, shownCounts, search, strict, graceMs, more?.key ?? ""];
  return JSON.stringify([key, ...plain]);
}

/** Turns the result of a successful build into its stored form. */
export function toLastBuild(
  keyed: KeyedOptions,
  run: string,
  { stats: { stages: _, ...stats }, nextChange, diagnostics, notices }: BuildResult,
): Uint8Array {
  const last: LastBuild = { key: keyOf(keyed), run, now: keyed.options.now, nextChange, stats, found: diagnostics.all(), notices };
  return Buffer.from(JSON.stringify(last));
}

interface Stored {
  /** Names the commit that the inputs and outputs are of. */
  readonly run: string;
  /** Whether a path is one that the last build read. */
  known(path: string): boolean;
}

/**
 * Returns the last build's result if a build with these options would have the same result and
 * write the same files, as far as options and clock decide that.
 */
export function repeatLastBuild(value: Uint8Array, keyed: KeyedOptions, stored: Stored): BuildResult | null {
  const { key, run, now, nextChange, stats, found, notices }: LastBuild = JSON.parse(Buffer.from(value).toString("utf8"));
  const { options } = keyed;
  const isSameMoment = options.now >= now && (nextChange === null || options.now < nextChange);
  // Files in their grace must go in time; files of a killed build go now.
  if (key !== keyOf(keyed) || run !== stored.run || !isSameMoment || hasOldFiles(options.outDir) || hasStaging(options.outDir)) return null;
  const diagnostics = new Diagnostics();
  diagnostics.replay(found);
  const files = { written: 0, unchanged: stats.files.written + stats.files.unchanged, removed: 0 };
  const sources = (shown: string): string | null => {
    const absolute = resolve(options.cwd, shown);
    return stored.known(absolute) ? (readSource({ path: shown, relative: shown, absolute })?.text ?? null) : null;
  };
  return {
    ok: true,
    diagnostics,
    sources,
    notices,
    stats: { ...stats, files, stages: [] },
    nextChange,
    changed: [],
    gone: [],
    added: [],
    outDir: options.outDir,
  };
}
