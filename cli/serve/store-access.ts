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
 * Works on the server's database while it runs: a connection of our own, short transactions, up to 2 s of patience with a lock. Never migrates: the
 * server may be an older one. What `erasures.json` names and a copied database has brought back is erased before anything is read.
 * @throws CliError where there is no database, and where it cannot be used now; StoreFileError where it is older than this program
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

/** @throws PrivateFileError where the list of erasures is lost: nobody can tell what may be shown */
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

/** A database (empty, which SQLite takes for a new one) and a folder that others cannot read; those that exist stay as their owner made them. True: the database was made. */
export function makeDatabase(dbFile: string): boolean {
  mkdirSync(dirname(dbFile), { recursive: true, mode: PRIVATE_FOLDER_MODE });
  // Its log gets the same mode.
  return createEmptyPrivateFile(dbFile);
}

/** Makes the database where there is none, for a command that fills it: returns its path, absolute, and says so. Its log must not be left over from another one. */
export async function ensureDatabase(settings: Settings<"db">, io: Io): Promise<string> {
  const file = findDatabase(settings, io);
  if (existsSync(file)) return file;
  requireOwnLog(file);
  makeDatabase(file);
  keepOutOfGit(file);
  await openStore({ file, clock: () => io.now(), random: randomBytes }).close();
  io.stderr.write(`note: there was no ${shortenPath(file, io.cwd)}: it is made now, empty\n`);
  return file;
}

/** The database's path, absolute. @throws CliError where there is none: a command must not make an empty one in the wrong place */
export function requireDatabase(settings: Settings<"db">, io: Pick<Io, "cwd">): string {
  const file = findDatabase(settings, io);
  if (existsSync(file)) return file;
  throw new CliError(`there is no ${shortenPath(file, io.cwd)}`, {
    hint: "name the server's database with --db or OCTAVO_DB; octavo start makes data/octavo.db in the folder that it runs in",
  });
}

/** By name: the class would be loaded by each command, for an error that seldom comes. */
function isUnavailable(error: unknown): error is StoreUnavailable {
  return error instanceof Error && error.name === "StoreUnavailable";
}

const HINTS: Record<UnavailableReason, string> = {
  locked: "try again; if it lasts, find who holds it: another octavo command, a backup, an editor for databases",
  "disk-full": "make room on the disk",
  "io-error": "look at the disk, then at the database: octavo db verify",
  "database-error": "look at the database: octavo db verify",
  "database-lost": "look at what stands there now; what this command wrote is in the file named above",
  "queue-full": "try again",
  closed: "try again",
};

function explain(error: StoreUnavailable, file: string): CliError {
  return new CliError(`${file}: ${error.message}`, { hint: HINTS[error.reason], cause: error });
}
