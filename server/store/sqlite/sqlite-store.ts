import type Database from "better-sqlite3";
import { createStore, type SharedStoreOptions, type SqliteEngine } from "../engine/create-store.ts";
import type { Store } from "../store.ts";
import { isCompacting } from "./database/compaction.ts";
import { FileConnection } from "./database/connection.ts";
import { hasLog } from "./database/database-files.ts";
import { type OpenFile, openDatabase } from "./database/open-database.ts";
import { createFileWatch, type FileLoss, type FileWatch } from "./database/rescue.ts";
import { createJoins } from "./join/join-store.ts";

/** Size of the page cache during an import, in KiB. */
const IMPORT_CACHE_KIB = 65_536;
/** Number of pages in the log at which an import makes a checkpoint: 32 MB. */
const IMPORT_LOG_PAGES = 8_000;

export interface StoreOptions extends SharedStoreOptions {
  /** The database file, created at the first start in an existing folder. */
  file: string;
  /** Whether to migrate an older database; otherwise it is refused. Default true. */
  migrates?: boolean;
  /**
   * Called when the open database was deleted or replaced, and again when its content has been
   * rescued.
   */
  onFileLoss?: (loss: FileLoss) => void;
  /** Opens files that fail, for tests. */
  openFile?: OpenFile;
}

/**
 * Opens the store: migrates (unless turned off), then serves. One process may write through one
 * store. Other processes (the command line) can open the same file at the same time.
 * @throws StoreFileError with a hint if the file is not octavo's database, is newer than this
 * program, is damaged or is not writable
 */
export function openStore(options: StoreOptions): Store {
  return createStore((onReopen) => openFileEngine(options, onReopen), options);
}

function openFileEngine(options: StoreOptions, onReopen: () => void): SqliteEngine {
  const { connection, files } = openConnection(options, onReopen);
  return {
    connection,
    look: () => (files.look() === null ? null : "database-lost"),
    isCompacting: () => isCompacting(options.file),
    emptyLog: () => connection.checkpoint(),
    prepareImport: () => prepareImport(connection),
    createJoins,
    close: () => closeConnection(connection, files),
  };
}

/**
 * An import writes to scattered places in every index. With the usual cache, each page would be
 * read and written many times.
 */
function prepareImport(connection: FileConnection): void {
  connection.run(`PRAGMA cache_size = -${IMPORT_CACHE_KIB}`);
  connection.get(`PRAGMA wal_autocheckpoint = ${IMPORT_LOG_PAGES}`);
}

function openConnection(options: StoreOptions, onReopen: () => void): { readonly connection: FileConnection; readonly files: FileWatch } {
  const { file, clock, migrates = true } = options;
  // A log at this point means that a server crashed. For a command, it belongs to the running server.
  let checks = migrates && hasLog(file);
  let isReopened = false;
  const open = (): Database.Database => {
    files.requireUnmoved();
    const database = openDatabase(file, options.openFile, { migrates, checks, isReopened });
    checks = false;
    isReopened = true;
    files.opened();
    return database;
  };
  const files = createFileWatch({ file, clock, connection: () => connection, onLoss: (loss) => options.onFileLoss?.(loss) });
  const connection = new FileConnection(open, onReopen);
  return { connection, files };
}

function closeConnection(connection: FileConnection, files: FileWatch): void {
  try {
    // A checkpoint into a deleted file would empty the log, which may be all that is left.
    if (files.look() === null) connection.checkpoint();
  } catch {
    // On a full or failing disk the log keeps the committed writes, and the next start reads it.
  }
  connection.close();
  files.close();
}
