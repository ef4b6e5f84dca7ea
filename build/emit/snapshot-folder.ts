import { hash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { INDEX_PREFIX, SNAPSHOT_ENTRY } from "../../contract/paths.ts";
import { SNAPSHOT_HASH_LENGTH } from "../../threads/snapshot-format.ts";
import { packSnapshot } from "../../threads/snapshot-packs.ts";
import { type NamedSnapshotSource, toFirstPage } from "../../threads/snapshot-pages.ts";
import { lockOutDir } from "./emit.ts";
import { commentPageOf, listCommentPages, removeCommentPages, removeOldSnapshotFiles } from "./snapshot-old-files.ts";
import { removeStaging, STAGING_PREFIX } from "./staging.ts";

/**
 * The snapshot of comments in an out folder, beside what builds write there: neither removes the other's files, and both wait for the same lock. All that is new
 * stands in a staging folder first; then each file is renamed into place, the entry last. Killed at any moment, it leaves a snapshot that is whole, and files that
 * the next one removes.
 */

export interface SnapshotReport {
  readonly takenAt: string;
  readonly posts: number;
  /** Tombstones too. */
  readonly comments: number;
  readonly written: number;
  readonly removed: number;
}

/**
 * @param openSource called when nobody else writes to the folder any more: what is published does not change from then on
 * @throws what the file system and the source throw; the snapshot before is in force then
 */
export async function writeSnapshot(
  outDir: string,
  openSource: () => Promise<NamedSnapshotSource>,
  { takenAt }: { readonly takenAt: string },
): Promise<SnapshotReport> {
  const release = await lockOutDir(outDir);
  try {
    await removeStaging(outDir);
    const staging = await mkdtemp(join(outDir, STAGING_PREFIX));
    try {
      return await writeAlone(outDir, staging, await openSource(), takenAt);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  } finally {
    await release();
  }
}

async function writeAlone(outDir: string, staging: string, source: NamedSnapshotSource, takenAt: string): Promise<SnapshotReport> {
  const folder = join(outDir, INDEX_PREFIX.slice(1));
  const names = new Set<string>();
  const isNew = new Set<string>();
  const put = async (text: string): Promise<string> => {
    const name = `comments.${hash("sha256", text).slice(0, SNAPSHOT_HASH_LENGTH)}.json`;
    if (names.has(name)) return name;
    names.add(name);
    // The name says what is in it; a file that is cut has another size.
    if ((await sizeOf(join(folder, name))) === Buffer.byteLength(text)) return name;
    await writeFile(join(staging, name), text);
    isNew.add(name);
    return name;
  };
  const pages = new Map<string, { readonly isNew: boolean }>();
  let comments = 0;
  const posts: NamedSnapshotSource["posts"] = async function* () {
    for await (const post of source.posts()) {
      comments += post.comments.length;
      const text = await toFirstPage(post);
      const present = await readFile(commentPageOf(outDir, post.slug), "utf8").catch(() => null);
      if (present !== text) await writeFile(stagedPage(staging, post.slug), text);
      pages.set(post.slug, { isNew: present !== text });
      yield post;
    }
  };
  const entry = await packSnapshot({ posts, recent: () => source.recent() }, { takenAt, put });
  const stagedEntry = join(staging, "entry");
  await writeFile(stagedEntry, `${JSON.stringify(entry)}\n`);

  await mkdir(folder, { recursive: true });
  for (const name of isNew) await rename(join(staging, name), join(folder, name));
  const oldPages = (await listCommentPages(outDir)).filter((slug) => !pages.has(slug));
  await removeCommentPages(outDir, oldPages);
  const newPages = [...pages].flatMap(([slug, page]) => (page.isNew ? [slug] : []));
  for (const slug of newPages) {
    const page = commentPageOf(outDir, slug);
    await mkdir(dirname(page), { recursive: true });
    await rename(stagedPage(staging, slug), page);
  }
  await rename(stagedEntry, join(outDir, SNAPSHOT_ENTRY));
  const removed = await removeOldSnapshotFiles(outDir, names, isNew);
  return { takenAt, posts: pages.size, comments, written: isNew.size + newPages.length + 1, removed: removed + oldPages.length };
}

function stagedPage(staging: string, slug: string): string {
  return join(staging, `page.${slug}`);
}

/** null: there is no such file. */
async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}
