import { META_TEXT_SQL } from "../sqlite/database/meta.ts";
import { READ_ONLY, withDatabase } from "../sqlite/database/open-database.ts";

/**
 * The fingerprint of the secrets that a database or backup was made with; null if no server with
 * schema version 4 or later has used it.
 */
export function readSecretsMark(file: string): string | null {
  return withDatabase(file, READ_ONLY, (database) => {
    const hasMeta = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'meta'").get() !== undefined;
    return hasMeta ? (database.prepare<[string], string>(META_TEXT_SQL).pluck().get("secrets") ?? null) : null;
  });
}
