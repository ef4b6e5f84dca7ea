/** The site folder of one tool: made, changed, cloned again. */
import { cp, mkdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Corpus } from "../corpus/types.ts";
import { applyEdit, type Edited, type EditName } from "../edits.ts";
import { PEERS_ROOT, type Peer } from "./peers.ts";

export interface Site {
  readonly peer: Peer;
  readonly dir: string;
  /** The posts as they were written at first, and no trace of a build. */
  reset(): Promise<void>;
  edit(name: EditName): Promise<Edited>;
  /**
   * As CI has it: every file new (time, inode), no output, and the caches that its documentation
   * tells to keep.
   */
  cloneAgain(): Promise<void>;
}

/** A corpus, and the site's folder that it was written to. */
export interface WrittenCorpus {
  readonly corpus: Corpus;
  readonly folder: string;
}

/** Files that an author has in git. */
const SOURCES = ["content", "static", "octavo.config.mjs"];

/**
 * Moves used folders aside, to be deleted when all measuring is over. For some minutes ext4 does
 * not reuse the inodes of deleted files, and where many were deleted, the search for a free one
 * takes seconds of a build.
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

/** A tool may keep nothing yet. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
