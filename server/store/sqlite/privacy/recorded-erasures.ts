import type { AppliedErasure, ErasureListMark } from "../../privacy-types.ts";
import { FileConnection } from "../database/connection.ts";
import { requireOwnLog } from "../database/database-files.ts";
import { readErasureListMark } from "../database/meta.ts";
import { readSchemaVersion } from "../database/migrate.ts";
import { READ_ONLY, withDatabase } from "../database/open-database.ts";
import { holdsAnythingUntil, readAppliedErasures } from "./applied-erasures.ts";

/** The first schema version with the table. */
const APPLIED_ERASURES_VERSION = 15;

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
  return withDatabase(file, READ_ONLY, (database) => {
    if (readSchemaVersion(database) < APPLIED_ERASURES_VERSION) return null;
    const connection = new FileConnection(() => database);
    const holdsAnything = holdsAnythingUntil(connection, Number.MAX_SAFE_INTEGER);
    return { applied: readAppliedErasures(connection), holdsAnything, ...readErasureListMark(connection) };
  });
}
