import { copyFileSync, existsSync, linkSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { syncPath } from "../../../private-file.ts";
import type { ErasedRows, ErasureReplay } from "../../privacy-types.ts";
import { StoreFileError } from "../../store-errors.ts";
import { requireOwnLog } from "../database/database-files.ts";
import { FORMER_APPLICATION_ID } from "../database/migrate.ts";
import { verifyDatabase } from "../database/verify.ts";
import {
  adoptCopy,
  copyDatabase,
  finishCopy,
  makePrivateCopy,
  orRemove,
  publishCopy,
  removeDatabase,
  requireFolder,
  requireSound,
} from "./database-copy.ts";
import { readFileHeader } from "./file-header.ts";
import { dropRevoked, type RestoredRevocations } from "./restored-revocations.ts";

/** How long a restore waits for the lock that proves that the database is not in use, in ms. */
const IN_USE_MS = 1_000;

export interface RestoreOptions {
  readonly backup: string;
  readonly target: string;
  /** People whose data the restored database must not bring back. Default: nobody. */
  readonly erased?: ErasureReplay | null;
  /** The time to record for repeated erasures, in milliseconds since 1970. */
  readonly now?: number;
}

export interface Restored {
  readonly file: string;
  readonly replacedFile: string | null;
  /** Rows erased again, by kind. */
  readonly erasedRows: ErasedRows["rows"];
  readonly revoked: RestoredRevocations;
}

/**
 * Replaces a database that is not in use with a backup. The backup is checked before and after
 * copying, and its schema is compared with the migrations. Every comment is rendered again from its
 * source. The replaced database is kept as `<target>.before-restore`. The next start migrates an
 * older schema.
 * @throws StoreFileError if the backup is not sound, or a process has the target open. The target
 * is then untouched
 */
export async function restoreDatabase({ backup, target, erased = null, now = Date.now() }: RestoreOptions): Promise<Restored> {
  requireFolder(target, "as the server's user");
  // A foreign log must be neither applied, which would destroy the current database, nor discarded,
  // which would lose its content.
  requireOwnLog(target);
  const partial = `${target}.partial`;
  const rows = await copySound(backup, { partial, owners: [target, dirname(target)] });
  const { rerenderAll } = await import("../comments/renderings.ts");
  finishCopy(partial, rows, (database, version) => {
    if (version > 0) rerenderAll(database);
  });
  const erasedRows = erased === null ? {} : await eraseFrom(partial, erased, now);
  // Keys, bans and subscriptions that were revoked since the backup stay revoked.
  const revoked = orRemove(partial, "entries revoked since the backup could not be deleted from the copy", () =>
    dropRevoked(partial, target),
  );
  const replacedFile = `${target}.before-restore`;
  const replaced = existsSync(target);
  if (replaced) {
    try {
      // This comes last, with nothing slow after it. A server that starts in between would write
      // into a file that is about to lose its name.
      settleUnused(target);
    } catch (error) {
      removeDatabase(partial);
      throw error;
    }
    keepUnder(target, replacedFile);
  }
  publishCopy(partial, target);
  return { file: target, replacedFile: replaced ? replacedFile : null, erasedRows, revoked };
}

/** A backup from before the program was renamed is not changed. A copy of it is converted, then copied. */
async function copySound(
  backup: string,
  { partial, owners }: { partial: string; owners: readonly string[] },
): Promise<Record<string, number>> {
  if (!existsSync(backup) || readFileHeader(backup)?.applicationId !== FORMER_APPLICATION_ID) {
    requireSound(verifyDatabase(backup), backup);
    return copyDatabase(backup, partial, owners);
  }
  requireOwnLog(backup);
  const adopted = `${partial}.adopted`;
  try {
    await adoptCopy(backup, adopted, owners);
    requireSound(verifyDatabase(adopted), backup);
    return await copyDatabase(adopted, partial, owners);
  } finally {
    removeDatabase(adopted);
  }
}

/**
 * Erases in the copy, so that data erased since the backup never appears under the database's name.
 */
async function eraseFrom(partial: string, erased: ErasureReplay, now: number): Promise<ErasedRows["rows"]> {
  const { eraseInCopy } = await import("../privacy/erase-in-copy.ts");
  return orRemove(partial, "the erasures could not be repeated in the copy", () => {
    const { rows } = eraseInCopy(partial, erased, now);
    requireSound(verifyDatabase(partial), "the copy");
    return rows;
  });
}

/**
 * Applies the log to the database, and makes sure that no process has it open. In WAL mode, every
 * open handle holds a lock.
 */
function settleUnused(target: string): void {
  const database = new Database(target, { timeout: IN_USE_MS });
  try {
    database.pragma("locking_mode = EXCLUSIVE");
    database.exec("BEGIN EXCLUSIVE; COMMIT");
    database.pragma("wal_checkpoint(TRUNCATE)");
    database.pragma("journal_mode = DELETE");
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) {
      throw new StoreFileError(`${target} is in use`, "stop the server (and other octavo commands, and Litestream), then restore", {
        cause: error,
      });
    }
    // The file is damaged or not a database, which a restore repairs.
  } finally {
    database.close();
  }
}

/**
 * Gives the replaced database a second name (a hard link), so that a database exists under the
 * target's name at every moment.
 */
function keepUnder(target: string, replacedFile: string): void {
  rmSync(replacedFile, { force: true });
  try {
    linkSync(target, replacedFile);
  } catch {
    // A file system without hard links.
    makePrivateCopy(replacedFile, [target]);
    copyFileSync(target, replacedFile);
  }
  syncPath(replacedFile);
}
