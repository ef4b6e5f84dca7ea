import { type BigIntStats, readFileSync, realpathSync, statSync } from "node:fs";
import { z } from "zod";
import { replacePrivateFile, systemErrorCode } from "../../../private-file.ts";
import { StoreFileError } from "../../store-errors.ts";

/** Added to the database's name: says which files the last process that opened it had. A plain file, so that it can be read while the lock is held. */
const RECORD_SUFFIX = ".server-files";

/**
 * Tells a file from another one of the same name. The device is left out: its number may change when the machine starts again, and a file that is moved to
 * another one is made again there.
 */
const FileIdentity = z.strictObject({
  inode: z.string(),
  /** ns; an inode is given to a new file as soon as the old one is gone. null: the file system does not tell it apart from the last change. */
  birth: z.string().nullable(),
});
export type FileIdentity = z.infer<typeof FileIdentity>;

const FilesRecord = z.strictObject({ database: FileIdentity, log: FileIdentity });
type FilesRecord = z.infer<typeof FilesRecord>;

/** By `stat` alone: whoever opens a database and closes it drops the locks that SQLite holds on it in the same process (POSIX). null: not there. */
export function identifyFile(path: string): FileIdentity | null {
  const found = statIfThere(path);
  if (found === null) return null;
  return { inode: String(found.ino), birth: found.birthtimeNs === found.ctimeNs ? null : String(found.birthtimeNs) };
}

/** @param known as it was found when the file was surely the right one */
export function isSameFile(recorded: FileIdentity, found: FileIdentity | null): boolean {
  // A file that has not been changed since it was made has no birth of its own to tell; one with a known birth is older than that.
  return found !== null && found.inode === recorded.inode && (recorded.birth === null || found.birth === recorded.birth);
}

/** The name that SQLite itself uses, and puts the log's beside: links are followed. */
export function toRealPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** The file that says which files a database had. @param file links are followed */
export function recordPathOf(file: string): string {
  return `${toRealPath(file)}${RECORD_SUFFIX}`;
}

/** Keeps which files these are, for those who open them next. @param random suffix of a temporary file, nobody else's */
export function recordFiles(path: string, record: FilesRecord, random: string): void {
  const text = `${JSON.stringify(record)}\n`;
  if (readText(`${path}${RECORD_SUFFIX}`) !== text) replacePrivateFile(`${path}${RECORD_SUFFIX}`, text, random);
}

/**
 * Refuses a log that does not belong to the database beside it, before anything is opened: SQLite would write the one into the other, and call the result
 * sound, or delete the log where the database is empty.
 * @throws StoreFileError that says the ways out
 */
export function requireOwnLog(file: string): void {
  const path = toRealPath(file);
  const logPath = `${path}-wal`;
  const log = statIfThere(logPath);
  if (log === null || log.size === 0n) return;
  const database = statIfThere(path);
  if (database === null || database.size === 0n) {
    throw new StoreFileError(
      `${database === null ? `there is no ${path}` : `${path} is empty`}, but its log ${logPath} holds what visitors wrote last`,
      `put the database back that the log belongs to; if it is gone for good, move ${logPath} and ${path}-shm away, then start again or restore a backup`,
    );
  }
  const record = readRecord(path);
  if (record === null || !isSameFile(record.log, identifyFile(logPath)) || isSameFile(record.database, identifyFile(path))) return;
  throw new StoreFileError(
    `${logPath} is the log of another database than the one that stands at ${path} now: opened together, they would destroy it`,
    `if you have the database that stood here before, move it back; otherwise move ${logPath} and ${path}-shm away. Then start again`,
  );
}

/** Whether a process ended without taking the log in, or one is still at work. */
export function hasLog(file: string): boolean {
  return (statIfThere(`${toRealPath(file)}-wal`)?.size ?? 0n) > 0n;
}

function statIfThere(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch (error) {
    // A part of the path is a file by now.
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
