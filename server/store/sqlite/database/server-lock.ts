import { closeSync, openSync, realpathSync } from "node:fs";
import Database from "better-sqlite3";
import { giveToOwnerOf } from "../../../private-file.ts";
import { StoreFileError } from "../../store-errors.ts";
import { errorCode } from "./open-database.ts";

/** Added to the database's name: an empty file that stays. Nobody else may open it, and what holds it is the lock, not its being there. */
const SUFFIX = ".server-lock";
/** How long a start waits for a server that is about to end, ms. */
const WAIT_MS = 2_000;
const PRIVATE_MODE = 0o600;

export interface ServerLock {
  release(): void;
}

/**
 * Makes this process the only server of a database, until `release` or its end: an SQLite transaction on an empty file beside it, whose lock the kernel
 * takes back even from a process that was killed. Commands work on the database all the same: they do not ask for it.
 *
 * @param dbFile exists; links are followed
 * @throws StoreFileError where another server has the database
 */
export function lockForServer(dbFile: string, { waitMs = WAIT_MS }: { waitMs?: number } = {}): ServerLock {
  const path = realpathSync(dbFile);
  const file = `${path}${SUFFIX}`;
  let held: Database.Database | null = null;
  try {
    makePrivate(file, path);
    held = new Database(file, { timeout: waitMs });
    held.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    held?.close();
    if (errorCode(error).startsWith("SQLITE_BUSY")) {
      throw new StoreFileError(`another server has ${dbFile} open`, "stop it, or give this one a database of its own: --db <file>", {
        cause: error,
      });
    }
    const said = error instanceof Error ? error.message : String(error);
    throw new StoreFileError(`cannot lock ${file}: ${said}`, "the user that the server runs as must own the file and its folder", {
      cause: error,
    });
  }
  const database = held;
  return { release: () => void database.close() };
}

/** Never opened where it is there: closing it would drop the lock of a server of this same process (POSIX). */
function makePrivate(file: string, dbFile: string): void {
  let made: number;
  try {
    made = openSync(file, "wx", PRIVATE_MODE);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return;
    throw error;
  }
  try {
    giveToOwnerOf(made, dbFile);
  } finally {
    closeSync(made);
  }
}
