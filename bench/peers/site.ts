/** The site folder of one tool: made, changed, cloned again. */
import { cp, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PEERS_ROOT, type Peer } from "./peers.ts";

/** What the edit puts into one post; the word is in no other. */
export const EDIT = {
  title: "A title that was changed",
  word: "octavobenchmarkword",
  sentence: "One sentence more with octavobenchmarkword.",
};

export interface Site {
  readonly peer: Peer;
  readonly dir: string;
  /** The posts as they were written at first, and no trace of a build. */
  reset(): Promise<void>;
  /** New title and one more sentence for the post with that slug. */
  change(slug: string): Promise<void>;
  /** As CI has it: every file new (time, inode), no output, and the caches that its documentation tells to keep. */
  cloneAgain(): Promise<void>;
}

/**
 * `corpus` is a content folder as bench/corpus.ts writes it. What is done with goes aside, to be deleted when nothing is measured any more: for some
 * minutes ext4 does not give the inodes of deleted files again, and where there were many of them looking for one takes seconds of a build.
 */
export function createSite(peer: Peer, dir: string, corpus: string): Site {
  const posts = join(dir, "content", "posts");
  const kept = `${dir}.kept`;
  const aside = `${dir}.aside`;
  let moved = 0;
  const putAside = async (folder: string): Promise<void> => {
    await mkdir(aside, { recursive: true });
    await rename(folder, join(aside, String(moved))).catch(ignoreMissing);
    moved += 1;
  };
  const fill = async (content: string): Promise<void> => {
    await mkdir(dir, { recursive: true });
    if (peer.template === null) {
      await cp(content, join(dir, "content"), { recursive: true });
      return;
    }
    await cp(join(PEERS_ROOT, "sites", peer.template), dir, { recursive: true });
    await cp(join(content, "posts"), posts, { recursive: true });
  };
  return {
    peer,
    dir,
    async reset() {
      await putAside(dir);
      await fill(corpus);
    },
    async change(slug) {
      const file = join(posts, `${slug}.md`);
      const text = await readFile(file, "utf8");
      await writeFile(file, `${text.replace(/^title: .*$/m, `title: ${EDIT.title}`)}\n${EDIT.sentence}\n`);
    },
    async cloneAgain() {
      await rename(dir, kept);
      await fill(join(kept, "content"));
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
