import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { MANIFEST_FILE } from "../../contract/paths.ts";
import { stateFoldersOf } from "./state-folder.ts";

/** The default output folder of a build. */
export const DEFAULT_PUBLISHED = "dist";

/**
 * Where the owner's commands find the published content: an absolute folder, or `https://…`.
 * @param published value from the command line; null for dist, or else the last build by `start` or
 * `dev`
 * @returns null if none is given and none was built
 */
export function findPublished(published: string | null, cwd: string): string | null {
  if (published !== null) return isAddress(published) ? published : resolve(cwd, published);
  const dist = resolve(cwd, DEFAULT_PUBLISHED);
  if (builtAt(dist) > 0) return dist;
  return findLocalBuild(cwd);
}

/** The folder of the last build by `start` or `dev`, absolute; null if there is none. */
export function findLocalBuild(cwd: string): string | null {
  const local = listFolders(stateFoldersOf(cwd).localDir).sort((a, b) => builtAt(b) - builtAt(a));
  return local.find((folder) => builtAt(folder) > 0) ?? null;
}

/** Whether it is `https://…`, not a folder. */
export function isAddress(place: string): boolean {
  return /^https?:\/\//i.test(place);
}

function listFolders(parent: string): string[] {
  try {
    return readdirSync(parent).map((name) => join(parent, name));
  } catch {
    return [];
  }
}

/** Milliseconds since 1970; 0 if there is no build. */
function builtAt(folder: string): number {
  return statSync(join(folder, MANIFEST_FILE), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
