import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { createEmptyPrivateFile, syncFolder, systemErrorCode } from "../../../private-file.ts";
import { StoreFileError } from "../../store-errors.ts";
import { adoptFormer, readSchemaVersion } from "../database/migrate.ts";
import { errorCode } from "../database/open-database.ts";
import { type DatabaseReport, inspectDatabase } from "../database/verify.ts";

/** Pages copied before the event loop gets its turn. */
const PAGES_A_STEP = 1_000;

/**
 * Copies all pages of one snapshot; returns the rows of each table in it.
 * @param owners whose owner gets the copy: the first that there is
 */
export async function copyDatabase(source: string, partial: string, owners: readonly string[]): Promise<Record<string, number>> {
  removeDatabase(partial);
  makePrivateCopy(partial, owners);
  const database = new Database(source, { readonly: true, fileMustExist: true });
  try {
    // A read transaction of our own holds the snapshot: without it the copy would begin again whenever someone writes between two steps.
    database.exec("BEGIN");
    const report = inspectDatabase(database);
    requireSound(report, source);
    await database.backup(partial, { progress: () => PAGES_A_STEP });
    database.exec("COMMIT");
    return report.rows;
  } catch (error) {
    removeDatabase(partial);
    throw explainCopyFailure(error, `${source} could not be copied`);
  } finally {
    database.close();
  }
}

/** Copies a database from before the rename, and makes the copy octavo's. */
export async function adoptCopy(source: string, copy: string, owners: readonly string[]): Promise<void> {
  removeDatabase(copy);
  makePrivateCopy(copy, owners);
  try {
    const original = new Database(source, { readonly: true, fileMustExist: true });
    try {
      await original.backup(copy, { progress: () => PAGES_A_STEP });
    } finally {
      original.close();
    }
    const database = new Database(copy, { fileMustExist: true });
    adoptFormer(database);
    database.close();
  } catch (error) {
    throw explainCopyFailure(error, `${source} could not be copied`);
  }
}

/** Turns the copy into a single file, changes it, and checks it; removes it if it is not sound. */
export function finishCopy(
  partial: string,
  expected: Record<string, number>,
  change: (database: Database.Database, version: number) => void,
): DatabaseReport {
  try {
    const database = new Database(partial, { fileMustExist: true });
    try {
      database.pragma("journal_mode = DELETE");
      change(database, readSchemaVersion(database));
      const report = inspectDatabase(database);
      for (const [table, count] of Object.entries(expected)) {
        if (report.rows[table] !== count) report.problems.push(`${table} has ${report.rows[table] ?? "no"} rows, the original ${count}`);
      }
      requireSound(report, "the copy");
      return report;
    } finally {
      database.close();
    }
  } catch (error) {
    removeDatabase(partial);
    throw explainCopyFailure(error, "the copy could not be checked");
  }
}

/** Puts a finished copy in the place of the target, whose logs go. */
export function publishCopy(partial: string, target: string): void {
  syncPath(partial);
  removeLogs(target);
  renameSync(partial, target);
  syncFolder(dirname(target));
}

export function syncPath(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Empty, for its owner alone. @throws StoreFileError */
export function makePrivateCopy(file: string, owners: readonly string[]): void {
  try {
    if (!createEmptyPrivateFile(file, owners)) throw new Error("somebody else has made it");
  } catch (error) {
    throw explainCopyFailure(error, `${file} cannot be made`);
  }
}

function removeLogs(file: string): void {
  for (const suffix of ["-wal", "-shm", "-journal"]) rmSync(`${file}${suffix}`, { force: true });
}

/** With its logs. */
export function removeDatabase(file: string): void {
  rmSync(file, { force: true });
  removeLogs(file);
}

export function requireFolder(file: string, how: string): void {
  const folder = dirname(file);
  if (!existsSync(folder)) throw new StoreFileError(`there is no folder ${folder}`, `make it ${how}: mkdir -p -m 700 ${folder}`);
}

export function requireSound({ problems }: DatabaseReport, file: string): void {
  if (problems.length === 0) return;
  throw new StoreFileError(
    `${file} is not sound:\n${problems.join("\n")}`,
    "use another backup; what octavo did not make in a file that you trust can be removed with an SQLite tool (DROP TRIGGER …)",
  );
}

export function explainCopyFailure(error: unknown, what: string): unknown {
  if (error instanceof StoreFileError) return error;
  const said = error instanceof Error ? error.message : String(error);
  if (errorCode(error) === "SQLITE_FULL" || systemErrorCode(error) === "ENOSPC")
    return new StoreFileError(
      `${what}: the disk is full (${said})`,
      "make as much room as the database takes, or name a file on another disk; nothing half-made is left",
      { cause: error },
    );
  return new StoreFileError(`${what}: ${said}`, "the folder must exist and have room; the file must be a database", { cause: error });
}
