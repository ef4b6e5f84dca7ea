import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { BuildOptions, BuildResult } from "../../build/build-options.ts";
import { buildSite } from "../../build/build-site.ts";
import { loadConfig } from "../../build/config/load-config.ts";

/** Functions for tests that write a site to a folder, build it there and inspect it. */

export type Files = Readonly<Record<string, string>>;

/** Writes files by path below `cwd`. */
export function writeFiles(cwd: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
}

/**
 * Writes files with times before any build, and a different time for each length, so that builds
 * can trust the stats that they have stored.
 */
export function writeOldFiles(cwd: string, files: Files): void {
  writeFiles(cwd, files);
  for (const [path, text] of Object.entries(files)) utimesSync(join(cwd, path), 1_700_000_000, 1_700_000_000 + text.length);
}

/** Builds the site of a folder, from content to dist. */
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
 * Builds until a build finds nothing to do. Stored stats are trusted only if the files are older
 * than the build that stored them.
 */
export async function buildUntilSettled(build: () => Promise<BuildResult>): Promise<void> {
  for (let builds = 0; (await build()).stats.stages.length > 0; builds += 1) if (builds > 50) throw new Error("the builds never settle");
}

export const stagesOf = ({ stats }: BuildResult): string[] => stats.stages.map(({ name }) => name);

/** Returns the paths of all files below a folder, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();
}

/** Returns the bytes of all files below a folder, by relative path. */
export function bytesBelow(folder: string): Map<string, Buffer> {
  return new Map(filesBelow(folder).map((path) => [path, readFileSync(join(folder, path))]));
}

/**
 * Returns the texts of all files below a folder, by relative path. Each byte becomes a character,
 * which is right for ASCII.
 */
export function treeOf(folder: string): Map<string, string> {
  return new Map(filesBelow(folder).map((path) => [path, readFileSync(join(folder, path), "latin1")]));
}

/**
 * Returns a function that builds the given files without a cache and returns the bytes of dist. The
 * same files are built only once.
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
