import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { MANIFEST_FILE } from "../../contract/paths.ts";
import { openPublished } from "../../server/published.ts";
import { createPublishedLinks } from "../../server/routes/published-links.ts";
import { stateFoldersOf } from "../build/state-folder.ts";
import type { Io } from "../io.ts";
import type { DeskContext } from "./desk-context.ts";

const DEFAULT_PUBLISHED = "dist";

/**
 * Titles of posts, from a build; where there is none, comments name the slug.
 * @param published folder, or https://…; null: dist, else what `start` or `dev` built last
 */
export function createPostFinder(published: string | null, { cwd, now }: Pick<Io, "cwd" | "now">): DeskContext["findPost"] {
  const location = published !== null && /^https?:\/\//i.test(published) ? published : findFolder(published, cwd);
  if (location === null) return async () => null;
  const source = openPublished(location, { clock: now });
  const links = createPublishedLinks(source);
  return async (slug) => {
    const content = await source.current();
    return content === null ? null : links.post(slug, content).catch(() => null);
  };
}

function findFolder(published: string | null, cwd: string): string | null {
  if (published !== null) return resolve(cwd, published);
  const dist = resolve(cwd, DEFAULT_PUBLISHED);
  if (builtAt(dist) > 0) return dist;
  const local = listFolders(stateFoldersOf(cwd).localDir).sort((a, b) => builtAt(b) - builtAt(a));
  return local.find((folder) => builtAt(folder) > 0) ?? null;
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
