import { existsSync, statSync } from "node:fs";
import { StoreFileError } from "../../store-errors.ts";
import { requireOwnLog } from "../database/database-files.ts";
import { APPLICATION_ID } from "../database/migrate.ts";
import { checkSchema } from "../database/schema-check.ts";
import { copyDatabase, finishCopy, publishCopy, requireFolder } from "./database-copy.ts";
import { readFileHeader } from "./file-header.ts";

export interface Backup {
  file: string;
  bytes: number;
  version: number;
  rows: Record<string, number>;
  /** Parts of the schema that octavo did not make, or that it lacks: a restore would refuse the copy. */
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
  publishCopy(`${target}.partial`, target);
  return { file: target, bytes: statSync(target).size, version: report.version, rows: report.rows, foreign };
}

/** A backup is an octavo database without a write-ahead log; one that a server has used has the log switched on. */
function isBackup(file: string): boolean {
  const header = readFileHeader(file);
  return header !== null && header.applicationId === APPLICATION_ID && !header.hasWriteAheadLog;
}

function requireFile(file: string): void {
  if (!existsSync(file)) throw new StoreFileError(`there is no ${file}`, "name an existing database file");
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [statSync(one), statSync(other)];
  return a.ino === b.ino && a.dev === b.dev;
}
