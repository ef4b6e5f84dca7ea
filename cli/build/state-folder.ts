import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Below the folder that octavo runs in: what builds keep for the next one, and local builds. Safe to delete. */
const STATE_FOLDER = ".octavo";

export interface StateFolders {
  /** Where `start` and `dev` build, each in a folder of its own, so that a deployable dist is never touched. Absolute, as the other. */
  readonly localDir: string;
  readonly cacheDir: string;
}

export function stateFoldersOf(cwd: string): StateFolders {
  return { localDir: resolve(cwd, STATE_FOLDER, "local"), cacheDir: resolve(cwd, STATE_FOLDER, "cache") };
}

/** Makes the folder, and in it says to git that nothing of it is to be committed, unless something else is said there. Where nothing may be written, builds do without. */
export function makeStateFolder(cwd: string): void {
  const folder = resolve(cwd, STATE_FOLDER);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, ".gitignore"), "*\n", { flag: "wx" });
  } catch {
    // It is there, or the build finds out itself, and keeps what it needs elsewhere.
  }
}
