import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { lock } from "proper-lockfile";
import { createBreather } from "../breathe.ts";
import type { OutputCopies } from "../cache/output-copies.ts";
import { compareText } from "../diagnostics.ts";
import type { KnownOutputs } from "./known-outputs.ts";
import { type Grace, sortOldFiles } from "./old-files.ts";
import { inPublishingOrder } from "./order.ts";
import { type OutputFile, UNLISTED } from "./output-file.ts";
import { LIST_FILE, readOwnedFiles, writeOwnedFiles } from "./owned-files.ts";
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
  /** What earlier builds left in the out folder: what is still so is not read. */
  readonly known?: KnownOutputs | null;
  /** Where files are kept once more. */
  readonly copies?: OutputCopies | null;
  /** How long hashed files stay that nothing refers to any longer; null: they go at once. */
  readonly grace?: Grace | null;
  /** Of a site that stands as `known` says, only `files` are new: what is in it for the last time. */
  readonly gone?: readonly string[];
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
    super(`${outDir} holds files that octavo did not write: ${paths.slice(0, 3).join(", ")}${paths.length > 3 ? ", …" : ""}`);
    this.outDir = outDir;
    this.paths = paths;
  }
}

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

/**
 * Changes a few files of a site, if all of it stands as it was left.
 * @param files that are new or other than before
 * @returns null: it does not, and nothing was changed
 */
export async function emitChanges(
  outDir: string,
  files: readonly OutputFile[],
  { known, copies, gone }: { readonly known: KnownOutputs; readonly copies: OutputCopies | null; readonly gone: readonly string[] },
): Promise<EmitResult | null> {
  // Somebody may have removed all of it.
  if (!existsSync(outDir)) return null;
  const release = await lockOutDir(outDir);
  try {
    return known.areAsLeft() ? await emitAlone(outDir, files, { known, copies, gone }) : null;
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
  files: Iterable<OutputFile>,
  { onProgress, known = null, copies = null, grace = null, gone: last }: EmitOptions,
): Promise<EmitResult> {
  await removeStaging(outDir);
  const owned = await readOwnedFiles(outDir);
  const stager = new Stager(outDir, await mkdtemp(join(outDir, STAGING_PREFIX)), { known, copies, isFew: last !== undefined });
  const breathe = createBreather();
  try {
    const staged: Staged[] = [];
    for (const file of files) {
      staged.push(stager.stage(file));
      onProgress?.(staged.length);
      await breathe();
    }
    const changed = staged.filter(({ look }) => look !== null);
    const foreign = changed.filter(({ path, present }) => present && !owned.paths.has(path));
    if (foreign.length > 0) throw new ForeignFilesError(outDir, foreign.map(({ path }) => path).sort(compareText));

    const paths = new Set(last === undefined ? [] : owned.paths);
    for (const path of last ?? []) paths.delete(path);
    for (const { path } of staged) paths.add(path);
    const unlisted = new Set([
      ...owned.unlisted,
      ...staged.filter(({ identity }) => identity.startsWith(UNLISTED)).map(({ path }) => path),
    ]);
    // A post that is listed from now on.
    if (last === undefined) for (const { path, identity } of staged) if (!identity.startsWith(UNLISTED)) unlisted.delete(path);
    await writeOwnedFiles(outDir, new Set([...owned.paths, ...paths]), unlisted);
    for (const _ of stager.publish(inPublishingOrder(changed))) await breathe();
    const gone = [...owned.paths].filter((path) => !paths.has(path));
    const old = await sortOldFiles(outDir, gone, paths, grace);
    const removed = await removeAll(outDir, old.removed);
    // Of a whole site also what stood in a folder that is gone since.
    known?.forget(last === undefined ? [...known.paths()].filter((path) => !paths.has(path)) : gone);
    await writeOwnedFiles(outDir, [...paths, ...old.kept], unlisted);
    known?.keep(LIST_FILE, "");
    const bytes = staged.reduce((sum, file) => sum + file.bytes, 0);
    return { written: changed.length, unchanged: staged.length - changed.length, removed, bytes };
  } finally {
    await rm(stager.folder, { recursive: true, force: true });
  }
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
