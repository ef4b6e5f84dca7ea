import { closeSync, fsyncSync, openSync } from "node:fs";
import Database from "better-sqlite3";
import { StoreFileError } from "../../store-errors.ts";
import { requireOwnLog } from "./database-files.ts";
import { migrate, requireSchema } from "./migrate.ts";

/**
 * How long a start waits for another process (a migration, a checkpoint), in ms. Later waits inside
 * SQLite would block the event loop.
 */
const START_BUSY_MS = 5_000;
/** The WAL file is truncated to this size after a checkpoint, in bytes. */
const WAL_LIMIT_BYTES = 16 * 1024 * 1024;
/** Maximum number of lines of SQLite's check to show for a damaged file. */
const DAMAGE_LINES = 5;
/** Size of the page cache, in KiB (SQLite counts KiB as negative). */
const CACHE_KIB = 2_000;

/** Opens or creates a file. Tests inject failures here. */
export type OpenFile = (file: string) => Database.Database;

export const openFile: OpenFile = (file) => new Database(file, { timeout: START_BUSY_MS });

export const READ_ONLY = { readonly: true, fileMustExist: true } as const;

/** Opens a database, and closes it after the work. */
export function withDatabase<T>(file: string, options: Database.Options, work: (database: Database.Database) => T): T {
  const database = new Database(file, options);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

export interface OpenOptions {
  /** Whether to migrate an older schema; otherwise it is refused. Default true. */
  readonly migrates?: boolean;
  /** Whether to read the whole file first, because a crash may have damaged it. Default false. */
  readonly checks?: boolean;
  /** Whether this process may have the file open already. Default false. */
  readonly isReopened?: boolean;
}

/**
 * Opens the store's database at the newest schema. An older one is migrated, or refused if
 * `migrates` is false. Uses WAL, syncs every commit (`synchronous=FULL`; better-sqlite3's default
 * in WAL is NORMAL), enforces foreign keys, overwrites deleted text with zeros and never waits for
 * locks. The log exists afterwards.
 * @throws StoreFileError with a hint if the file cannot be used
 */
export function openDatabase(
  file: string,
  open: OpenFile = openFile,
  { migrates = true, checks = false, isReopened = false }: OpenOptions = {},
): Database.Database {
  requireOwnLog(file, { isOpenHere: isReopened });
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
 * If a process was killed between the write of a commit and its sync, SQLite still reads that
 * commit from the log. Answers from now on rely on it (a repeat is acknowledged without a write),
 * so it must survive a power failure.
 */
function syncLog(file: string): void {
  let log: number;
  try {
    log = openSync(`${file}-wal`, "r+");
  } catch {
    // A clean shutdown leaves no log. If there is one that cannot be opened, SQLite reports it.
    return;
  }
  try {
    fsyncSync(log);
  } catch (error) {
    throw new StoreFileError(`${file}-wal cannot be synced to the disk`, "check the disk; the content of the log may not be safe", {
      cause: error,
    });
  } finally {
    closeSync(log);
  }
}

/** @throws StoreFileError if SQLite finds a damaged page or index */
function quickCheck(file: string, database: Database.Database): void {
  const rows = database.pragma(`quick_check(${DAMAGE_LINES})`) as { quick_check: string }[];
  const problems = rows.map((row) => row.quick_check).filter((line) => line !== "ok");
  if (problems.length === 0) return;
  throw new StoreFileError(
    `${file} is damaged after a crash:\n${problems.join("\n")}`,
    "check the disk, then restore a backup with `octavo db restore`; the damaged file is kept beside it",
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
      "stop the process that holds the lock (a second server, an open editor), then start again",
      {
        cause: error,
      },
    );
  }
  return new StoreFileError(
    `cannot open the database ${file}: ${said}`,
    "the folder must exist and be writable, and the disk must have free space",
    {
      cause: error,
    },
  );
}

/** The code of an SQLite error, e.g. `SQLITE_CONSTRAINT_UNIQUE`; empty for other errors. */
export function errorCode(error: unknown): string {
  return error instanceof Database.SqliteError ? error.code : "";
}
