import Database from "better-sqlite3";
import type { ErasedRows, ErasureReplay } from "../../privacy-types.ts";
import { createConnection } from "../database/connection.ts";
import { clearCompactionDue, isCompactionDue } from "../database/meta.ts";
import { migrate, readSchemaVersion } from "../database/migrate.ts";
import { replayErasures } from "./applied-erasures.ts";

/**
 * Erases anew in a copy of a backup, before it gets the database's name: the copy is brought to the newest schema, and rewritten so that none of it stays in free pages. Its journal is in
 * memory, for one on the disk would hold what is erased.
 */
export function eraseInCopy(copy: string, replay: ErasureReplay, now: number): ErasedRows {
  const database = new Database(copy, { fileMustExist: true });
  try {
    if (readSchemaVersion(database) === 0) return { rows: {}, posts: [] };
    database.pragma("journal_mode = MEMORY");
    database.pragma("secure_delete = ON");
    database.pragma("temp_store = MEMORY");
    database.pragma("foreign_keys = ON");
    migrate(database);
    const connection = createConnection(() => database);
    const found = database.transaction(() => replayErasures(connection, replay, now)).immediate();
    if (isCompactionDue(connection)) {
      clearCompactionDue(connection);
      database.exec("VACUUM");
    }
    return found;
  } finally {
    database.close();
  }
}
