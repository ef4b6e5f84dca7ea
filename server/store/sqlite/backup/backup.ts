import { existsSync, statSync } from "node:fs";
import { APPLICATION_ID } from "../../engine/migrations.ts";
import { StoreFileError } from "../../store-errors.ts";
import { requireOwnLog } from "../database/database-files.ts";
import { checkSchema } from "../database/schema-check.ts";
import { copyDatabase, finishCopy, publishCopy, requireFolder } from "./database-copy.ts";
import { isAgeFile, readFileHeader } from "./file-header.ts";

export interface Backup {
  file: string;
  bytes: number;
  version: number;
  rows: Record<string, number>;
  /**
   * Schema objects that octavo did not create, or that are missing. A restore would refuse the
   * copy.
   */
  foreign: string[];
}

/**
 * Copies a database as of one moment, even while it is in use. SQLite's online backup writes a file
 * beside the target. That file is checked (integrity, foreign keys, counts, the rows of every table
 * against the source), synced, and renamed over the target. The result is one file without a log.
 * @throws StoreFileError if the source cannot be read or is damaged, the target exists and is not a
 * backup, or the copy is not sound. The target is then untouched
 */
export async function backupDatabase({ source, target }: { source: string; target: string }): Promise<Backup> {
  requireFile(source);
  requireOwnLog(source);
  requireFolder(target, "for yourself only");
  if (existsSync(target) && isSameFile(source, target)) throw notReplaceable(target);
  requireReplaceable(target, false);
  // A new backup belongs to the current user. The folder's owner may not be allowed to read it.
  const rows = await copyDatabase(source, `${target}.partial`, [target]);
  let foreign: string[] = [];
  const report = finishCopy(`${target}.partial`, rows, (database, version) => {
    foreign = checkSchema(database, version);
  });
  publishCopy(`${target}.partial`, target);
  return { file: target, bytes: statSync(target).size, version: report.version, rows: report.rows, foreign };
}

/** @throws StoreFileError if the target exists and is not an older backup of the same form */
export function requireReplaceable(target: string, isEncrypted: boolean): void {
  if (!existsSync(target)) return;
  // If there is a log beside it, a process may have it open. It must then not even be opened here,
  // because closing it would drop that process's locks (POSIX).
  if (isEncrypted ? !isAgeFile(target) : existsSync(`${target}-wal`) || !isBackup(target)) throw notReplaceable(target);
}

function notReplaceable(target: string): StoreFileError {
  return new StoreFileError(`${target} exists and is not a backup`, "name another file: only an older backup is overwritten");
}

/**
 * A backup is an octavo database without a write-ahead log. A database that a server has used has
 * one.
 */
function isBackup(file: string): boolean {
  const header = readFileHeader(file);
  return header !== null && header.applicationId === APPLICATION_ID && !header.hasWriteAheadLog;
}

function requireFile(file: string): void {
  if (!existsSync(file)) throw new StoreFileError(`${file} does not exist`, "name an existing database file");
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [statSync(one), statSync(other)];
  return a.ino === b.ino && a.dev === b.dev;
}
