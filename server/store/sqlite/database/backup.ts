import { closeSync, copyFileSync, existsSync, fsyncSync, linkSync, openSync, readSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { giveToOwnerOf } from "../../../private-file.ts";
import type { ErasedRows, ErasedSubjects } from "../../privacy-types.ts";
import { StoreFileError } from "../../store-errors.ts";
import { requireOwnLog } from "./database-files.ts";
import { APPLICATION_ID, readSchemaVersion } from "./migrate.ts";
import { checkSchema } from "./schema-check.ts";
import { type DatabaseReport, inspectDatabase, verifyDatabase } from "./verify.ts";

/** Pages copied before the event loop gets its turn. */
const PAGES_A_STEP = 1_000;
/** What visitors wrote is for their owner alone. */
const PRIVATE_MODE = 0o600;
/** How long a restore waits for the lock that proves nobody uses the database, ms. */
const IN_USE_MS = 1_000;

export interface Backup {
  file: string;
  bytes: number;
  version: number;
  rows: Record<string, number>;
  /** What the schema has and octavo did not make, or lacks: a restore would refuse the copy. */
  foreign: string[];
}

/**
 * Copies a database that may be in use, as of one moment: SQLite's online backup into a file beside the target, which is checked (integrity, foreign
 * keys, counts, the rows of every table against the source), synced, and renamed over the target. One file; no log beside it.
 *
 * @throws StoreFileError: the source cannot be read or is damaged, the target is something else than an older backup, or the copy is not sound. The target is untouched then.
 */
export async function backupDatabase({ source, target }: { source: string; target: string }): Promise<Backup> {
  requireFile(source);
  requireOwnLog(source);
  requireFolder(target, "for yourself alone");
  // A log beside it means that a process may have it open: then it must not even be looked into, closing it would drop that process's locks (POSIX).
  if (existsSync(target) && (existsSync(`${target}-wal`) || isSameFile(source, target) || !isBackup(target))) {
    throw new StoreFileError(`${target} exists and is not a backup`, "name another file: only an older backup is written over");
  }
  // A new one is for whoever makes it: the owner of the folder need not be one who may read it.
  const rows = await copyDatabase(source, `${target}.partial`, [target]);
  let foreign: string[] = [];
  const report = finishCopy(`${target}.partial`, rows, (database, version) => {
    foreign = checkSchema(database, version);
  });
  publish(`${target}.partial`, target);
  return { file: target, bytes: statSync(target).size, version: report.version, rows: report.rows, foreign };
}

export interface RestoreOptions {
  readonly backup: string;
  readonly target: string;
  /** Whom the restored database must not bring back. Default: nobody is known. */
  readonly erased?: ErasedSubjects | null;
  /** ms since 1970, for what is erased again. */
  readonly now?: number;
}

export interface Restored {
  readonly file: string;
  readonly kept: string | null;
  /** Rows that were erased again, by what they are. */
  readonly erasedRows: ErasedRows["rows"];
}

/**
 * Puts a backup in the place of a database that nobody uses. The backup is checked before and after copying, its schema against the migrations; every comment is rendered anew
 * from its source. What stood there before is kept as
 * `<target>.before-restore`. The next start migrates an older one.
 *
 * @throws StoreFileError: the backup is not sound, or a process has the target open. The target is untouched then.
 */
export async function restoreDatabase({ backup, target, erased = null, now = Date.now() }: RestoreOptions): Promise<Restored> {
  requireFolder(target, "as the user that the server runs as");
  // Taking the log in would destroy what stands there now, and throwing it away what it holds.
  requireOwnLog(target);
  requireSound(verifyDatabase(backup), backup);
  const partial = `${target}.partial`;
  const rows = await copyDatabase(backup, partial, [target, dirname(target)]);
  const { renderAllAnew } = await import("../comments/renderings.ts");
  finishCopy(partial, rows, (database, version) => {
    if (version > 0) renderAllAnew(database);
  });
  const erasedRows = erased === null ? {} : await eraseInCopy(partial, erased, now);
  const kept = `${target}.before-restore`;
  const replaced = existsSync(target);
  if (replaced) {
    try {
      // Last, and nothing slow after it: a server that starts meanwhile would write into a file that is about to lose its name.
      settleUnused(target);
    } catch (error) {
      removeDatabase(partial);
      throw error;
    }
    keepUnder(target, kept);
  }
  publish(partial, target);
  return { file: target, kept: replaced ? kept : null, erasedRows };
}

/** What was erased since the backup was made never stands under the database's name. */
async function eraseInCopy(partial: string, erased: ErasedSubjects, now: number): Promise<ErasedRows["rows"]> {
  const { replayErasures } = await import("../privacy/replay-erasures.ts");
  try {
    const { rows } = replayErasures(partial, erased, now);
    requireSound(verifyDatabase(partial), "the copy");
    return rows;
  } catch (error) {
    removeDatabase(partial);
    throw explain(error, "what was erased could not be erased in the copy");
  }
}

/** A second name, not a move: there is a database under its own at every moment. */
function keepUnder(target: string, kept: string): void {
  rmSync(kept, { force: true });
  try {
    linkSync(target, kept);
  } catch {
    // A file system without hard links.
    makePrivate(kept, [target]);
    copyFileSync(target, kept);
  }
  syncPath(kept);
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [statSync(one), statSync(other)];
  return a.ino === b.ino && a.dev === b.dev;
}

/** A backup is an octavo database without a write-ahead log; one that a server has used has the log switched on (file format, offsets 18 and 68). */
function isBackup(file: string): boolean {
  const descriptor = openSync(file, "r");
  try {
    const header = Buffer.alloc(100);
    readSync(descriptor, header, 0, header.length, 0);
    return header.toString("latin1", 0, 15) === "SQLite format 3" && header[18] === 1 && header.readUInt32BE(68) === APPLICATION_ID;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Copies all pages of one snapshot; returns the rows of each table in it.
 * @param owners whose owner gets the copy: the first that there is
 */
async function copyDatabase(source: string, partial: string, owners: readonly string[]): Promise<Record<string, number>> {
  removeDatabase(partial);
  makePrivate(partial, owners);
  const database = new Database(source, { readonly: true, fileMustExist: true });
  try {
    // A read transaction of our own holds the snapshot: without it the copy would begin anew whenever someone writes between two steps.
    database.exec("BEGIN");
    const { rows } = inspectRows(database, source);
    await database.backup(partial, { progress: () => PAGES_A_STEP });
    database.exec("COMMIT");
    return rows;
  } catch (error) {
    removeDatabase(partial);
    throw explain(error, `${source} could not be copied`);
  } finally {
    database.close();
  }
}

function inspectRows(database: Database.Database, source: string): DatabaseReport {
  const report = inspectDatabase(database);
  requireSound(report, source);
  return report;
}

/** Turns the copy into a single file, changes it, and checks it; removes it if it is not sound. */
function finishCopy(
  partial: string,
  expected: Record<string, number>,
  change: (database: Database.Database, version: number) => void = () => {},
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
    throw explain(error, "the copy could not be checked");
  }
}

/** Takes the log into the database and makes sure that no process has it open: in WAL mode each holds a lock as long as it does. */
function settleUnused(target: string): void {
  const database = new Database(target, { timeout: IN_USE_MS });
  try {
    database.pragma("locking_mode = EXCLUSIVE");
    database.exec("BEGIN EXCLUSIVE; COMMIT");
    database.pragma("wal_checkpoint(TRUNCATE)");
    database.pragma("journal_mode = DELETE");
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) {
      throw new StoreFileError(`${target} is in use`, "stop the server (and other octavo commands), then restore", { cause: error });
    }
    // Damaged or no database: that is what a restore is for.
  } finally {
    database.close();
  }
}

function publish(partial: string, target: string): void {
  syncPath(partial);
  removeLogs(target);
  renameSync(partial, target);
  syncPath(dirname(target));
}

function syncPath(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function makePrivate(file: string, owners: readonly string[]): void {
  try {
    const made = openSync(file, "wx", PRIVATE_MODE);
    try {
      giveToOwnerOf(made, ...owners);
    } finally {
      closeSync(made);
    }
  } catch (error) {
    throw explain(error, `${file} cannot be made`);
  }
}

function removeLogs(file: string): void {
  for (const suffix of ["-wal", "-shm", "-journal"]) rmSync(`${file}${suffix}`, { force: true });
}

function removeDatabase(file: string): void {
  rmSync(file, { force: true });
  removeLogs(file);
}

function requireFile(file: string): void {
  if (!existsSync(file)) throw new StoreFileError(`there is no ${file}`, "name an existing database file");
}

function requireFolder(file: string, how: string): void {
  const folder = dirname(file);
  if (!existsSync(folder)) throw new StoreFileError(`there is no folder ${folder}`, `make it ${how}: mkdir -p -m 700 ${folder}`);
}

function requireSound({ problems }: DatabaseReport, file: string): void {
  if (problems.length === 0) return;
  throw new StoreFileError(
    `${file} is not sound:\n${problems.join("\n")}`,
    "use another backup; what octavo did not make in a file that you trust can be removed with an SQLite tool (DROP TRIGGER …)",
  );
}

function explain(error: unknown, what: string): unknown {
  if (error instanceof StoreFileError) return error;
  const said = error instanceof Error ? error.message : String(error);
  return new StoreFileError(`${what}: ${said}`, "the folder must exist and have room; the file must be a database", { cause: error });
}
