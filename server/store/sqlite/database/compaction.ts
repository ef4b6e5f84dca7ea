import { statSync } from "node:fs";
import Database from "better-sqlite3";
import { StoreFileError } from "../../store-errors.ts";
import { createConnection } from "./connection.ts";
import { requireOwnLog } from "./database-files.ts";
import { isFileLocked, takeFileLock } from "./file-lock.ts";
import { clearCompactionDue, isCompactionDue } from "./meta.ts";
import { errorCode } from "./open-database.ts";

/** How long it waits for whoever reads or writes, ms. */
const WAIT_MS = 30_000;
/** Up to this size the rewritten copy is made in memory, bytes; beyond, in a file that has no name. It holds nothing that was deleted. */
const IN_MEMORY_BYTES = 256 * 1024 * 1024;
/** SQLite waits for the writers, not for readers that came late: so it is asked again, ms. */
const PAUSE_MS = 25;

export interface Compaction {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/**
 * Rewrites a database so that no free page, and no unused part of a page, holds what was deleted; then takes the log into it and empties that. A server may be running: it reads on
 * meanwhile, and its writes wait as long as the lock is held that says so (`isCompacting`), for as long as COMPACTION_WAIT_MS.
 *
 * @throws StoreFileError where somebody kept reading or writing all the time, or there is no room; nothing that was written is lost then
 */
export function compactDatabase(file: string, { waitMs = WAIT_MS }: { waitMs?: number } = {}): Compaction {
  requireOwnLog(file);
  const bytesBefore = statSync(file).size;
  const lock = takeFileLock(file, ".compaction-lock", waitMs);
  if (lock === null) throw new StoreFileError(`${file} is being rewritten by another process`, "try again when that is done");
  try {
    const database = new Database(file, { fileMustExist: true, timeout: waitMs });
    try {
      database.pragma("synchronous = FULL");
      database.pragma("secure_delete = ON");
      database.pragma(`temp_store = ${bytesBefore <= IN_MEMORY_BYTES ? "MEMORY" : "FILE"}`);
      database.exec("VACUUM");
      emptyLog(database, file, waitMs);
      clearMark(database);
    } finally {
      database.close();
    }
  } catch (error) {
    throw explain(error, file);
  } finally {
    lock.release();
  }
  return { bytesBefore, bytesAfter: statSync(file).size };
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

function emptyLog(database: Database.Database, file: string, waitMs: number): void {
  const end = performance.now() + waitMs;
  for (;;) {
    const [row] = database.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
    if (row?.busy !== 1) return;
    if (performance.now() >= end) {
      throw new StoreFileError(
        `${file} was rewritten, but its log ${file}-wal still holds what was deleted: somebody reads`,
        "end what reads it (a backup, an export, an editor for databases), then run the same command again",
      );
    }
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
