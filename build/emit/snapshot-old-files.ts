import { existsSync } from "node:fs";
import { readdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileOfPath, INDEX_PREFIX, NO_COMMENTS_FILE, SNAPSHOT_ENTRY } from "../../contract/paths.ts";
import { SNAPSHOT_FILE } from "../../threads/snapshot-format.ts";

/** Files of a snapshot of comments that the present one does not have. Its files are known by their names: no list can be lost. */

const INDEX_FOLDER = INDEX_PREFIX.slice(1);
/** Files of a post's comments. */
const ANSWER_NAMES = ["comments.json", "comments.atom"];
/** Files about the comments of the whole site. */
const SITE_ANSWERS = ["/comments", "/comments.atom", "/counts"].map(fileOfPath);
const POSTS_FOLDER = dirname(fileOfPath("/posts/x"));
/** Files that nothing refers to since the present snapshot, a name a line: readers may be on their way to them. */
const OLD_LIST = ".octavo-old-comments";

/** Whether a path below the out folder is that of a snapshot, whose files builds leave alone. */
export function isSnapshotFile(path: string): boolean {
  const [folder, name] = [dirname(path), path.slice(path.lastIndexOf("/") + 1)];
  return (
    path === SNAPSHOT_ENTRY ||
    (folder === INDEX_FOLDER && SNAPSHOT_FILE.test(name)) ||
    (ANSWER_NAMES.includes(name) && dirname(folder) === POSTS_FOLDER) ||
    SITE_ANSWERS.includes(path) ||
    path === NO_COMMENTS_FILE
  );
}

/** Slugs of the posts about whose comments hosts without a program have files. */
export async function listCommentPages(outDir: string): Promise<string[]> {
  const entries = await readdir(join(outDir, POSTS_FOLDER), { withFileTypes: true }).catch(() => []);
  const isThere = (slug: string): boolean => ANSWER_NAMES.some((name) => existsSync(join(outDir, POSTS_FOLDER, slug, name)));
  return entries.flatMap((entry) => (entry.isDirectory() && isThere(entry.name) ? [entry.name] : []));
}

export async function removeCommentPages(outDir: string, slugs: readonly string[]): Promise<void> {
  for (const slug of slugs) {
    const folder = join(outDir, POSTS_FOLDER, slug);
    for (const name of ANSWER_NAMES) await rm(join(folder, name), { force: true });
    await rmdir(folder).catch(() => undefined);
  }
}

/**
 * Removes comments of posts that a build does not publish any longer. Hosts without a program would
 * go on to serve them. All others ask whether the post is published.
 * @param paths files that the build wrote, below the out folder
 */
export async function removeUnpublishedComments(outDir: string, paths: ReadonlySet<string>): Promise<void> {
  if (!existsSync(join(outDir, SNAPSHOT_ENTRY))) return;
  const slugs = (await listCommentPages(outDir)).filter((slug) => !paths.has(fileOfPath(`/posts/${slug}`)));
  await removeCommentPages(outDir, slugs);
  // Files of the whole site may name those posts too; the next snapshot writes them again.
  const named = await readNamedPosts(outDir);
  const isStale = slugs.length > 0 || [...named].some((slug) => !paths.has(fileOfPath(`/posts/${slug}`)));
  if (isStale) for (const path of SITE_ANSWERS) await rm(join(outDir, path), { force: true });
}

/** Slugs of posts with counts: those with comments are among them. */
async function readNamedPosts(outDir: string): Promise<ReadonlySet<string>> {
  try {
    const counts: unknown = JSON.parse(await readFile(join(outDir, fileOfPath("/counts")), "utf8"));
    return new Set(Object.keys(Object(Object(counts).posts)));
  } catch {
    return new Set();
  }
}

/**
 * Removes what the present snapshot does not have: at once where something was taken back or changed, else what was old at the snapshot before already.
 * @param names all files of the present one
 * @param written those of them that were not there before
 * @returns how many were removed
 */
export async function removeOldSnapshotFiles(outDir: string, names: ReadonlySet<string>, written: ReadonlySet<string>): Promise<number> {
  const folder = join(outDir, INDEX_FOLDER);
  const list = join(outDir, OLD_LIST);
  const old = (await readdir(folder)).filter((name) => SNAPSHOT_FILE.test(name) && !names.has(name));
  const known = new Set((await readFile(list, "utf8").catch(() => "")).split("\n"));
  const fresh = old.filter((name) => !known.has(name));
  const removed = (await hasTakenBack(folder, fresh, written)) ? old : old.filter((name) => known.has(name));
  for (const name of removed) await rm(join(folder, name), { force: true });
  const kept = old.filter((name) => !removed.includes(name));
  if (kept.length === 0) await rm(list, { force: true });
  else await writeFile(list, kept.map((name) => `${name}\n`).join(""));
  return removed.length;
}

/** Whether the old files hold a comment that those in their place do not hold as it was there. */
async function hasTakenBack(folder: string, old: readonly string[], written: ReadonlySet<string>): Promise<boolean> {
  const lost = new Set<string>();
  for (const name of old) for (const comment of await readComments(join(folder, name))) lost.add(comment);
  if (lost.size === 0) return false;
  for (const name of written) {
    for (const comment of await readComments(join(folder, name))) lost.delete(comment);
    if (lost.size === 0) return false;
  }
  return true;
}

/** The comments of a pack or a chunk, each as JSON; what cannot be read holds none that could be told apart, and so one that is lost. */
async function readComments(path: string): Promise<string[]> {
  try {
    const items: unknown = JSON.parse(await readFile(path, "utf8"));
    if (!Array.isArray(items)) return [path];
    return items.flatMap((item) => {
      // Comments of a head are in chunks. The newest are in their packs too.
      if ("chunks" in item || "post" in item) return [];
      return (("comments" in item ? item.comments : [item]) as unknown[]).map((comment) => JSON.stringify(comment));
    });
  } catch {
    return [path];
  }
}
