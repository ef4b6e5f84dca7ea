import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { type ReplayOptions, replayPendingErasures } from "../../server/privacy/replay-erasures.ts";
import { createEmptyPrivateFile, PRIVATE_FOLDER_MODE } from "../../server/private-file.ts";
import { requireOwnLog } from "../../server/store/sqlite/database/database-files.ts";
import { fileLossText } from "../../server/store/sqlite/database/rescue.ts";
import { openStore } from "../../server/store/sqlite/sqlite-store.ts";
import type { Store } from "../../server/store/store.ts";
import type { StoreUnavailable, UnavailableReason } from "../../server/store/store-errors.ts";
import { keepOutOfGit } from "../git/git-exposure.ts";
import { CliError, type Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { acceptedText, pendingReplayText, recoveredText, rowsText } from "../privacy/privacy-text.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { findDatabase } from "./server-settings.ts";

/**
 * Works on the database, even while the server runs, with its own connection, short transactions
 * and at most 2 s of waiting for a lock. It never migrates, because the server may be an older
 * version. Erased data that a copied database has brought back is erased again before anything is
 * read.
 * @throws CliError if there is no database or it cannot be used now; StoreFileError if it is older
 * than this program
 */
export async function withStore<T>(
  settings: Settings<"db">,
  io: Io,
  work: (store: Store) => Promise<T>,
  options: ReplayOptions = {},
): Promise<T> {
  const file = requireDatabase(settings, io);
  const store = openStore({
    file,
    clock: () => io.now(),
    random: randomBytes,
    migrates: false,
    onFileLoss: (loss) => io.stderr.write(`octavo: ${fileLossText(loss, file)}\n`),
  });
  try {
    await tellReplay(file, store, io, options);
    return await work(store);
  } catch (error) {
    throw isUnavailable(error) ? explain(error, shortenPath(file, io.cwd)) : error;
  } finally {
    await store.close();
  }
}

/**
 * @throws PrivateFileError if the list of erasures is lost, because it is then unknown which data
 * may be shown
 */
async function tellReplay(file: string, { privacy }: Store, { cwd, stderr }: Io, options: ReplayOptions): Promise<void> {
  const { replayed, erased, accepted, recovered } = await replayPendingErasures(file, privacy, options);
  if (recovered > 0) stderr.write(`octavo: ${recoveredText(recovered)}\n`);
  if (accepted > 0) stderr.write(`octavo: ${acceptedText(accepted, shortenPath(file, cwd))}\n`);
  if (replayed === 0) return;
  const found = rowsText(erased.rows);
  if (found !== null) {
    const { compactDatabase, unfinishedText } = await import("../../server/store/sqlite/database/compaction.ts");
    if (!compactDatabase(file).isFinished) stderr.write(`octavo: ${unfinishedText(shortenPath(file, cwd))}\n`);
  }
  stderr.write(`octavo: ${pendingReplayText(replayed, found, shortenPath(file, cwd))}\n`);
}

/**
 * Creates an empty database and its folder, both unreadable to other users. Existing ones keep
 * their modes.
 * @returns whether it created the database
 */
export function makeDatabase(dbFile: string): boolean {
  mkdirSync(dirname(dbFile), { recursive: true, mode: PRIVATE_FOLDER_MODE });
  // SQLite gives its log the same mode.
  return createEmptyPrivateFile(dbFile);
}

/**
 * Creates a missing database for a command that fills it, and prints a note. A log left over from
 * another database is an error.
 * @returns its absolute path
 */
export async function ensureDatabase(settings: Settings<"db">, io: Io): Promise<string> {
  const file = findDatabase(settings, io);
  if (existsSync(file)) return file;
  requireOwnLog(file);
  makeDatabase(file);
  keepOutOfGit(file);
  await openStore({ file, clock: () => io.now(), random: randomBytes }).close();
  io.stderr.write(`note: there was no ${shortenPath(file, io.cwd)}, so an empty one was created\n`);
  return file;
}

/**
 * The database's absolute path.
 * @throws CliError if there is none, because a command must not create an empty one in the wrong
 * place
 */
export function requireDatabase(settings: Settings<"db">, io: Pick<Io, "cwd">): string {
  const file = findDatabase(settings, io);
  if (existsSync(file)) return file;
  throw new CliError(`there is no ${shortenPath(file, io.cwd)}`, {
    hint: "name the server's database with --db or OCTAVO_DB; octavo start creates data/octavo.db in the folder in which it runs",
  });
}

/** Compares names, because importing the class would slow down every command for a rare error. */
function isUnavailable(error: unknown): error is StoreUnavailable {
  return error instanceof Error && error.name === "StoreUnavailable";
}

const HINTS: Record<UnavailableReason, string> = {
  locked: "try again; if it stays locked, find the program that uses it: another octavo command, a backup, a database editor",
  "disk-full": "free some space on the disk",
  "io-error": "check the disk, then the database: octavo db verify",
  "database-error": "check the database: octavo db verify",
  "database-lost": "check the file that is there now; this command's writes are in the file named above",
  "queue-full": "try again",
  copying: "try again",
  filling: "try again",
  "erasures-open": "push a database that has recorded these erasures, or give the site its former secrets",
  closed: "try again",
  "rows-used-up": "try again after midnight UTC",
};

function explain(error: StoreUnavailable, file: string): CliError {
  return new CliError(`${file}: ${error.message}`, { hint: HINTS[error.reason], cause: error });
}
