import { statSync } from "node:fs";
import Database from "better-sqlite3";
import { StoreFileError } from "../../store-errors.ts";
import { createConnection } from "./connection.ts";
import { requireOwnLog } from "./database-files.ts";
import { isFileLocked, takeFileLock } from "./file-lock.ts";
import { clearCompactionDue, isCompactionDue } from "./meta.ts";
import { errorCode } from "./open-database.ts";

/** How long it waits for whoever writes, ms. */
const WAIT_MS = 30_000;
/** How long for whoever reads, ms: Litestream reads all the time, and lets go for a moment once a minute. */
const READERS_WAIT_MS = 75_000;
/** How long a single wait may take: nobody can write meanwhile, ms. */
const READERS_STEP_MS = 500;
/** Up to this size the rewritten copy is made in memory, bytes; beyond, in a file that has no name. It holds nothing that was deleted. */
const IN_MEMORY_BYTES = 256 * 1024 * 1024;
/** In which whoever waits writes, ms. */
const PAUSE_MS = 100;

export interface Compaction {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /**
   * false: somebody reads all the time, and what was deleted is still in parts of the file, or of its log, that nobody reads. The database keeps the mark that a
   * compaction is due.
   */
  readonly isFinished: boolean;
}

export interface CompactionOptions {
  readonly waitMs?: number;
  readonly readersWaitMs?: number;
}

/** The message about a compaction that is not finished. @param shown the database's path, as messages show it */
export function unfinishedText(shown: string): string {
  return `${shown} is rewritten, but somebody reads it without a pause (Litestream, a backup, an editor for databases), and so it and its log still hold what was erased, in parts that nobody reads. The next start of the server, or the same command again, removes it once that reader is stopped for a moment`;
}

/**
 * Rewrites a database so that no free page, and no unused part of a page, holds what was deleted; then takes the log into it and empties that. A server may be running: it reads on
 * meanwhile, and its writes wait as long as the lock is held that says so (`isCompacting`), for as long as COMPACTION_WAIT_MS.
 *
 * @throws StoreFileError where somebody kept writing all the time, or there is no room; nothing that was written is lost then
 */
export function compactDatabase(file: string, { waitMs = WAIT_MS, readersWaitMs = READERS_WAIT_MS }: CompactionOptions = {}): Compaction {
  requireOwnLog(file);
  const bytesBefore = statSync(file).size;
  const lock = takeFileLock(file, ".compaction-lock", waitMs);
  if (lock === null) throw new StoreFileError(`${file} is being rewritten by another process`, "try again when that is done");
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

/** For a server whose write meets a lock: whether it is one that is worth a longer wait. */
export function isCompacting(file: string): boolean {
  return isFileLocked(file, ".compaction-lock");
}

/** Only now: a process that was killed before is followed by a start that rewrites again. */
function clearMark(database: Database.Database): void {
  const connection = createConnection(() => database);
  if (!isCompactionDue(connection)) return;
  clearCompactionDue(connection);
  // Readers that came meanwhile keep the log as it is: it holds nothing but this.
  database.pragma("wal_checkpoint(TRUNCATE)");
}

/**
 * Takes the log into the database and empties it. SQLite waits for readers with the lock on the log in its hand, so that one that makes a checkpoint of its own
 * (Litestream) waits behind it, having let go. @returns whether it is empty
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
      `${file} could not be rewritten: there is no room for a second copy`,
      "make as much room on the disk as the database takes, twice over; then run the same command again",
      { cause: error },
    );
  return error;
}
