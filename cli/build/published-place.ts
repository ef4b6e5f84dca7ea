import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { MANIFEST_FILE } from "../../contract/paths.ts";
import { stateFoldersOf } from "./state-folder.ts";

/** Where a build goes unless something else is said. */
export const DEFAULT_PUBLISHED = "dist";

/**
 * Where the owner's commands find the published content: an absolute folder, or `https://…`.
 * @param published as the command line names it; null: dist, else what `start` or `dev` built last
 * @returns null: nothing was named, and nothing is built
 */
export function findPublished(published: string | null, cwd: string): string | null {
  if (published !== null) return isAddress(published) ? published : resolve(cwd, published);
  const dist = resolve(cwd, DEFAULT_PUBLISHED);
  if (builtAt(dist) > 0) return dist;
  const local = listFolders(stateFoldersOf(cwd).localDir).sort((a, b) => builtAt(b) - builtAt(a));
  return local.find((folder) => builtAt(folder) > 0) ?? null;
}

/** `https://…` rather than a folder. */
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

/** ms since 1970; 0: no build is there. */
function builtAt(folder: string): number {
  return statSync(join(folder, MANIFEST_FILE), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
