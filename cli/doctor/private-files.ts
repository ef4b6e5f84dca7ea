import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { SALTS_FILE } from "../../server/engagement/visitor-key.ts";
import { ERASURES_FILE } from "../../server/privacy/erasure-record.ts";
import { BACKUPS_FILE, listKnownCopies } from "../../server/privacy/known-copies.ts";
import { SECRETS_FILE } from "../../server/secrets.ts";
import { TROUBLES_FILE } from "../../server/troubles/trouble-record.ts";

/** The files with keys, which nobody but the server's user may read. */
export const KEY_FILES: readonly string[] = [SECRETS_FILE, SALTS_FILE];

/**
 * Files that hold what visitors wrote, or keys, and that are there: the database, the files beside it and
 * every known copy. Its log is left out: SQLite gives it the same mode, and it stands beside. Absolute.
 */
export function privateFilesOf(dbFile: string): readonly string[] {
  const folder = dirname(dbFile);
  if (!existsSync(folder)) return [];
  const beside = [dbFile, ...[...KEY_FILES, ERASURES_FILE, BACKUPS_FILE, TROUBLES_FILE].map((name) => join(folder, name))];
  const copies = listKnownCopies(dbFile).map(({ file }) => file);
  return [...new Set([...beside.filter((file) => existsSync(file)), ...copies])];
}
