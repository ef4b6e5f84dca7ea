import { existsSync, realpathSync } from "node:fs";
import Database from "better-sqlite3";
import { createEmptyPrivateFile } from "../../../private-file.ts";
import { errorCode, READ_ONLY, withDatabase } from "./open-database.ts";

export interface FileLock {
  release(): void;
}

/**
 * Appended to the database's name. The files are empty and stay there. Their existence means
 * nothing: the lock is a transaction on them, so no other code may open them.
 */
export type LockSuffix = ".server-lock" | ".compaction-lock";

/**
 * Takes a lock beside a database until `release` or the end of the process. It is an SQLite
 * transaction on an empty file. The kernel releases its lock even if the process is killed.
 * @param dbFile exists; links are followed
 * @returns null if another process held it for all of `waitMs`
 * @throws if the file cannot be created or locked
 */
export function takeFileLock(dbFile: string, suffix: LockSuffix, waitMs: number): FileLock | null {
  const path = realpathSync(dbFile);
  const file = `${path}${suffix}`;
  let held: Database.Database | null = null;
  try {
    // An existing file is not opened, because closing it would drop a lock of this same process
    // (POSIX).
    createEmptyPrivateFile(file, [path]);
    held = new Database(file, { timeout: waitMs });
    held.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    held?.close();
    if (errorCode(error).startsWith("SQLITE_BUSY")) return null;
    throw error;
  }
  const database = held;
  return { release: () => void database.close() };
}

/** Whether a process holds the lock now. Never waits. */
export function isFileLocked(dbFile: string, suffix: LockSuffix): boolean {
  try {
    const file = `${realpathSync(dbFile)}${suffix}`;
    if (!existsSync(file)) return false;
    withDatabase(file, { ...READ_ONLY, timeout: 0 }, (database) => database.prepare("SELECT 1 FROM sqlite_schema").get());
    return false;
  } catch (error) {
    return errorCode(error).startsWith("SQLITE_BUSY");
  }
}
