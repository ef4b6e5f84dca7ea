import { hash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { renderCommentsAtom } from "../../contract/feeds/comments-atom.ts";
import { fileOfPath, INDEX_PREFIX, MANIFEST_FILE, NO_COMMENTS_FILE, SNAPSHOT_ENTRY } from "../../contract/paths.ts";
import { homeOfApi, putBelow } from "../../contract/text/base-path.ts";
import { SNAPSHOT_HASH_LENGTH } from "../../threads/snapshot-format.ts";
import { packSnapshot } from "../../threads/snapshot-packs.ts";
import { type NamedPost, type NamedSnapshotSource, toEmptyPage, toFirstPage, toPostFeed } from "../../threads/snapshot-pages.ts";
import { lockOutDir } from "./emit.ts";
import { listCommentPages, removeCommentPages, removeOldSnapshotFiles } from "./snapshot-old-files.ts";
import { removeStaging, STAGING_PREFIX } from "./staging.ts";
import { readDistDocument, readUnlistedFormerSlugs } from "./unlisted-slugs.ts";

/**
 * The snapshot of comments in an out folder. Builds and snapshots never remove each other's files,
 * and both use the same lock. New files go into a staging folder, and are then renamed into place,
 * with the entry file last. If the process is killed at any moment, a complete snapshot remains,
 * and the next one removes leftover files.
 */

export interface SnapshotReport {
  readonly takenAt: string;
  readonly posts: number;
  /** Includes tombstones. */
  readonly comments: number;
  readonly written: number;
  readonly removed: number;
}

/**
 * @param openSource called while no other process writes to the folder, so that the published
 * documents do not change
 * @throws errors of the file system and of the source; in that case, the previous snapshot stays
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
    // The name contains a hash of the content, and a truncated file has a different size.
    if ((await sizeOf(join(folder, name))) === Buffer.byteLength(text)) return name;
    await writeFile(join(staging, name), text);
    isNew.add(name);
    return name;
  };
  const answers = createAnswerFiles(outDir, staging);
  const site = await readSite(outDir);
  const formerSlugs = await readUnlistedFormerSlugs(outDir);
  const slugs = new Set<string>();
  let [posts, comments] = [0, 0];
  const named: NamedSnapshotSource["posts"] = async function* () {
    for await (const post of source.posts()) {
      posts += 1;
      comments += post.comments.length;
      const places = [post.slug, ...(formerSlugs.get(post.slug) ?? [])];
      for (const slug of places) slugs.add(slug);
      await writePost(outDir, { post, places, baseUrl: site.baseUrl }, answers);
      yield post;
    }
  };
  const recent: NamedSnapshotSource["recent"] = async () => {
    const items = await source.recent();
    await writeRecent(items, site, answers);
    return items;
  };
  const entry = await packSnapshot({ posts: named, recent }, { takenAt, put });
  await answers.put(fileOfPath("/counts"), JSON.stringify(await source.counts()));
  await answers.put(NO_COMMENTS_FILE, await toEmptyPage());
  const stagedEntry = join(staging, "entry");
  await writeFile(stagedEntry, `${JSON.stringify(entry)}\n`);

  await mkdir(folder, { recursive: true });
  for (const name of isNew) await rename(join(staging, name), join(folder, name));
  const oldPages = (await listCommentPages(outDir)).filter((slug) => !slugs.has(slug));
  await removeCommentPages(outDir, oldPages);
  const published = await answers.publish();
  await rename(stagedEntry, join(outDir, SNAPSHOT_ENTRY));
  const removed = await removeOldSnapshotFiles(outDir, names, isNew);
  return { takenAt, posts, comments, written: isNew.size + published + 1, removed: removed + oldPages.length };
}

async function writeRecent(
  comments: Awaited<ReturnType<NamedSnapshotSource["recent"]>>,
  { name, url, baseUrl }: Awaited<ReturnType<typeof readSite>>,
  answers: AnswerFiles,
): Promise<void> {
  await answers.put(fileOfPath("/comments"), JSON.stringify({ items: comments }));
  const feed = { title: name, selfUrl: putBelow(baseUrl, "/comments.atom"), pageUrl: putBelow(url, "/"), comments };
  await answers.put(fileOfPath("/comments.atom"), renderCommentsAtom(feed));
}

/** Files that plain file hosts send as responses. Unchanged ones stay. */
interface AnswerFiles {
  /** @param path relative to the out folder */
  put(path: string, text: string): Promise<void>;
  /**
   * Renames all new files into place.
   * @returns the number of new files
   */
  publish(): Promise<number>;
}

function createAnswerFiles(outDir: string, staging: string): AnswerFiles {
  const changed: string[] = [];
  const stagedOf = (at: number): string => join(staging, `answer.${at}`);
  return {
    async put(path, text) {
      if ((await readFile(join(outDir, path), "utf8").catch(() => null)) === text) return;
      await writeFile(stagedOf(changed.push(path) - 1), text);
    },
    async publish() {
      for (const [at, path] of changed.entries()) {
        await mkdir(dirname(join(outDir, path)), { recursive: true });
        await rename(stagedOf(at), join(outDir, path));
      }
      return changed.length;
    },
  };
}

/**
 * A post, and the slugs at which its responses are written. Hosts can resolve the former slugs of
 * listed posts, but not those of unlisted ones.
 */
interface PostToWrite {
  readonly post: NamedPost;
  readonly places: readonly string[];
  readonly baseUrl: string;
}

async function writePost(outDir: string, { post, places, baseUrl }: PostToWrite, answers: AnswerFiles): Promise<void> {
  const { slug } = post;
  const { title, url, path } = await readDistDocument(outDir, fileOfPath(`/posts/${slug}`));
  const isKnown = typeof title === "string" && typeof url === "string" && typeof path === "string";
  const link = isKnown ? { slug, title, url, path } : { slug, title: slug, ...homeOfApi(baseUrl) };
  const [page, feed] = [await toFirstPage(post), await toPostFeed(post, link, baseUrl)];
  for (const place of places) {
    await answers.put(fileOfPath(`/posts/${place}/comments`), page);
    await answers.put(fileOfPath(`/posts/${place}/comments.atom`), feed);
  }
}

/** Reads the site's data for the feeds in the same way as the server. */
async function readSite(outDir: string): Promise<{ readonly baseUrl: string; readonly name: string; readonly url: string }> {
  const [manifest, settings] = await Promise.all(
    [MANIFEST_FILE, fileOfPath("/site-settings")].map((path) => readDistDocument(outDir, path)),
  );
  const baseUrl = String(Object(manifest?.site).baseUrl);
  const { origin, hostname } = new URL(baseUrl);
  const isKnown = typeof settings?.name === "string" && typeof settings.url === "string";
  return { baseUrl, name: isKnown ? String(settings.name) : hostname, url: isKnown ? String(settings.url) : origin };
}

/** null if the file does not exist. */
async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}
