import { StoreFileError } from "../../store-errors.ts";
import { readSchemaVersion } from "../database/migrate.ts";
import { READ_ONLY, withDatabase } from "../database/open-database.ts";

/**
 * When visitors first and last wrote, in milliseconds since 1970; null if nobody has written a
 * comment or an inquiry.
 */
export interface DatabaseAge {
  /** The schema's version; 0 if the file is empty. */
  readonly version: number;
  readonly oldest: number | null;
  readonly newest: number | null;
}

const TIMES_SQL = `SELECT min(oldest) AS oldest, max(newest) AS newest FROM (
  SELECT min(created_at) AS oldest, max(created_at) AS newest FROM comment
  UNION ALL SELECT min(created_at), max(created_at) FROM inquiry)`;

/**
 * Reads only. A server may be using the file.
 * @throws StoreFileError if it cannot be read or is not octavo's
 */
export function readDatabaseAge(file: string): DatabaseAge {
  try {
    return withDatabase(file, READ_ONLY, (database) => {
      const version = readSchemaVersion(database);
      // Versions 1 and 2 create the tables.
      if (version < 2) return { version, oldest: null, newest: null };
      const { oldest, newest } = database.prepare<[], Omit<DatabaseAge, "version">>(TIMES_SQL).get() ?? { oldest: null, newest: null };
      return { version, oldest, newest };
    });
  } catch (error) {
    if (error instanceof StoreFileError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreFileError(
      `${file} cannot be read: ${reason}`,
      "check it with octavo db verify, or restore a backup: octavo db restore",
      {
        cause: error,
      },
    );
  }
}
