import { type BigIntStats, readFileSync, realpathSync, statSync } from "node:fs";
import { z } from "zod";
import { replacePrivateFile, systemErrorCode } from "../../../private-file.ts";
import { StoreFileError } from "../../store-errors.ts";
import { readFileHeader } from "../backup/file-header.ts";

/**
 * Appended to the database's name. The file records which files the last process opened. It is a
 * plain file, so that it can be read while the lock is held.
 */
export const RECORD_SUFFIX = ".server-files";

/**
 * Identifies a file even if another one has the same name. The device is left out: its number may
 * change after a reboot, and moving a file to another device creates a new one.
 */
const FileIdentity = z.strictObject({
  inode: z.string(),
  /**
   * Creation time, in ns. It is needed because a new file may reuse the inode of a deleted one.
   * Null if the file system does not distinguish it from the last change.
   */
  birth: z.string().nullable(),
});
export type FileIdentity = z.infer<typeof FileIdentity>;

const FilesRecord = z.strictObject({ database: FileIdentity, log: FileIdentity });
type FilesRecord = z.infer<typeof FilesRecord>;

/**
 * Identifies a file with `stat` only, because opening and closing a database drops the locks that
 * SQLite holds on it in the same process (POSIX). Null if it does not exist.
 */
export function identifyFile(path: string): FileIdentity | null {
  const found = statIfThere(path);
  if (found === null) return null;
  return { inode: String(found.ino), birth: found.birthtimeNs === found.ctimeNs ? null : String(found.birthtimeNs) };
}

/** @param recorded taken when the file was certainly the right one */
export function isSameFile(recorded: FileIdentity, found: FileIdentity | null): boolean {
  // A file without changes since its creation has no distinct creation time. One with a known
  // creation time is older.
  return found !== null && found.inode === recorded.inode && (recorded.birth === null || found.birth === recorded.birth);
}

/** The name that SQLite itself uses for the file and its log, with links resolved. */
export function toRealPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/**
 * The file that records which files a database had.
 * @param file links are followed
 */
export function recordPathOf(file: string): string {
  return `${toRealPath(file)}${RECORD_SUFFIX}`;
}

/** Records these files for the next process that opens the database. */
export function recordFiles(path: string, record: FilesRecord): void {
  const text = `${JSON.stringify(record)}\n`;
  if (readText(`${path}${RECORD_SUFFIX}`) !== text) replacePrivateFile(`${path}${RECORD_SUFFIX}`, text);
}

export interface OwnLogOptions {
  /** Whether this process may have the database open: its header is then not read. Default false. */
  readonly isOpenHere?: boolean;
}

/**
 * Refuses a log that does not belong to the database beside it, before anything is opened. SQLite
 * would apply it and report a sound result, or delete it if the database is empty.
 * @throws StoreFileError with the possible solutions
 */
export function requireOwnLog(file: string, { isOpenHere = false }: OwnLogOptions = {}): void {
  const path = toRealPath(file);
  const logPath = `${path}-wal`;
  const log = statIfThere(logPath);
  if (log === null || log.size === 0n) return;
  const database = statIfThere(path);
  if (database === null || database.size === 0n) {
    throw new StoreFileError(
      `${database === null ? `${path} does not exist` : `${path} is empty`}, but its log ${logPath} holds the most recent data from visitors`,
      `restore the database that the log belongs to; if it is gone for good, move ${logPath} and ${path}-shm away, then start again or restore a backup`,
    );
  }
  const record = readRecord(path);
  const isForeign = record !== null && isSameFile(record.log, identifyFile(logPath)) && !isSameFile(record.database, identifyFile(path));
  // A backup that was copied over the file has its identity, but not the mark of a log in its header.
  if (!isForeign && (isOpenHere || readFileHeader(path)?.hasWriteAheadLog !== false)) return;
  throw new StoreFileError(
    `${logPath} belongs to another database than the one now at ${path}: opening them together would destroy it`,
    `if you have the previous database, move it back; otherwise move ${logPath} and ${path}-shm away. Then start again`,
  );
}

/** Whether a process ended without applying the log, or is still running. */
export function hasLog(file: string): boolean {
  return (statIfThere(`${toRealPath(file)}-wal`)?.size ?? 0n) > 0n;
}

function statIfThere(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch (error) {
    // A part of the path is now a file.
    if (systemErrorCode(error) === "ENOTDIR") return null;
    throw error;
  }
}

function readRecord(path: string): FilesRecord | null {
  const text = readText(`${path}${RECORD_SUFFIX}`);
  if (text === null) return null;
  try {
    return FilesRecord.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
