import { existsSync } from "node:fs";
import { readdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileOfPath, INDEX_PREFIX, NO_COMMENTS_FILE, SNAPSHOT_ENTRY } from "../../contract/paths.ts";
import { SNAPSHOT_FILE } from "../../threads/snapshot-format.ts";

/**
 * Finds and removes old files of snapshots. They are recognized by their names, so there is no list
 * that could be lost.
 */

const INDEX_FOLDER = INDEX_PREFIX.slice(1);
/** Files about a post's comments. */
const ANSWER_NAMES = ["comments.json", "comments.atom"];
/** Files about the comments of the whole site. */
const SITE_ANSWERS = ["/comments", "/comments.atom", "/counts"].map(fileOfPath);
const POSTS_FOLDER = dirname(fileOfPath("/posts/x"));
/**
 * Lists files that the current snapshot no longer uses, one name per line. Readers may still
 * request them.
 */
const OLD_LIST = ".octavo-old-comments";

/** Whether a path in the out folder belongs to a snapshot. Builds do not touch such files. */
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

/** Slugs of the posts for which plain file hosts have files about comments. */
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
 * Removes comments of posts that a build no longer publishes. Plain file hosts would continue to
 * serve them; all others check whether the post is published.
 * @param paths files that the build wrote, relative to the out folder
 */
export async function removeUnpublishedComments(outDir: string, paths: ReadonlySet<string>): Promise<void> {
  if (!existsSync(join(outDir, SNAPSHOT_ENTRY))) return;
  const slugs = (await listCommentPages(outDir)).filter((slug) => !paths.has(fileOfPath(`/posts/${slug}`)));
  await removeCommentPages(outDir, slugs);
  // Files about the whole site may also name those posts; the next snapshot writes them again.
  const named = await readNamedPosts(outDir);
  const isStale = slugs.length > 0 || [...named].some((slug) => !paths.has(fileOfPath(`/posts/${slug}`)));
  if (isStale) for (const path of SITE_ANSWERS) await rm(join(outDir, path), { force: true });
}

/** Slugs of posts with counts, which include all posts with comments. */
async function readNamedPosts(outDir: string): Promise<ReadonlySet<string>> {
  try {
    const counts: unknown = JSON.parse(await readFile(join(outDir, fileOfPath("/counts")), "utf8"));
    return new Set(Object.keys(Object(Object(counts).posts)));
  } catch {
    return new Set();
  }
}

/**
 * Removes files that the current snapshot does not use. If a comment was withdrawn or changed, all
 * of them are removed at once, otherwise only those that were already unused at the previous
 * snapshot.
 * @param names all files of the current snapshot
 * @param written the new ones
 * @returns the number of removed files
 */
export async function removeOldSnapshotFiles(outDir: string, names: ReadonlySet<string>, written: ReadonlySet<string>): Promise<number> {
  const folder = join(outDir, INDEX_FOLDER);
  const list = join(outDir, OLD_LIST);
  const old = (await readdir(folder)).filter((name) => SNAPSHOT_FILE.test(name) && !names.has(name));
  const listed = new Set((await readFile(list, "utf8").catch(() => "")).split("\n"));
  const fresh = old.filter((name) => !listed.has(name));
  const removed = (await hasTakenBack(folder, fresh, written)) ? old : old.filter((name) => listed.has(name));
  for (const name of removed) await rm(join(folder, name), { force: true });
  const left = old.filter((name) => !removed.includes(name));
  if (left.length === 0) await rm(list, { force: true });
  else await writeFile(list, left.map((name) => `${name}\n`).join(""));
  return removed.length;
}

/** Whether an old file contains a comment that is missing or changed in the new files. */
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

/**
 * The comments of a pack or a chunk, each as JSON. An unreadable file counts as one lost comment.
 */
async function readComments(path: string): Promise<string[]> {
  try {
    const items: unknown = JSON.parse(await readFile(path, "utf8"));
    if (!Array.isArray(items)) return [path];
    return items.flatMap((item) => {
      // A head refers to chunks that contain its comments, and the newest comments are also in
      // their packs.
      if ("chunks" in item || "post" in item) return [];
      return (("comments" in item ? item.comments : [item]) as unknown[]).map((comment) => JSON.stringify(comment));
    });
  } catch {
    return [path];
  }
}
