import { rmSync } from "node:fs";
import { mkdir, mkdtemp, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compareText } from "../shared/diagnostics.ts";
import { createYielder } from "../shared/parallel.ts";
import { type Grace, sortOldFiles } from "./old-files.ts";
import { type OutputFile, UNLISTED } from "./output-file.ts";
import { OutputTable } from "./output-table.ts";
import { LIST_FILE, readOwnedFiles, writeOwnedFiles } from "./owned-files.ts";
import { inPublishingOrder } from "./publish-order.ts";
import { removeUnpublishedComments } from "./snapshot-old-files.ts";
import { type Staged, Stager } from "./stager.ts";
import { removeStaging, STAGING_PREFIX } from "./staging.ts";

/**
 * Writes a site: everything new goes to a staging folder inside the out folder first, then each file is renamed into place, or
 * its whole folder where there was none (hashed files, then the others, the manifest last), and only then what nothing refers to is removed (old-files.ts). A build that
 * fails or is killed before the renames leaves the site as it was; one killed among them leaves files that are
 * each whole, and pages that refer only to files already there. No fsync: everything can be built again. What a power cut spoils looks otherwise than it was
 * left, or is told by its bytes where the cache is gone too; `.octavo/cache` and the out folder may be deleted at any time.
 */

export interface EmitOptions {
  readonly onProgress?: ((done: number) => void) | undefined;
  /** Files of earlier builds in the out folder. One that is unchanged is not read. */
  readonly outputs?: OutputTable;
  /** How long hashed files stay that nothing refers to any longer; null: they go at once. */
  readonly grace?: Grace | null;
}

export interface EmitResult {
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Size of all files of the site. */
  readonly bytes: number;
  /** Files that were written or removed, below the out folder, sorted. */
  readonly changed: readonly string[];
  /** Files that an earlier build wrote and this one did not, but those of unlisted posts. */
  readonly gone: readonly string[];
  /** Files that somebody else wrote, and that stay in the place of ours. */
  readonly left: readonly string[];
}

/** The out folder holds files that no build of ours wrote, where this one has its own. */
class ForeignFilesError extends Error {
  override readonly name = "ForeignFilesError";
  readonly outDir: string;
  /** Below the out folder, sorted. */
  readonly paths: readonly string[];
  readonly hint = "choose an empty folder with --out, or move these files away";

  constructor(outDir: string, paths: readonly string[]) {
    super(`${outDir} holds files that octavo did not write: ${paths.slice(0, 3).join(", ")}${paths.length > 3 ? ", …" : ""}`);
    this.outDir = outDir;
    this.paths = paths;
  }
}

/** Files of which a front end in the same folder may have its own: then that one stays. */
const YIELDING = /^(?:(?:robots|llms|llms-full)\.txt|sitemap(?:-\d+)?\.xml|feed\.(?:xml|json))$/;

const LOCK_NAME = ".octavo-lock";
/** A build that was killed leaves its lock; after this it counts for nothing. Milliseconds. */
const LOCK_STALE_MS = 10_000;
/** How long to wait for another build that is writing to the same folder: 40 times a quarter of a second to a second. */
const LOCK_RETRIES = { retries: 40, factor: 1.2, minTimeout: 250, maxTimeout: 1_000 };

/**
 * Waits where another build is writing to the same folder.
 * @param files each path once; each is looked at once, and not held
 * @throws ForeignFilesError, and what the file system throws; nothing was changed then, unless that came from a rename
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

/** Waits until nobody else writes to a folder. @returns lets it go again */
export async function lockOutDir(outDir: string): Promise<() => Promise<void>> {
  // Loaded when there is something to lock: it handles signals from then on, and before that the author's own code runs, which may never end.
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
 * Removes a lock before a signal ends the process, where nothing else would: proper-lockfile's own handlers are off while a later build of `start` or `dev` runs,
 * which no handler may keep from ending. @returns stops that
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
    const all: Staged[] = [];
    for (const file of files) {
      all.push(stager.stage(file));
      onProgress?.(all.length);
      const pause = yieldToOthers();
      if (pause !== undefined) await pause;
    }
    const { staged, changed, left } = leaveForeign(all, outDir, owned.paths);
    const paths = new Set(staged.map(({ path }) => path));
    const unlisted = new Set(owned.unlisted);
    for (const { path, identity } of staged) {
      if (identity.startsWith(UNLISTED)) unlisted.add(path);
      else unlisted.delete(path);
    }
    // Most edits neither add nor remove a file.
    const isListed = isSameSet(paths, owned.paths) && isSameSet(unlisted, owned.unlisted);
    if (!isListed) await writeOwnedFiles(outDir, new Set([...owned.paths, ...paths]), unlisted);
    for (const _ of stager.publish(inPublishingOrder(changed))) await yieldToOthers();
    const gone = [...owned.paths].filter((path) => !paths.has(path));
    const old = await sortOldFiles(outDir, gone, paths, grace);
    const removed = await removeAll(outDir, old.removed);
    await removeUnpublishedComments(outDir, paths);
    if (!isListed) await writeOwnedFiles(outDir, [...paths, ...old.kept], unlisted);
    if (outputs.sizeIfSame(LIST_FILE, "") === null) outputs.keep(LIST_FILE, "");
    outputs.retain(new Set([...paths, LIST_FILE]));
    const bytes = staged.reduce((sum, file) => sum + file.bytes, 0);
    const touched = [...changed.map(({ path }) => path), ...old.removed].sort(compareText);
    return {
      written: changed.length,
      unchanged: staged.length - changed.length,
      removed,
      bytes,
      changed: touched,
      left,
      gone: gone.filter((path) => !owned.unlisted.has(path)),
    };
  } finally {
    await rm(stager.folder, { recursive: true, force: true });
  }
}

/** Files to publish, without those in whose place somebody else's file stays. @throws ForeignFilesError for other foreign files */
function leaveForeign(
  all: readonly Staged[],
  outDir: string,
  owned: ReadonlySet<string>,
): { readonly staged: readonly Staged[]; readonly changed: readonly Staged[]; readonly left: readonly string[] } {
  const differing = all.filter(({ stat }) => stat !== null);
  const others = differing.filter(({ path, present }) => present && !owned.has(path));
  const left = new Set(others.filter(({ path }) => YIELDING.test(path)).map(({ path }) => path));
  // A compressed copy of ours would be sent in the place of theirs.
  const isOurs = ({ path }: Staged): boolean => !left.has(path.replace(/\.(?:br|gz|zst)$/, ""));
  const foreign = others.filter(isOurs);
  if (foreign.length > 0) throw new ForeignFilesError(outDir, foreign.map(({ path }) => path).sort(compareText));
  return { staged: all.filter(isOurs), changed: differing.filter(isOurs), left: [...left] };
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && a.isSubsetOf(b);
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
