import { rmSync } from "node:fs";
import { mkdir, mkdtemp, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compareText } from "../shared/diagnostics.ts";
import { createYielder } from "../shared/parallel.ts";
import { findRemovedFiles, type Grace } from "./old-files.ts";
import { type OutputFile, UNLISTED } from "./output-file.ts";
import { OutputTable } from "./output-table.ts";
import { LIST_FILE, readOwnedFiles, writeOwnedFiles } from "./owned-files.ts";
import { inPublishingOrder } from "./publish-order.ts";
import { removeUnpublishedComments } from "./snapshot-old-files.ts";
import { type Staged, Stager } from "./stager.ts";
import { removeStaging, STAGING_PREFIX } from "./staging.ts";

/**
 * Writes a site. New files go into a staging folder inside the out folder. Then each file, or a
 * whole new folder, is renamed into place: hashed files first, then the others, the manifest last.
 * Unused files are removed at the end (old-files.ts). If a build fails before the renames, the site
 * is unchanged. If it is killed during the renames, every file is complete and pages only refer to
 * existing files. There is no fsync, because everything can be built again. Stats detect damage
 * from a power cut; if the cache is lost too, comparing the bytes does. `.octavo/cache` and the out
 * folder may be deleted at any time.
 */

export interface EmitOptions {
  readonly onProgress?: ((done: number) => void) | undefined;
  /** Files of earlier builds in the out folder. Unchanged ones are not read. */
  readonly outputs?: OutputTable;
  /** How long unused hashed files stay; null to remove them at once. */
  readonly grace?: Grace | null;
}

export interface EmitResult {
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Size of all files of the site. */
  readonly bytes: number;
  /** Files that were written or removed, relative to the out folder, sorted. */
  readonly changed: readonly string[];
  /** Old files that this build did not write, except unlisted posts and drafts shared by link. */
  readonly gone: readonly string[];
  /** Foreign files that stay in place of Octavo's. */
  readonly skippedForeignFiles: readonly string[];
}

/** Thrown when the out folder has foreign files where this build must write its own. */
class ForeignFilesError extends Error {
  override readonly name = "ForeignFilesError";
  readonly outDir: string;
  /** Relative to the out folder, sorted. */
  readonly paths: readonly string[];
  readonly hint = "choose an empty folder with --out, or move these files away";

  constructor(outDir: string, paths: readonly string[]) {
    super(`${outDir} contains files that octavo did not write: ${paths.slice(0, 3).join(", ")}${paths.length > 3 ? ", …" : ""}`);
    this.outDir = outDir;
    this.paths = paths;
  }
}

/** Files that a front end in the same folder may also write. If it does, its file stays. */
const YIELDING = /^(?:(?:robots|llms|llms-full)\.txt|sitemap(?:-\d+)?\.xml|feed\.(?:xml|json))$/;

const LOCK_NAME = ".octavo-lock";
/** Age from which the lock of a killed build is ignored, in milliseconds. */
const LOCK_STALE_MS = 10_000;
/** The wait for another build of the same folder: 40 attempts, with pauses of 0.25 to 1 second. */
const LOCK_RETRIES = { retries: 40, factor: 1.2, minTimeout: 250, maxTimeout: 1_000 };

/**
 * Writes the files of a site. It waits while another build writes to the same folder.
 * @param files files without duplicate paths; each is visited once and not kept in memory
 * @throws ForeignFilesError, and errors of the file system; in that case, nothing has changed
 * unless a rename failed
 */
export async function emit(outDir: string, files: Iterable<OutputFile>, options: EmitOptions = {}): Promise<EmitResult> {
  await mkdir(outDir, { recursive: true });
  const release = await lockOutDir(outDir);
  try {
    return await emitAlone(outDir, files, options);
  } finally {
    await release();
  }
}

/**
 * Waits until no other build writes to a folder.
 * @returns a function that releases the lock
 */
export async function lockOutDir(outDir: string): Promise<() => Promise<void>> {
  // It is loaded only when needed, because it installs signal handlers. The author's code runs
  // earlier and may never end, so no handler may exist at that time.
  const { lock } = await import("proper-lockfile");
  const lockfilePath = join(outDir, LOCK_NAME);
  const release = await lock(outDir, { lockfilePath, stale: LOCK_STALE_MS, retries: LOCK_RETRIES });
  const stopWatching = removeOnSignal(lockfilePath);
  return async () => {
    stopWatching();
    await release();
  };
}

/**
 * Removes the lock before a signal ends the process. proper-lockfile's own handlers are off during
 * the later builds of `start` and `dev`, because no handler may keep such a build from ending.
 * @returns a function that removes the handlers
 */
function removeOnSignal(lockfilePath: string): () => void {
  const unhandled = (["SIGINT", "SIGTERM"] as const).filter((signal) => process.listenerCount(signal) === 0);
  const stopWatching = (): void => {
    for (const signal of unhandled) process.off(signal, end);
  };
  const end = (signal: NodeJS.Signals): void => {
    rmSync(lockfilePath, { recursive: true, force: true });
    stopWatching();
    process.kill(process.pid, signal);
  };
  for (const signal of unhandled) process.on(signal, end);
  return stopWatching;
}

async function emitAlone(
  outDir: string,
  files: Iterable<OutputFile>,
  { onProgress, outputs = new OutputTable(outDir), grace = null }: EmitOptions,
): Promise<EmitResult> {
  await removeStaging(outDir);
  const owned = await readOwnedFiles(outDir);
  const stager = new Stager(outDir, await mkdtemp(join(outDir, STAGING_PREFIX)), outputs);
  const yieldToOthers = createYielder();
  try {
    const staged = await stageAll(files, stager, owned.unlisted, onProgress);
    const { paths, unlisted, sizes } = staged;
    const { changed, skippedForeignFiles, withheld } = leaveForeign(staged, outDir, owned.paths);
    for (const path of withheld) paths.delete(path);
    // Most edits neither add nor remove a file.
    const isListed = isSameSet(paths, owned.paths) && isSameSet(unlisted, owned.unlisted);
    const listed = isListed ? null : owned.paths.union(paths);
    if (listed !== null) await writeOwnedFiles(outDir, listed, unlisted);
    for (const _ of stager.publish(inPublishingOrder(changed))) await yieldToOthers();
    const gone = [...owned.paths.difference(paths)];
    const unused = await findRemovedFiles(outDir, { gone, unlisted: owned.unlisted }, paths, grace);
    const removed = await removeAll(outDir, unused);
    await removeUnpublishedComments(outDir, paths);
    if (listed !== null && unused.length > 0) {
      for (const path of unused) listed.delete(path);
      await writeOwnedFiles(outDir, listed, unlisted);
    }
    if (outputs.sizeIfSame(LIST_FILE, "") === null) outputs.keep(LIST_FILE, "");
    const unchanged = paths.size - changed.length;
    outputs.retain(paths.add(LIST_FILE));
    const bytes = sizes.all - withheld.reduce((sum, path) => sum + (sizes.ofYielding.get(path) ?? 0), 0);
    const touched = [...changed.map(({ path }) => path), ...unused].sort(compareText);
    return {
      written: changed.length,
      unchanged,
      removed,
      bytes,
      changed: touched,
      skippedForeignFiles,
      gone: gone.filter((path) => !owned.unlisted.has(path)),
    };
  } finally {
    await rm(stager.folder, { recursive: true, force: true });
  }
}

/** A site in its staging folder. For unchanged files, it keeps little more than the path. */
interface StagedSite {
  readonly paths: Set<string>;
  readonly unlisted: Set<string>;
  readonly differing: readonly Staged[];
  /** Sizes in bytes of all files together, and of each file that a foreign file may replace. */
  readonly sizes: { readonly all: number; readonly ofYielding: ReadonlyMap<string, number> };
}

async function stageAll(
  files: Iterable<OutputFile>,
  stager: Stager,
  formerUnlisted: ReadonlySet<string>,
  onProgress: EmitOptions["onProgress"],
): Promise<StagedSite> {
  const yieldToOthers = createYielder();
  const [paths, unlisted] = [new Set<string>(), new Set(formerUnlisted)];
  const differing: Staged[] = [];
  const ofYielding = new Map<string, number>();
  let all = 0;
  for (const file of files) {
    const staged = stager.stage(file);
    const { path, identity, stat, bytes } = staged;
    paths.add(path);
    if (identity.startsWith(UNLISTED)) unlisted.add(path);
    else if (formerUnlisted.size > 0) unlisted.delete(path);
    if (stat !== null) differing.push(staged);
    if (!path.includes("/") && YIELDING.test(nameOfOriginal(path))) ofYielding.set(path, bytes);
    all += bytes;
    onProgress?.(paths.size);
    const pause = yieldToOthers();
    if (pause !== undefined) await pause;
  }
  return { paths, unlisted, differing, sizes: { all, ofYielding } };
}

/** The original of a compressed copy. */
function nameOfOriginal(path: string): string {
  return path.replace(/\.(?:br|gz|zst)$/, "");
}

/**
 * Returns the files to publish, without those that foreign files replace.
 * @returns `withheld` also has compressed copies, which hosts would send instead of the foreign
 * files
 * @throws ForeignFilesError for other foreign files
 */
function leaveForeign(
  { differing, sizes }: StagedSite,
  outDir: string,
  owned: ReadonlySet<string>,
): { readonly changed: readonly Staged[]; readonly skippedForeignFiles: readonly string[]; readonly withheld: readonly string[] } {
  const others = differing.filter(({ path, present }) => present && !owned.has(path));
  const skippedForeignFiles = new Set(others.filter(({ path }) => YIELDING.test(path)).map(({ path }) => path));
  const isOurs = ({ path }: Staged): boolean => skippedForeignFiles.size === 0 || !skippedForeignFiles.has(nameOfOriginal(path));
  const foreign = others.filter(isOurs);
  if (foreign.length > 0) throw new ForeignFilesError(outDir, foreign.map(({ path }) => path).sort(compareText));
  const withheld = [...sizes.ofYielding.keys()].filter((path) => skippedForeignFiles.has(nameOfOriginal(path)));
  return { changed: differing.filter(isOurs), skippedForeignFiles: [...skippedForeignFiles], withheld };
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && a.isSubsetOf(b);
}

/** Removes files, and folders that become empty. */
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
  // Longest path first, so that inner folders go before outer ones. Folders with files stay.
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) await rmdir(join(outDir, folder)).catch(() => undefined);
  return removed;
}
