import { existsSync, statSync } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { BuildCache } from "./build-cache.ts";
import type { BuildOptions, BuildResult } from "./build-options.ts";
import { openCache } from "./cache/open-cache.ts";
import { CacheDamageError, type OpenCache } from "./cache/storage/cache-storage.ts";
import { ChangedFileError } from "./emit/copy-file.ts";

/**
 * Builds a site: content → dist. Mistakes in content are diagnostics, not exceptions. If nothing
 * has changed, little more is loaded than the code that detects this.
 */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  if (!options.check) checkOutFolder(options);
  const open = (): Promise<OpenCache> => options.memory?.open(options.cacheDir) ?? openCache(options.cacheDir, options);
  try {
    return await attempt(await open(), options);
  } catch (error) {
    // The build is tried once more, with the file's current content or without cached data.
    if (error instanceof CacheDamageError) return await attempt(await open(), options);
    if (!isStorageFailure(error)) throw error;
    return await attempt(await openCache(options.cacheDir, { failure: error }), options);
  }
}

/**
 * Whether SQLite reports that a file is locked or cannot be read or written. The content does not
 * cause that.
 */
function isStorageFailure(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_");
}

async function attempt(opened: OpenCache, options: BuildOptions): Promise<BuildResult> {
  try {
    return await buildWith(opened, options);
  } catch (error) {
    if (error instanceof CacheDamageError && !(error instanceof ChangedFileError)) opened.discard();
    throw error;
  } finally {
    opened.close();
  }
}

async function buildWith(opened: OpenCache, options: BuildOptions): Promise<BuildResult> {
  const cache = new BuildCache(opened, options);
  const repeated = cache.repeat();
  const result = repeated ?? (await (await import("./pipeline.ts")).buildAll(options, cache));
  options.onBuilt?.(result);
  if (repeated !== null) return repeated;
  const notice = (await commit(cache, result, opened)) ?? opened.notice;
  return notice === null ? result : { ...result, notices: [...result.notices, notice] };
}

/**
 * @returns the reason why nothing was saved, or null. A damaged cache is deleted, because the site
 * is already written.
 */
async function commit(cache: BuildCache, result: BuildResult, opened: OpenCache): Promise<string | null> {
  try {
    return await cache.commit(result);
  } catch (error) {
    if (!(error instanceof CacheDamageError)) throw error;
    opened.discard();
    return `${error.message}; the next build starts without it`;
  }
}

/** Thrown for an out folder to which a build must not write. */
class OutFolderError extends Error {
  override readonly name = "OutFolderError";
  readonly hint = "name a separate folder for the built site: --out dist";
}

/** Folders of git, npm and builds themselves. `start` and `dev` build below `.octavo/local`. */
const TAKEN_FOLDERS = /(?:^|[/\\])(\.git|node_modules|\.octavo(?![/\\]local[/\\]))(?:[/\\]|$)/;

/**
 * Rejects an out folder that is or contains the content or the root of the disk. It also rejects a
 * folder inside the content (unless the project is also there), folders of other programs, and a
 * path that is a file.
 */
function checkOutFolder({ outDir, contentDir, cwd, config }: BuildOptions): void {
  if (outDir === dirname(outDir)) throw new OutFolderError(`${outDir} is the root of the disk, not a folder to build into`);
  if (outDir === contentDir) throw new OutFolderError(`${outDir} is the content folder`);
  if (contentDir.startsWith(outDir + sep)) throw new OutFolderError(`${outDir} contains the content folder`);
  if (outDir.startsWith(contentDir + sep) && !`${config.root}${sep}`.startsWith(contentDir + sep))
    throw new OutFolderError(`${outDir} is inside the content folder`);
  const [, taken] = TAKEN_FOLDERS.exec(relative(cwd, outDir)) ?? [];
  if (taken !== undefined) throw new OutFolderError(`${outDir} is in ${taken}, which is not for built sites`);
  let nearest = outDir;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  if (!statSync(nearest).isDirectory()) throw new OutFolderError(`${nearest} is a file, not a folder to build into`);
}
