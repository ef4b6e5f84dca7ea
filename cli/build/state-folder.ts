import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Folder for caches and local builds, in the working folder. It is safe to delete. */
const STATE_FOLDER = ".octavo";

export interface StateFolders {
  /**
   * Absolute, like cacheDir. `start` and `dev` build here, each in its own folder, so that they
   * never touch a deployable dist.
   */
  readonly localDir: string;
  readonly cacheDir: string;
}

export function stateFoldersOf(cwd: string): StateFolders {
  return { localDir: resolve(cwd, STATE_FOLDER, "local"), cacheDir: resolve(cwd, STATE_FOLDER, "cache") };
}

/**
 * Creates the folder with a .gitignore that excludes all of it, unless one exists. Builds work
 * without the file if it cannot be written.
 * @param cacheDir if it is elsewhere, nothing is written
 */
export function makeStateFolder(cwd: string, cacheDir = stateFoldersOf(cwd).cacheDir): void {
  if (cacheDir !== stateFoldersOf(cwd).cacheDir) return;
  const folder = resolve(cwd, STATE_FOLDER);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, ".gitignore"), "*\n", { flag: "wx" });
  } catch {
    // It exists, or the build will notice and keep its files elsewhere.
  }
}
