import Database from "better-sqlite3";
import { StoreFileError } from "../../store-errors.ts";
import { readSchemaVersion } from "../database/migrate.ts";

/** From when to when visitors wrote. Instants in ms since 1970; null: nobody has written a comment or an inquiry. */
export interface DatabaseAge {
  /** The schema's version; 0: the file is empty. */
  readonly version: number;
  readonly oldest: number | null;
  readonly newest: number | null;
}

const TIMES_SQL = `SELECT min(oldest) AS oldest, max(newest) AS newest FROM (
  SELECT min(created_at) AS oldest, max(created_at) AS newest FROM comment
  UNION ALL SELECT min(created_at), max(created_at) FROM inquiry)`;

/**
 * Reads only; a server may be running on the file.
 * @throws StoreFileError when it cannot be read, or is not octavo's
 */
export function readDatabaseAge(file: string): DatabaseAge {
  let database: Database.Database | null = null;
  try {
    database = new Database(file, { readonly: true, fileMustExist: true });
    const version = readSchemaVersion(database);
    // The tables are of versions 1 and 2.
    if (version < 2) return { version, oldest: null, newest: null };
    const { oldest, newest } = database.prepare<[], Omit<DatabaseAge, "version">>(TIMES_SQL).get() ?? { oldest: null, newest: null };
    return { version, oldest, newest };
  } catch (error) {
    if (error instanceof StoreFileError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreFileError(
      `${file} cannot be read: ${reason}`,
      "look at it with octavo db verify, or restore a backup: octavo db restore",
      {
        cause: error,
      },
    );
  } finally {
    database?.close();
  }
}
