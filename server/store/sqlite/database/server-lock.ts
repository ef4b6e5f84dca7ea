import { StoreFileError } from "../../store-errors.ts";
import { type FileLock, takeFileLock } from "./file-lock.ts";

/** How long a start waits for a server that is stopping, in ms. */
const WAIT_MS = 2_000;

export interface ServerLockOptions {
  readonly waitMs?: number;
  /** The command that needs the server stopped: `db migrate`. Default: null, for a server. */
  readonly command?: string | null;
}

/**
 * Makes this process the only server of a database, until `release` or its end. Other commands
 * still work on the database, because they do not take this lock.
 * @param dbFile exists; links are followed
 * @throws StoreFileError if another server has the database
 */
export function lockForServer(dbFile: string, { waitMs = WAIT_MS, command = null }: ServerLockOptions = {}): FileLock {
  let lock: FileLock | null;
  try {
    lock = takeFileLock(dbFile, ".server-lock", waitMs);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new StoreFileError(`cannot lock ${dbFile}.server-lock: ${said}`, "the server's user must own the file and its folder", {
      cause: error,
    });
  }
  if (lock === null)
    throw command === null
      ? new StoreFileError(
          `another server has ${dbFile} open`,
          "stop it (npm run dev, octavo dev or serve), or give this one its own database: --db <file>",
        )
      : new StoreFileError(`a server has ${dbFile} open`, `stop the server, run octavo ${command} again, then start the server`);
  return lock;
}
