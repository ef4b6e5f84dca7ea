import { closeSync, fsyncSync, openSync } from "node:fs";
import Database from "better-sqlite3";
import { StoreFileError } from "../../store-errors.ts";
import { requireOwnLog } from "./database-files.ts";
import { migrate, requireSchema } from "./migrate.ts";

/** How long a start waits for another process (a migration, a checkpoint). Afterwards nothing waits inside SQLite: that would stop the event loop. */
const START_BUSY_MS = 5_000;
/** The WAL file is cut back to this after a checkpoint, bytes. */
const WAL_LIMIT_BYTES = 16 * 1024 * 1024;
/** Lines of SQLite's check that are told of a damaged file. */
const DAMAGE_LINES = 5;
/** Page cache, KiB (SQLite counts KiB as negative). */
const CACHE_KIB = 2_000;

/** Opens a file as it is, or makes it. The seam at which tests put failures. */
export type OpenFile = (file: string) => Database.Database;

export const openFile: OpenFile = (file) => new Database(file, { timeout: START_BUSY_MS });

export interface OpenOptions {
  /** Whether an older one is brought to the newest schema, or refused. Default true. */
  readonly migrates?: boolean;
  /** Reads all of it first: what a crash left may be damaged. Default false. */
  readonly checks?: boolean;
}

/**
 * Opens the database of the store, at the newest schema (it is brought there, or with `migrates` false refused where it is older): WAL, every commit synced (`synchronous=FULL`; better-sqlite3 would take NORMAL
 * in WAL), foreign keys, deleted text overwritten with zeros, and no waiting for locks. Its log exists afterwards.
 *
 * @throws StoreFileError with a hint when the file cannot be used.
 */
export function openDatabase(
  file: string,
  open: OpenFile = openFile,
  { migrates = true, checks = false }: OpenOptions = {},
): Database.Database {
  requireOwnLog(file);
  syncLog(file);
  const database = openOrExplain(file, open);
  try {
    if (checks) quickCheck(file, database);
    if (migrates) migrate(database);
    else requireSchema(database);
    if (database.pragma("journal_mode = WAL", { simple: true }) !== "wal") {
      throw new StoreFileError(`${file} cannot use a write-ahead log`, "keep it on a local disk; network file systems do not work");
    }
    database.pragma("synchronous = FULL");
    database.pragma("foreign_keys = ON");
    database.pragma("secure_delete = ON");
    database.pragma(`journal_size_limit = ${WAL_LIMIT_BYTES}`);
    database.pragma(`cache_size = -${CACHE_KIB}`);
    database.pragma("temp_store = MEMORY");
    database.pragma("busy_timeout = 0");
    database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get();
    return database;
  } catch (error) {
    database.close();
    throw explain(file, error);
  }
}

/**
 * A process that was killed between the write of a commit and its sync leaves it in the log, and SQLite takes it from there as it is. What is told of it
 * from now on (a repeat by its key is acknowledged without a write) must outlast a loss of power.
 */
function syncLog(file: string): void {
  let log: number;
  try {
    log = openSync(`${file}-wal`, "r+");
  } catch {
    // None is what a clean end leaves; one that cannot be opened is for SQLite to tell of.
    return;
  }
  try {
    fsyncSync(log);
  } catch (error) {
    throw new StoreFileError(`${file}-wal cannot be synced to the disk`, "look at the disk; what is in the log may not be safe there", {
      cause: error,
    });
  } finally {
    closeSync(log);
  }
}

/** @throws StoreFileError where SQLite finds a page or an index that is not sound */
function quickCheck(file: string, database: Database.Database): void {
  const rows = database.pragma(`quick_check(${DAMAGE_LINES})`) as { quick_check: string }[];
  const problems = rows.map((row) => row.quick_check).filter((line) => line !== "ok");
  if (problems.length === 0) return;
  throw new StoreFileError(
    `${file} is damaged after a crash:\n${problems.join("\n")}`,
    "look at the disk, then restore a backup with `octavo db restore`; what is damaged is kept beside it",
  );
}

function openOrExplain(file: string, open: OpenFile): Database.Database {
  try {
    return open(file);
  } catch (error) {
    throw explain(file, error);
  }
}

function explain(file: string, error: unknown): unknown {
  if (error instanceof StoreFileError) return error;
  const code = errorCode(error);
  const said = error instanceof Error ? error.message : String(error);
  if (code === "SQLITE_NOTADB") {
    return new StoreFileError(`${file} is not an SQLite database`, "name another file, or restore a backup", { cause: error });
  }
  if (code.startsWith("SQLITE_CORRUPT")) {
    return new StoreFileError(`${file} is damaged: ${said}`, "restore a backup with `octavo db restore`", { cause: error });
  }
  if (code.startsWith("SQLITE_BUSY")) {
    return new StoreFileError(
      `${file} is locked by another process`,
      "stop what holds it (a second server, an open editor), then start again",
      {
        cause: error,
      },
    );
  }
  return new StoreFileError(`cannot open the database ${file}: ${said}`, "the folder must exist and be writable, with room on the disk", {
    cause: error,
  });
}

/** The code of an SQLite error, e.g. `SQLITE_CONSTRAINT_UNIQUE`; empty for others. */
export function errorCode(error: unknown): string {
  return error instanceof Database.SqliteError ? error.code : "";
}
