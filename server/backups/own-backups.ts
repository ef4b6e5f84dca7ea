import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { HOUR_MS } from "../days.ts";
import { BACKUP_ERASURES_SUFFIX } from "../privacy/erasure-record.ts";
import { forgetBackups, listRecordedBackups } from "../privacy/known-copies.ts";
import { isAgeFile, readFileHeader } from "../store/sqlite/backup/file-header.ts";
import { BACKUP_INTERVALS, type OwnBackups } from "./backup-plan.ts";

/** A backup that the server made, and that is still as it was after its verification. */
export interface OwnBackup {
  /** Absolute. */
  readonly file: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Names that the server gives. Files of the owner have others, and are never deleted. */
const NAME = /^octavo-\d{8}T\d{6}Z\.db(?:\.age)?$/;
const TEMPORARY = /^octavo-\d{8}T\d{6}Z\.db(?:\.age)?\.partial/;
/** A backup with a later time is from before the clock was set back, and proves nothing. ms */
const CLOCK_TOLERANCE_MS = HOUR_MS;
/** No backup takes this long (backup-child.ts), so its process was killed. ms */
const PARTIAL_MAX_MS = 2 * HOUR_MS;

export function backupName(at: number, { recipient }: Pick<OwnBackups, "recipient">): string {
  const stamp = new Date(at).toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
  return `octavo-${stamp}.db${recipient === null ? "" : ".age"}`;
}

/**
 * The server's backups of this database in the folder, newest first. A recorded file that is gone,
 * has another size or is no backup is left out. Backups of other databases are not recorded.
 */
export function listOwnBackups(dbFile: string, folder: string): OwnBackup[] {
  const place = resolve(folder);
  return listRecordedBackups(dbFile)
    .filter(({ file }) => dirname(file) === place && NAME.test(basename(file)))
    .filter(({ file, bytes }) => isSound(file, bytes))
    .map(({ file, at }) => ({ file, at: Date.parse(at) }))
    .sort((a, b) => b.at - a.at);
}

/**
 * A file that cannot be read proves nothing, and must not stop rotation or `/metrics`: root may
 * have made it.
 */
function isSound(file: string, bytes: number | undefined): boolean {
  try {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size === 0 || (bytes !== undefined && size !== bytes)) return false;
    return file.endsWith(".age") ? isAgeFile(file) : readFileHeader(file) !== null;
  } catch {
    return false;
  }
}

/**
 * Ignores backups from the future: after the clock was set back, they would stop all further ones.
 */
export function newestBackup(backups: readonly OwnBackup[], now: number): OwnBackup | null {
  return backups.find(({ at }) => at <= now + CLOCK_TOLERANCE_MS) ?? null;
}

export function isBackupDue(backups: readonly OwnBackup[], { every }: Pick<OwnBackups, "every">, now: number): boolean {
  const newest = newestBackup(backups, now);
  return newest === null || now - newest.at >= BACKUP_INTERVALS[every].everyMs;
}

/**
 * Deletes backups beyond `keep`, oldest first, with the lists of erasures beside them. The one that
 * was just made always stays, whatever the clock said at the others. Returns the deleted files.
 */
export function deleteOldBackups(
  dbFile: string,
  { folder, keep }: Pick<OwnBackups, "folder" | "keep">,
  made: string,
  suffix: string,
): string[] {
  const others = listOwnBackups(dbFile, folder).filter(({ file }) => file !== made);
  // Without a sound new one, nothing is deleted.
  if (!isSound(made, undefined)) return [];
  const old = others.slice(keep - 1).map(({ file }) => file);
  for (const file of old) {
    rmSync(file, { force: true });
    rmSync(`${file}${BACKUP_ERASURES_SUFFIX}`, { force: true });
  }
  if (old.length > 0) forgetBackups(dbFile, old, suffix);
  return old;
}

/**
 * Removes what a killed backup left under temporary names.
 * @param target its final name; null: any that is old
 */
export function removePartialBackups(folder: string, target: string | null, now: number): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((each) => TEMPORARY.test(each))) {
    const file = join(folder, name);
    // After a jump of the clock, its time may lie ahead.
    const isOld = Math.abs(now - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now)) > PARTIAL_MAX_MS;
    if (target === null ? isOld : file.startsWith(`${target}.partial`)) rmSync(file, { force: true });
  }
}
