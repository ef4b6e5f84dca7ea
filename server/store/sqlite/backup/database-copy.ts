import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { createEmptyPrivateFile, syncFolder, syncPath, systemErrorCode } from "../../../private-file.ts";
import { StoreFileError } from "../../store-errors.ts";
import { RECORD_SUFFIX } from "../database/database-files.ts";
import { adoptFormer, readSchemaVersion } from "../database/migrate.ts";
import { errorCode, READ_ONLY, withDatabase } from "../database/open-database.ts";
import { type DatabaseReport, inspectDatabase } from "../database/verify.ts";

/** Pages to copy before yielding to the event loop. */
const PAGES_A_STEP = 1_000;

/**
 * Copies all pages of one snapshot; returns the row count of each table.
 * @param owners gives the copy to the owner of the first existing file
 */
export async function copyDatabase(source: string, partial: string, owners: readonly string[]): Promise<Record<string, number>> {
  removeDatabase(partial);
  makePrivateCopy(partial, owners);
  const database = new Database(source, READ_ONLY);
  try {
    // Our own read transaction holds the snapshot. Without it, the copy would start over after
    // every write between two steps.
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

/** Copies a database from before the program was renamed, and converts the copy. */
export async function adoptCopy(source: string, copy: string, owners: readonly string[]): Promise<void> {
  removeDatabase(copy);
  makePrivateCopy(copy, owners);
  try {
    const original = new Database(source, READ_ONLY);
    try {
      await original.backup(copy, { progress: () => PAGES_A_STEP });
    } finally {
      original.close();
    }
    withDatabase(copy, { fileMustExist: true }, adoptFormer);
  } catch (error) {
    throw explainCopyFailure(error, `${source} could not be copied`);
  }
}

/** Turns the copy into a single file, changes it and checks it; removes it if it is not sound. */
export function finishCopy(
  partial: string,
  expected: Record<string, number>,
  change: (database: Database.Database, version: number) => void,
): DatabaseReport {
  return orRemove(partial, "the copy could not be checked", () =>
    withDatabase(partial, { fileMustExist: true }, (database) => {
      database.pragma("journal_mode = DELETE");
      change(database, readSchemaVersion(database));
      const report = inspectDatabase(database);
      for (const [table, count] of Object.entries(expected)) {
        if (report.rows[table] !== count)
          report.problems.push(`${table} has ${report.rows[table] ?? "no"} rows, but the original has ${count}`);
      }
      requireSound(report, "the copy");
      return report;
    }),
  );
}

/** Removes the copy if the work throws. */
export function orRemove<T>(partial: string, failure: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    removeDatabase(partial);
    throw explainCopyFailure(error, failure);
  }
}

/** Replaces the target with a finished copy and removes the target's logs. */
export function publishCopy(partial: string, target: string): void {
  syncPath(partial);
  removeLogs(target);
  renameSync(partial, target);
  syncFolder(dirname(target));
}

/**
 * Creates an empty file that only its owner may read.
 * @throws StoreFileError
 */
export function makePrivateCopy(file: string, owners: readonly string[]): void {
  try {
    if (!createEmptyPrivateFile(file, owners)) throw new Error("another process created it");
  } catch (error) {
    throw explainCopyFailure(error, `${file} cannot be created`);
  }
}

function removeLogs(file: string): void {
  for (const suffix of ["-wal", "-shm", "-journal"]) rmSync(`${file}${suffix}`, { force: true });
}

/** Removes a database with its logs, and the record of the store that opened it. */
export function removeDatabase(file: string): void {
  rmSync(file, { force: true });
  rmSync(`${file}${RECORD_SUFFIX}`, { force: true });
  removeLogs(file);
}

export function requireFolder(file: string, how: string): void {
  const folder = dirname(file);
  if (!existsSync(folder)) throw new StoreFileError(`the folder ${folder} does not exist`, `create it ${how}: mkdir -p -m 700 ${folder}`);
}

export function requireSound({ problems }: DatabaseReport, file: string): void {
  if (problems.length === 0) return;
  throw new StoreFileError(
    `${file} is not sound:\n${problems.join("\n")}`,
    "use another backup; if you trust the file, remove objects that octavo did not create with an SQLite tool (DROP TRIGGER …)",
  );
}

export function explainCopyFailure(error: unknown, what: string): unknown {
  if (error instanceof StoreFileError) return error;
  const said = error instanceof Error ? error.message : String(error);
  if (errorCode(error) === "SQLITE_FULL" || systemErrorCode(error) === "ENOSPC")
    return new StoreFileError(
      `${what}: the disk is full (${said})`,
      "free as much space as the database takes, or name a file on another disk; no partial file is left",
      { cause: error },
    );
  return new StoreFileError(`${what}: ${said}`, "the folder must exist and have free space; the file must be a database", { cause: error });
}
