import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { SALTS_FILE } from "../../server/engagement/salts-file.ts";
import { INCIDENTS_FILE } from "../../server/incidents/incident-file.ts";
import { ERASURES_FILE } from "../../server/privacy/erasure-file.ts";
import { BACKUPS_FILE, listKnownCopies } from "../../server/privacy/known-copies.ts";
import { SECRETS_FILE } from "../../server/secrets/secrets-file.ts";

/** Files with keys. Only the server's user may read them. */
export const KEY_FILES: readonly string[] = [SECRETS_FILE, SALTS_FILE];

/**
 * Existing files that contain keys or visitors' data: the database, the files next to it and every
 * known copy. Leaves out SQLite's log, which is next to the database and gets the same mode. The
 * paths are absolute.
 */
export function privateFilesOf(dbFile: string): readonly string[] {
  const folder = dirname(dbFile);
  if (!existsSync(folder)) return [];
  const beside = [dbFile, ...[...KEY_FILES, ERASURES_FILE, BACKUPS_FILE, INCIDENTS_FILE].map((name) => join(folder, name))];
  const copies = listKnownCopies(dbFile).map(({ file }) => file);
  return [...new Set([...beside.filter((file) => existsSync(file)), ...copies])];
}
