import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { lock } from "proper-lockfile";
import { compareText } from "../diagnostics.ts";
import { mapLimit } from "../parallel.ts";
import { type Grace, sortOldFiles } from "./old-files.ts";
import { inPublishingOrder } from "./order.ts";
import { readOwnedFiles, writeOwnedFiles } from "./owned-files.ts";

/**
 * Writes a site: everything new goes to a staging folder inside the out folder first, then each file is renamed into place
 * (hashed files, then the others, the manifest last), and only then what nothing refers to is removed (old-files.ts). A build that
 * fails or is killed before the renames leaves the site as it was; one killed among them leaves files that are
 * each whole, and pages that refer only to files already there. No fsync: everything can be built again, and what a
 * power cut spoils is noticed by the comparison of bytes in the next build.
 */

export interface OutputFile {
  /** Below the out folder, forward slashes. */
  readonly path: string;
  /** The bytes, or an absolute path to copy them from. */
  readonly content: { readonly text: string } | { readonly bytes: Uint8Array } | { readonly copyFrom: string };
}

export interface EmitResult {
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Of all files of the site. */
  readonly bytes: number;
}

/** The out folder holds files that no build of ours wrote, where this one has its own. */
class ForeignFilesError extends Error {
  override readonly name = "ForeignFilesError";
  readonly outDir: string;
  /** Below the out folder, sorted. */
  readonly paths: readonly string[];
  readonly hint = "choose an empty folder with --out, or move these files away";

  constructor(outDir: string, paths: readonly string[]) {
    super(`${outDir} holds files that quire did not write: ${paths.slice(0, 3).join(", ")}${paths.length > 3 ? ", …" : ""}`);
    this.outDir = outDir;
    this.paths = paths;
  }
}

const STAGING_PREFIX = ".quire-staging-";
const LOCK_NAME = ".quire-lock";
/** Open files at once. */
const PARALLEL_FILES = 32;
/** A build that was killed leaves its lock; after this it counts for nothing. Milliseconds. */
const LOCK_STALE_MS = 10_000;
/** How long to wait for another build that is writing to the same folder: 40 times a quarter of a second to a second. */
const LOCK_RETRIES = { retries: 40, factor: 1.2, minTimeout: 250, maxTimeout: 1_000 };

/**
 * Waits where another build is writing to the same folder.
 * @param files each path once
 * @param grace how long hashed files stay that nothing refers to any longer; null: they go at once
 * @throws ForeignFilesError, and what the file system throws; nothing was changed then, unless that came from a rename
 */
export async function emit(
  outDir: string,
  files: readonly OutputFile[],
  onProgress?: (done: number) => void,
  grace: Grace | null = null,
): Promise<EmitResult> {
  await mkdir(outDir, { recursive: true });
  const release = await lockOutDir(outDir);
  try {
    return await emitAlone(outDir, inPublishingOrder(files), onProgress, grace);
  } finally {
    await release();
  }
}

/** Waits until nobody else writes to a folder. @returns lets it go again */
export function lockOutDir(outDir: string): Promise<() => Promise<void>> {
  return lock(outDir, { lockfilePath: join(outDir, LOCK_NAME), stale: LOCK_STALE_MS, retries: LOCK_RETRIES });
}

async function emitAlone(
  outDir: string,
  files: readonly OutputFile[],
  onProgress: ((done: number) => void) | undefined,
  grace: Grace | null,
): Promise<EmitResult> {
  await removeStaging(outDir);
  const owned = await readOwnedFiles(outDir);
  const staging = await mkdtemp(join(outDir, STAGING_PREFIX));
  try {
    let done = 0;
    const staged = await mapLimit(files, PARALLEL_FILES, async (file) => {
      const result = await stage(outDir, staging, file);
      done += 1;
      onProgress?.(done);
      return result;
    });
    const foreign = files.filter(({ path }, index) => staged[index]?.present && staged[index].changed && !owned.has(path));
    if (foreign.length > 0) throw new ForeignFilesError(outDir, foreign.map(({ path }) => path).sort(compareText));

    const paths = new Set(files.map(({ path }) => path));
    await writeOwnedFiles(outDir, new Set([...owned, ...paths]));
    for (const [index, file] of files.entries()) if (staged[index]?.changed) await publish(staging, outDir, file.path);
    const gone = [...owned].filter((path) => !paths.has(path));
    const old = await sortOldFiles(outDir, gone, paths, grace);
    const removed = await removeAll(outDir, old.removed);
    await writeOwnedFiles(outDir, [...paths, ...old.kept]);
    const written = staged.filter(({ changed }) => changed).length;
    return { written, unchanged: files.length - written, removed, bytes: staged.reduce((sum, { bytes }) => sum + bytes, 0) };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

interface Staged {
  /** Whether there is a file of that path. */
  readonly present: boolean;
  readonly changed: boolean;
  readonly bytes: number;
}

async function stage(outDir: string, staging: string, { path, content }: OutputFile): Promise<Staged> {
  const target = join(staging, path);
  const presentStat = await stat(join(outDir, path)).catch(() => null);
  const present = presentStat !== null;
  const size = await sizeOf(content);
  if (presentStat?.isFile() && presentStat.size === size) {
    const bytes = await bytesOf(content);
    if (bytes.equals(await readFile(join(outDir, path)))) return { present, changed: false, bytes: size };
  }
  await mkdir(dirname(target), { recursive: true });
  if ("copyFrom" in content) await copyFile(content.copyFrom, target);
  else await writeFile(target, "text" in content ? content.text : content.bytes);
  return { present, changed: true, bytes: size };
}

async function sizeOf(content: OutputFile["content"]): Promise<number> {
  if ("copyFrom" in content) return (await stat(content.copyFrom)).size;
  return "text" in content ? Buffer.byteLength(content.text) : content.bytes.byteLength;
}

async function bytesOf(content: OutputFile["content"]): Promise<Buffer> {
  if ("copyFrom" in content) return readFile(content.copyFrom);
  return "text" in content ? Buffer.from(content.text) : Buffer.from(content.bytes);
}

async function publish(staging: string, outDir: string, path: string): Promise<void> {
  await mkdir(dirname(join(outDir, path)), { recursive: true });
  await rename(join(staging, path), join(outDir, path));
}

/** Whoever holds the lock is alone: any staging folder is one that a killed build left. */
async function removeStaging(outDir: string): Promise<void> {
  for (const name of await readdir(outDir))
    if (name.startsWith(STAGING_PREFIX)) await rm(join(outDir, name), { recursive: true, force: true });
}

/** Removes files, and the folders that are empty without them. */
export async function removeAll(outDir: string, paths: readonly string[]): Promise<number> {
  let removed = 0;
  const folders = new Set<string>();
  for (const path of paths) {
    removed += await rm(join(outDir, path)).then(
      () => 1,
      () => 0,
    );
    for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) folders.add(folder);
  }
  // Longest first: what is inside another goes before it. One that is not empty stays.
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) await rmdir(join(outDir, folder)).catch(() => undefined);
  return removed;
}
