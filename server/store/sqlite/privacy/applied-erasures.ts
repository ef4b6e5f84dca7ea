import Database from "better-sqlite3";
import type { AppliedErasure, ErasedRows, ErasureListMark, ErasureReplay } from "../../privacy-types.ts";
import { createConnection } from "../database/connection.ts";
import { requireOwnLog } from "../database/database-files.ts";
import { keepLastErasure, readErasureListMark } from "../database/meta.ts";
import { readSchemaVersion } from "../database/migrate.ts";
import type { Connection } from "../store-context.ts";
import { eraseAgain } from "./erase-person.ts";

/** The first schema version with the table. */
const APPLIED_ERASURES_VERSION = 15;

export function readAppliedErasures(connection: Connection): AppliedErasure[] {
  return connection.all<AppliedErasure>("SELECT entry, until FROM applied_erasure ORDER BY until");
}

/** A database file's own record of erasures. */
export interface RecordedErasures extends ErasureListMark {
  readonly applied: readonly AppliedErasure[];
  /** Whether visitors have written anything. */
  readonly holdsAnything: boolean;
}

/**
 * Reads a file through a read-only handle; null if its schema is older than the record of erasures.
 * @throws StoreFileError
 */
export function readRecordedErasures(file: string): RecordedErasures | null {
  requireOwnLog(file);
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    if (readSchemaVersion(database) < APPLIED_ERASURES_VERSION) return null;
    const connection = createConnection(() => database);
    const holdsAnything = holdsAnythingUntil(connection, Number.MAX_SAFE_INTEGER);
    return { applied: readAppliedErasures(connection), holdsAnything, ...readErasureListMark(connection) };
  } finally {
    database.close();
  }
}

/** Never goes back: an erasure until a later time includes the earlier one. */
export function recordErasures(connection: Connection, erasures: readonly AppliedErasure[]): void {
  for (const { entry, until } of erasures) {
    connection.run(
      "INSERT INTO applied_erasure (entry, until) VALUES (?, ?) ON CONFLICT DO UPDATE SET until = max(until, excluded.until)",
      entry,
      until,
    );
    keepLastErasure(connection, until);
  }
}

/** Runs in the caller's transaction: all of it is done or none, even if the process is killed. */
export function replayErasures(connection: Connection, { subjects, erasures }: ErasureReplay, now: number): ErasedRows {
  const erased = eraseAgain(connection, subjects, now);
  recordErasures(connection, erasures);
  return erased;
}

const OLDEST = [
  "SELECT 1 FROM comment WHERE state <> 'deleted' AND created_at <= ?",
  "SELECT 1 FROM inquiry WHERE created_at <= ?",
  "SELECT 1 FROM ban WHERE created_at <= ?",
].join(" UNION ALL ");

/** Whether there is any data that an erasure up to then could concern. */
export function holdsAnythingUntil(connection: Connection, until: number): boolean {
  return connection.get(`SELECT 1 FROM (${OLDEST}) LIMIT 1`, until, until, until) !== undefined;
}
