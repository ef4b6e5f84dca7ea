import type { ErasedRows, ErasureReplay } from "../../privacy-types.ts";
import { FileConnection } from "../database/connection.ts";
import { clearCompactionDue, isCompactionDue } from "../database/meta.ts";
import { migrate, readSchemaVersion } from "../database/migrate.ts";
import { withDatabase } from "../database/open-database.ts";
import { replayErasures } from "./applied-erasures.ts";

/**
 * Repeats erasures in a copy of a backup, before it gets the database's name. The copy is migrated
 * to the newest schema and rewritten, so that free pages hold nothing. Its journal is in memory,
 * because one on disk would contain the erased data.
 */
export function eraseInCopy(copy: string, replay: ErasureReplay, now: number): ErasedRows {
  return withDatabase(copy, { fileMustExist: true }, (database) => {
    if (readSchemaVersion(database) === 0) return { rows: {}, posts: [] };
    database.pragma("journal_mode = MEMORY");
    database.pragma("secure_delete = ON");
    database.pragma("temp_store = MEMORY");
    database.pragma("foreign_keys = ON");
    migrate(database);
    const connection = new FileConnection(() => database);
    const found = database.transaction(() => replayErasures(connection, replay, now)).immediate();
    if (isCompactionDue(connection)) {
      clearCompactionDue(connection);
      database.exec("VACUUM");
    }
    return found;
  });
}
