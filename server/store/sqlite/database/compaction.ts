import { statSync } from "node:fs";
import Database from "better-sqlite3";
import type { Compaction } from "../../engine/store-host.ts";
import { StoreFileError } from "../../store-errors.ts";
import { FileConnection } from "./connection.ts";
import { requireOwnLog } from "./database-files.ts";
import { isFileLocked, takeFileLock } from "./file-lock.ts";
import { clearCompactionDue, isCompactionDue } from "./meta.ts";
import { errorCode } from "./open-database.ts";

/** How long to wait for writers, in ms. */
const WAIT_MS = 30_000;
/**
 * How long to wait for readers, in ms. Litestream reads continuously, and releases its lock briefly
 * once a minute.
 */
const READERS_WAIT_MS = 75_000;
/** The longest single wait for readers, in ms. Nobody can write in the meantime. */
const READERS_STEP_MS = 500;
/**
 * Rewritten copies up to this size, in bytes, are built in memory, and larger ones in an unnamed
 * file. They contain no deleted data.
 */
const IN_MEMORY_BYTES = 256 * 1024 * 1024;
/** The pause in which waiting writers can write, in ms. */
const PAUSE_MS = 100;

export interface CompactionOptions {
  readonly waitMs?: number;
  readonly readersWaitMs?: number;
}

/**
 * The message about an unfinished compaction.
 * @param shown the database's path for messages
 */
export function unfinishedText(shown: string): string {
  return `${shown} has been rewritten, but another process keeps reading it (Litestream, a backup, a database editor), so unused parts of the file and its log still hold erased data. Stop that reader briefly, then start the server or run the same command again to remove it`;
}

/**
 * Rewrites a database so that no free page and no unused part of a page holds deleted data, then
 * applies and empties the log. A server may be running. It keeps serving reads; its writes wait
 * while the compaction lock is held (`isCompacting`), at most COMPACTION_WAIT_MS.
 * @throws StoreFileError if another process kept writing, or there is not enough space. No written
 * data is lost
 */
export function compactDatabase(file: string, { waitMs = WAIT_MS, readersWaitMs = READERS_WAIT_MS }: CompactionOptions = {}): Compaction {
  // A command may have the file open.
  requireOwnLog(file, { isOpenHere: true });
  const bytesBefore = statSync(file).size;
  const lock = takeFileLock(file, ".compaction-lock", waitMs);
  if (lock === null) throw new StoreFileError(`${file} is being rewritten by another process`, "try again when it is finished");
  let isFinished = false;
  try {
    const database = new Database(file, { fileMustExist: true, timeout: waitMs });
    try {
      database.pragma("synchronous = FULL");
      database.pragma("secure_delete = ON");
      database.pragma(`temp_store = ${bytesBefore <= IN_MEMORY_BYTES ? "MEMORY" : "FILE"}`);
      database.exec("VACUUM");
      isFinished = emptyLog(database, readersWaitMs);
      if (isFinished) clearMark(database);
    } finally {
      database.close();
    }
  } catch (error) {
    throw explain(error, file);
  } finally {
    lock.release();
  }
  return { bytesBefore, bytesAfter: statSync(file).size, isFinished };
}

/** Tells a server whose write is blocked whether a longer wait is worthwhile. */
export function isCompacting(file: string): boolean {
  return isFileLocked(file, ".compaction-lock");
}

/**
 * Runs last, so that the next start rewrites the database again if the process is killed earlier.
 */
function clearMark(database: Database.Database): void {
  const connection = new FileConnection(() => database);
  if (!isCompactionDue(connection)) return;
  clearCompactionDue(connection);
  // If new readers keep the log, it holds only this change.
  database.pragma("wal_checkpoint(TRUNCATE)");
}

/**
 * Applies the log to the database and empties it. SQLite waits for readers while it holds the lock
 * on the log. A reader that starts its own checkpoint (Litestream) then waits for this one, after
 * releasing its read lock.
 * @returns whether the log is empty
 */
function emptyLog(database: Database.Database, readersWaitMs: number): boolean {
  const end = performance.now() + readersWaitMs;
  database.pragma(`busy_timeout = ${Math.min(READERS_STEP_MS, readersWaitMs)}`);
  for (;;) {
    const [row] = database.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
    if (row?.busy !== 1) return true;
    if (performance.now() >= end) return false;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

function explain(error: unknown, file: string): unknown {
  const code = errorCode(error);
  if (code.startsWith("SQLITE_BUSY"))
    return new StoreFileError(`${file} could not be rewritten: another process holds a lock on it`, "run the same command again", {
      cause: error,
    });
  if (code === "SQLITE_FULL")
    return new StoreFileError(
      `${file} could not be rewritten: there is not enough space for a second copy`,
      "free twice the size of the database on the disk, then run the same command again",
      { cause: error },
    );
  return error;
}
