import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { BuildOptions, BuildResult } from "../../build/build-options.ts";
import { buildSite } from "../../build/build-site.ts";
import { loadConfig } from "../../build/config/load-config.ts";

/** Sites that tests write to a folder, build there and inspect. */

export type Files = Readonly<Record<string, string>>;

/** Writes files by path below `cwd`. */
export function writeFiles(cwd: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
}

/**
 * Writes the same files, with times before any build, and another time for each length: a build
 * trusts its notes on them.
 */
export function writeOldFiles(cwd: string, files: Files): void {
  writeFiles(cwd, files);
  for (const [path, text] of Object.entries(files)) utimesSync(join(cwd, path), 1_700_000_000, 1_700_000_000 + text.length);
}

/** Builds the site of a folder, content → dist. */
export async function buildIn(cwd: string, overrides: Partial<BuildOptions> = {}): Promise<BuildResult> {
  const config = overrides.config ?? (await loadConfig({ cwd })).config;
  return buildSite({
    cwd,
    config,
    contentDir: join(cwd, "content"),
    outDir: join(cwd, "dist"),
    cacheDir: join(cwd, ".octavo/cache"),
    now: "2026-06-01T00:00:00.000Z",
    drafts: false,
    future: false,
    search: true,
    strict: false,
    ...overrides,
  });
}

/**
 * Files are trusted only when they are older than the build that noted them, so this builds until a
 * build finds nothing to do.
 */
export async function buildUntilSettled(build: () => Promise<BuildResult>): Promise<void> {
  for (let builds = 0; (await build()).stats.stages.length > 0; builds += 1) if (builds > 50) throw new Error("never settles");
}

export const stagesOf = ({ stats }: BuildResult): string[] => stats.stages.map(({ name }) => name);

/** Paths of all files below a folder, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();
}

/** All files below a folder: relative path → bytes. */
export function bytesBelow(folder: string): Map<string, Buffer> {
  return new Map(filesBelow(folder).map((path) => [path, readFileSync(join(folder, path))]));
}

/**
 * All files below a folder: relative path → text, with a character for each byte, which suits texts
 * in ASCII.
 */
export function treeOf(folder: string): Map<string, string> {
  return new Map(filesBelow(folder).map((path) => [path, readFileSync(join(folder, path), "latin1")]));
}

/**
 * Builds without a cache: returns the bytes of dist, by the site's files. The same files are built
 * once.
 */
export function createCleanBuilds(): (files: Files) => Promise<ReadonlyMap<string, string>> {
  const made = new Map<string, ReadonlyMap<string, string>>();
  return async (files) => {
    const key = JSON.stringify(files);
    const known = made.get(key);
    if (known !== undefined) return known;
    const cwd = mkdtempSync(join(tmpdir(), "octavo-clean-"));
    try {
      writeOldFiles(cwd, files);
      if (!(await buildIn(cwd)).ok) throw new Error("a clean build failed");
      const built = treeOf(join(cwd, "dist"));
      made.set(key, built);
      return built;
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  };
}
