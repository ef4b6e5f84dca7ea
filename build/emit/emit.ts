import { copyFile, mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { mapLimit } from "../parallel.ts";

/**
 * Writes a site: everything new goes to a staging folder inside the out folder first, then each file is renamed into place
 * (hashed files, then the others, the manifest last), and only then what nothing refers to is removed. A build that
 * fails or is killed before the renames leaves the site as it was; one killed among them leaves files that are
 * each whole, and pages that refer only to files already there. No fsync: everything can be built again, and what a
 * power cut truncates is noticed by the comparison of the next build.
 */

export interface OutputFile {
  /** Below the out folder, forward slashes. */
  readonly path: string;
  /** The bytes, or an absolute path to copy them from. */
  readonly content: { readonly text: string } | { readonly copyFrom: string };
  /** The name holds a hash, so a file of that name and size is the same file. */
  readonly hashed: boolean;
}

export interface EmitResult {
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Of all files of the site. */
  readonly bytes: number;
}

/** What a build owns in the out folder: there, and nowhere else, it removes files that it did not write. */
const OWNED_FOLDERS = ["api/v1", "index/v1", "media"];
const OWNED_FILES = /^(?:feed\.xml|feed\.json|sitemap(?:-\d+)?\.xml|robots\.txt)$/;
const STAGING_PREFIX = ".quire-staging-";
/** Open files at once. */
const PARALLEL_FILES = 32;

/**
 * @param files in the order in which they may become visible
 * @throws what the file system throws; nothing was renamed then unless it came from a rename
 */
export async function emit(outDir: string, files: readonly OutputFile[], onProgress?: (done: number) => void): Promise<EmitResult> {
  await mkdir(outDir, { recursive: true });
  await removeStaleStaging(outDir);
  const staging = join(outDir, `${STAGING_PREFIX}${process.pid}`);
  try {
    let done = 0;
    const staged = await mapLimit(files, PARALLEL_FILES, async (file) => {
      const result = await stage(outDir, staging, file);
      done += 1;
      onProgress?.(done);
      return result;
    });
    for (const [index, file] of files.entries()) if (staged[index]?.changed) await publish(staging, outDir, file.path);
    const removed = await removeOthers(outDir, new Set(files.map(({ path }) => path)));
    const written = staged.filter(({ changed }) => changed).length;
    return { written, unchanged: files.length - written, removed, bytes: staged.reduce((sum, { bytes }) => sum + bytes, 0) };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

interface Staged {
  readonly changed: boolean;
  readonly bytes: number;
}

async function stage(outDir: string, staging: string, { path, content, hashed }: OutputFile): Promise<Staged> {
  const present = await stat(join(outDir, path)).catch(() => null);
  const target = join(staging, path);
  if ("copyFrom" in content) {
    const source = await stat(content.copyFrom);
    if (
      present?.isFile() &&
      present.size === source.size &&
      (hashed || (await sameBytes(join(outDir, path), await readFile(content.copyFrom))))
    )
      return { changed: false, bytes: source.size };
    await mkdir(dirname(target), { recursive: true });
    await copyFile(content.copyFrom, target);
    return { changed: true, bytes: source.size };
  }
  const bytes = Buffer.from(content.text);
  if (present?.isFile() && present.size === bytes.length && (await sameBytes(join(outDir, path), bytes)))
    return { changed: false, bytes: bytes.length };
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, bytes);
  return { changed: true, bytes: bytes.length };
}

async function sameBytes(path: string, bytes: Buffer): Promise<boolean> {
  return (await readFile(path)).equals(bytes);
}

async function publish(staging: string, outDir: string, path: string): Promise<void> {
  await mkdir(dirname(join(outDir, path)), { recursive: true });
  await rename(join(staging, path), join(outDir, path));
}

/** Staging folders of builds that were killed; one of a process that still lives is left alone. */
async function removeStaleStaging(outDir: string): Promise<void> {
  for (const name of await readdir(outDir)) {
    if (!name.startsWith(STAGING_PREFIX)) continue;
    const pid = Number(name.slice(STAGING_PREFIX.length));
    if (pid === process.pid || !isAlive(pid)) await rm(join(outDir, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function removeOthers(outDir: string, keep: ReadonlySet<string>): Promise<number> {
  let removed = 0;
  for (const folder of OWNED_FOLDERS) removed += await removeOthersBelow(outDir, folder, keep);
  for (const file of await readdir(outDir))
    if (OWNED_FILES.test(file) && !keep.has(file)) {
      await rm(join(outDir, file));
      removed += 1;
    }
  return removed;
}

async function removeOthersBelow(outDir: string, folder: string, keep: ReadonlySet<string>): Promise<number> {
  const entries = await readdir(join(outDir, folder), { withFileTypes: true }).catch(() => []);
  let removed = 0;
  let left = entries.length;
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) removed += await removeOthersBelow(outDir, path, keep);
    else if (!keep.has(path)) {
      await rm(join(outDir, path));
      removed += 1;
    } else continue;
    left -= 1;
  }
  if (left === 0 && entries.length > 0) await rmdir(join(outDir, folder)).catch(() => undefined);
  return removed;
}
