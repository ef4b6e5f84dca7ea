/** The site folder of one tool, which can be created, changed and cloned again. */
import { cp, mkdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Corpus } from "../corpus/types.ts";
import { applyEdit, type Edited, type EditName } from "../edits.ts";
import { PEERS_ROOT, type Peer } from "./peers.ts";

export interface Site {
  readonly peer: Peer;
  readonly dir: string;
  /** Restores the original posts and removes all traces of a build. */
  reset(): Promise<void>;
  edit(name: EditName): Promise<Edited>;
  /**
   * Recreates the state of a CI run: every file is new (time, inode), there is no output, and the
   * only caches are those that the tool's documentation tells CI to keep.
   */
  cloneAgain(): Promise<void>;
}

/** A corpus, and the folder of the site to which it was written. */
export interface WrittenCorpus {
  readonly corpus: Corpus;
  readonly folder: string;
}

/** Files that an author has in git. */
const SOURCES = ["content", "static", "octavo.config.mjs"];

/**
 * Creates a site that moves used folders aside, to be deleted after all measurements. For some
 * minutes, ext4 does not reuse the inodes of deleted files, and after many deletions, the search
 * for a free inode adds seconds to a build.
 */
export function createSite(peer: Peer, dir: string, { corpus, folder }: WrittenCorpus): Site {
  const kept = `${dir}.kept`;
  const aside = `${dir}.aside`;
  let moved = 0;
  const putAside = async (folder: string): Promise<void> => {
    await mkdir(aside, { recursive: true });
    await rename(folder, join(aside, String(moved))).catch(ignoreMissing);
    moved += 1;
  };
  const fill = async (from: string): Promise<void> => {
    await mkdir(dir, { recursive: true });
    if (peer.template === null) {
      for (const name of SOURCES) await cp(join(from, name), join(dir, name), { recursive: true }).catch(ignoreMissing);
      return;
    }
    await cp(join(PEERS_ROOT, "sites", peer.template), dir, { recursive: true });
    await cp(join(from, "content", "posts"), join(dir, "content", "posts"), { recursive: true });
  };
  return {
    peer,
    dir,
    async reset() {
      await putAside(dir);
      await fill(folder);
    },
    edit: (name) => applyEdit(name, join(dir, "content"), corpus),
    async cloneAgain() {
      await rename(dir, kept);
      await fill(kept);
      for (const cache of peer.caches) {
        await mkdir(dirname(join(dir, cache)), { recursive: true });
        await cp(join(kept, cache), join(dir, cache), { recursive: true, preserveTimestamps: true }).catch(ignoreMissing);
      }
      await putAside(kept);
    },
  };
}

/** Ignores a missing file: the tool may not have stored anything yet. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
