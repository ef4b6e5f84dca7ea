import { existsSync, realpathSync } from "node:fs";
import Database from "better-sqlite3";
import { createEmptyPrivateFile } from "../../../private-file.ts";
import { errorCode } from "./open-database.ts";

export interface FileLock {
  release(): void;
}

/** Added to the database's name: empty files that stay. Nobody else may open them, and what holds one is the lock, not its being there. */
export type LockSuffix = ".server-lock" | ".compaction-lock";

/**
 * Takes a lock beside a database, until `release` or the end of the process: an SQLite transaction on an empty file, whose lock the kernel takes back even from a
 * process that was killed.
 *
 * @param dbFile exists; links are followed
 * @returns null: somebody else has it, and had it for `waitMs`
 * @throws where the file cannot be made or locked
 */
export function takeFileLock(dbFile: string, suffix: LockSuffix, waitMs: number): FileLock | null {
  const path = realpathSync(dbFile);
  const file = `${path}${suffix}`;
  let held: Database.Database | null = null;
  try {
    // One that is there stays closed: closing it would drop the lock of this same process (POSIX).
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

/** Whether somebody has it now. Never waits. */
export function isFileLocked(dbFile: string, suffix: LockSuffix): boolean {
  let looking: Database.Database | null = null;
  try {
    const file = `${realpathSync(dbFile)}${suffix}`;
    if (!existsSync(file)) return false;
    looking = new Database(file, { timeout: 0, readonly: true, fileMustExist: true });
    looking.prepare("SELECT 1 FROM sqlite_schema").get();
    return false;
  } catch (error) {
    return errorCode(error).startsWith("SQLITE_BUSY");
  } finally {
    looking?.close();
  }
}
