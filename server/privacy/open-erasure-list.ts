import { renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { PrivateFileError } from "../private-file.ts";
import type { PrivacyStore } from "../store/privacy-types.ts";
import { addErasures, BACKUP_ERASURES_SUFFIX, ERASURES_FILE, ensureErasures, LOST_LIST_REMEDY, readErasures } from "./erasure-file.ts";
import { type Erasure, findMissingErasures, findPendingErasures, mergeErasures, toAppliedErasure } from "./erasure-record.ts";
import { listBackups } from "./known-copies.ts";

/** The list of erasures, completed from the lists beside backups. */
export interface OpenedList {
  readonly erasures: readonly Erasure[];
  /** How many were added to the list from the lists beside backups. */
  readonly recovered: number;
}

export interface OpenListOptions {
  /**
   * When the owner accepted the loss of the list, in milliseconds since 1970. It is recorded if the
   * list is lost. With null, a lost list is refused.
   */
  readonly acceptsLossAt: number | null;
}

/**
 * Reads the list beside a database and adds its missing entries.
 * @throws PrivateFileError if it cannot be read, or existed but is gone
 */
export async function openErasureList(dbFile: string, privacy: PrivacyStore, { acceptsLossAt }: OpenListOptions): Promise<OpenedList> {
  const path = join(dirname(dbFile), ERASURES_FILE);
  const { listed, isSetAside } =
    acceptsLossAt === null ? { listed: readErasures(path), isSetAside: false } : readOrSetAside(path, acceptsLossAt);
  const beside = readBackupErasures(dbFile);
  const lacking = findUnlistedErasures(listed ?? [], beside.erasures);
  const erasures = mergeErasures(listed ?? [], lacking);
  if (acceptsLossAt === null) {
    if (listed === null && (await isListLost(privacy, beside.files))) throw lossError(path, beside.files);
  } else if (
    isSetAside ||
    (listed === null ? await isListLost(privacy, beside.files) : (await findLostErasure(erasures, privacy)) !== null)
  ) {
    ensureErasures(dirname(dbFile));
    await privacy.acceptErasureLoss(acceptsLossAt);
  }
  if (lacking.length > 0) addErasures(path, lacking);
  return { erasures, recovered: lacking.length };
}

/**
 * The time of the database's last erasure in milliseconds since 1970, if the list lacks one that
 * the database records, and nobody has accepted the loss. Null if the list is complete.
 */
export async function findLostErasure(listed: readonly Erasure[], privacy: PrivacyStore): Promise<number | null> {
  const [last, applied, { lossAcceptedAt }] = await Promise.all([privacy.lastErasure(), privacy.appliedErasures(), privacy.erasureList()]);
  if (last === null || last <= (lossAcceptedAt ?? Number.NEGATIVE_INFINITY)) return null;
  const isMissing = findMissingErasures(listed, applied, { lossAcceptedAt }).length > 0;
  // A database from an earlier version records only the time of the last erasure.
  const isOlder = !listed.some(({ at }) => Date.parse(at) >= last);
  return isMissing || isOlder ? last : null;
}

/** Erasures in lists beside backups that a database's list lacks. */
export function findUnlistedErasures(listed: readonly Erasure[], beside: readonly Erasure[]): Erasure[] {
  return findPendingErasures(beside, listed.map(toAppliedErasure));
}

export interface BackupErasures {
  readonly erasures: readonly Erasure[];
  /** Paths of the readable lists, newest backup first. */
  readonly files: readonly string[];
}

/**
 * Reads the lists beside every known backup. An unreadable list is skipped, because its backup may
 * belong to another user.
 */
export function readBackupErasures(dbFile: string): BackupErasures {
  const found = listBackups(dbFile).flatMap((backup) => {
    const file = `${backup}${BACKUP_ERASURES_SUFFIX}`;
    const erasures = readIfSound(file);
    return erasures === null ? [] : [{ file, erasures }];
  });
  return { erasures: mergeErasures(...found.map(({ erasures }) => erasures)), files: found.map(({ file }) => file) };
}

/** null if the file is missing or cannot be read. */
export function readIfSound(path: string): readonly Erasure[] | null {
  try {
    return readErasures(path);
  } catch (error) {
    if (error instanceof PrivateFileError) return null;
    throw error;
  }
}

/** A new database needs no list, because nobody was erased from it. */
async function isListLost(privacy: PrivacyStore, besideFiles: readonly string[]): Promise<boolean> {
  if ((await privacy.erasureList()).isKnown) return true;
  return besideFiles.length > 0 && (await privacy.holdsAnythingUntil(Number.MAX_SAFE_INTEGER));
}

/** @param besideFiles lists beside known backups, newest first */
export function lossError(path: string, [newest]: readonly string[]): PrivateFileError {
  const copy = newest === undefined ? "" : `copy ${newest} to ${path}; or `;
  return new PrivateFileError(`${path} is missing, and the database may hold data that it listed as erased`, `${copy}${LOST_LIST_REMEDY}`);
}

/** Renames an unreadable list. */
function readOrSetAside(path: string, now: number): { readonly listed: readonly Erasure[] | null; readonly isSetAside: boolean } {
  try {
    return { listed: readErasures(path), isSetAside: false };
  } catch (error) {
    if (!(error instanceof PrivateFileError)) throw error;
    renameSync(path, `${path}.lost-${new Date(now).toISOString().replaceAll(/[-:.]/g, "")}`);
    return { listed: null, isSetAside: true };
  }
}
