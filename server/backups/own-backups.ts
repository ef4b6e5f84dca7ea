import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { HOUR_MS } from "../days.ts";
import { BACKUP_ERASURES_SUFFIX } from "../privacy/erasure-file.ts";
import { forgetBackups, listRecordedBackups, noteBackup } from "../privacy/known-copies.ts";
import { openSecrets, SECRETS_FILE } from "../secrets/secrets-file.ts";
import { isAgeFile, readFileHeader } from "../store/sqlite/backup/file-header.ts";
import { BACKUP_INTERVALS, type OwnBackups } from "./backup-plan.ts";

/** A backup that the server made and whose file looks intact. */
export interface OwnBackup {
  /** Absolute. */
  readonly file: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Names of the server's own backups. Files with other names belong to the owner and are never
 * deleted. A mark derived from the database's secrets follows the time, so a file's name shows
 * whether it belongs to this database.
 */
const NAME = /^octavo-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-([0-9a-f]{8}))?\.db(?:\.age)?$/;
const TEMPORARY = /^octavo-\d{8}T\d{6}Z(?:-[0-9a-f]{8})?\.db(?:\.age)?\.partial/;
const MARK_LENGTH = 8;
/**
 * How far ahead of the clock a backup may be, in ms. If it is further ahead, it was made before the
 * clock was set back, so its age is unknown.
 */
const CLOCK_TOLERANCE_MS = HOUR_MS;
/**
 * The age above which a partial file must come from a killed process, in ms. No backup takes this
 * long (run-self.ts).
 */
const PARTIAL_MAX_MS = 2 * HOUR_MS;

export function backupName(at: number, { recipient }: Pick<OwnBackups, "recipient">, dbFile: string): string {
  const stamp = new Date(at).toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
  const mark = readMark(dbFile);
  return `octavo-${stamp}${mark === null ? "" : `-${mark}`}.db${recipient === null ? "" : ".age"}`;
}

/** The beginning of the fingerprint of the secrets beside a database; null if none can be read. */
function readMark(dbFile: string): string | null {
  const folder = dirname(dbFile);
  try {
    return existsSync(join(folder, SECRETS_FILE)) ? openSecrets(folder, { random: randomBytes }).fingerprint.slice(0, MARK_LENGTH) : null;
  } catch {
    return null;
  }
}

/**
 * The server's backups of this database in the folder, newest first. Leaves out missing files,
 * files that are not backups, and files whose size differs from the record. `backups.json` may be
 * lost or old, so files with this database's mark in their names count too.
 */
export function listOwnBackups(dbFile: string, folder: string): OwnBackup[] {
  const place = resolve(folder);
  const recorded = listRecordedBackups(dbFile).filter(({ file }) => dirname(file) === place && NAME.test(basename(file)));
  const recordedFiles = new Set(recorded.map(({ file }) => file));
  return [
    ...recorded.map(({ file, at, bytes }) => ({ file, at: Date.parse(at), bytes })),
    ...listMarked(dbFile, place).filter(({ file }) => !recordedFiles.has(file)),
  ]
    .filter(({ file, bytes }) => isSound(file, bytes))
    .map(({ file, at }) => ({ file, at }))
    .sort((a, b) => b.at - a.at);
}

/** Files whose names have this database's mark. A folder that cannot be read has none. */
function listMarked(dbFile: string, folder: string): { file: string; at: number; bytes: undefined }[] {
  const mark = readMark(dbFile);
  if (mark === null) return [];
  try {
    return readdirSync(folder).flatMap((name) => {
      const [, year, month, day, hour, minute, second, marked] = NAME.exec(name) ?? [];
      const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
      return marked === mark && !Number.isNaN(at) ? [{ file: join(folder, name), at, bytes: undefined }] : [];
    });
  } catch {
    return [];
  }
}

/**
 * Records backups that `backups.json` does not name, because erasures must list every copy that
 * they do not reach.
 */
export function recordUnnamedBackups(dbFile: string, folder: string): void {
  const recordedFiles = new Set(listRecordedBackups(dbFile).map(({ file }) => file));
  for (const { file, at } of listOwnBackups(dbFile, folder)
    .filter((each) => !recordedFiles.has(each.file))
    .reverse())
    noteBackup(dbFile, { backup: file, at });
}

/**
 * An unreadable file, for example one that root created, does not count as a backup, but must not
 * stop rotation or `/metrics`.
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
 * Ignores backups from the future. If the clock was set back, they would prevent further backups.
 */
export function newestBackup(backups: readonly OwnBackup[], now: number): OwnBackup | null {
  return backups.find(({ at }) => at <= now + CLOCK_TOLERANCE_MS) ?? null;
}

export function isBackupDue(backups: readonly OwnBackup[], { every }: Pick<OwnBackups, "every">, now: number): boolean {
  const newest = newestBackup(backups, now);
  return newest === null || now - newest.at >= BACKUP_INTERVALS[every].everyMs;
}

/**
 * Deletes backups beyond `keep`, oldest first, with the lists of erasures beside them. Backups from
 * the future go first, because they were made while the clock was wrong, and would otherwise stay
 * forever. The newly made backup always stays. Returns the deleted files.
 */
export function deleteOldBackups(dbFile: string, { folder, keep }: Pick<OwnBackups, "folder" | "keep">, made: OwnBackup): string[] {
  const others = listOwnBackups(dbFile, folder).filter(({ file }) => file !== made.file);
  // Without a sound new backup, nothing is deleted.
  if (!isSound(made.file, undefined)) return [];
  const isPast = ({ at }: OwnBackup): boolean => at <= made.at + CLOCK_TOLERANCE_MS;
  const ordered = [...others.filter(isPast), ...others.filter((other) => !isPast(other))];
  const old = ordered.slice(keep - 1).map(({ file }) => file);
  for (const file of old) {
    rmSync(file, { force: true });
    rmSync(`${file}${BACKUP_ERASURES_SUFFIX}`, { force: true });
  }
  if (old.length > 0) forgetBackups(dbFile, old);
  return old;
}

/**
 * Removes the temporary files of an unfinished backup.
 * @param target the backup's final path; null for all old temporary files
 */
export function removePartialBackups(folder: string, target: string | null, now: number): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((each) => TEMPORARY.test(each))) {
    const file = join(folder, name);
    // If the clock was changed, the file's time may be in the future.
    const isOld = Math.abs(now - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now)) > PARTIAL_MAX_MS;
    if (target === null ? isOld : file.startsWith(`${target}.partial`)) rmSync(file, { force: true });
  }
}
