import Database from "better-sqlite3";
import { SECRETS_SQL } from "../sqlite/database/meta.ts";

/**
 * The fingerprint of the secrets that a database or backup was made with; null if no server with
 * schema version 4 or later has used it.
 */
export function readSecretsMark(file: string): string | null {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const hasMeta = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'meta'").get() !== undefined;
    return hasMeta ? (database.prepare<[], { value: string }>(SECRETS_SQL).get()?.value ?? null) : null;
  } finally {
    database.close();
  }
}
