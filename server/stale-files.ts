import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { SALTS_FILE } from "./engagement/salts-file.ts";
import { ERASURES_FILE } from "./privacy/erasure-file.ts";
import { BACKUPS_FILE } from "./privacy/known-copies.ts";
import { removeStaleTemporaries } from "./private-file.ts";
import { SECRETS_FILE } from "./secrets/secrets-file.ts";
import { SENT_PREFIX } from "./store/file/send-file.ts";
import { recordPathOf } from "./store/sqlite/database/database-files.ts";

/**
 * Removes files that killed processes left beside a database.
 * @param now milliseconds since 1970
 */
export function removeStaleFiles(dbFile: string, now: number): void {
  const beside = [SECRETS_FILE, SALTS_FILE, ERASURES_FILE, BACKUPS_FILE].map((name) => join(dirname(dbFile), name));
  removeStaleTemporaries([recordPathOf(dbFile), ...beside], now);
  // Only a server sends such files, and no other server uses this database.
  for (const name of readdirSync(dirname(dbFile))) if (name.startsWith(SENT_PREFIX)) rmSync(join(dirname(dbFile), name), { force: true });
}
