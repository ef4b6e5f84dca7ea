import { existsSync } from "node:fs";
import { healthy, skipped } from "../../../server/incidents/diagnosis.ts";
import { SCHEMA_VERSION } from "../../../server/store/engine/migrations.ts";
import { readDatabaseAge } from "../../../server/store/sqlite/backup/database-age.ts";
import { requireOwnLog } from "../../../server/store/sqlite/database/database-files.ts";
import type { DoctorCheck } from "../doctor-check.ts";

/** Whether the database can be opened. `octavo db verify` checks its content. */
export const databaseCheck: DoctorCheck = {
  name: "database",
  about: "whether this version can open the database, and its log belongs to it",
  run({ dbFile, show }) {
    if (!existsSync(dbFile)) return skipped(`there is no ${show(dbFile)} yet: octavo start creates it, or name another with --db`);
    requireOwnLog(dbFile);
    const { version } = readDatabaseAge(dbFile);
    if (version < SCHEMA_VERSION) return healthy(`${show(dbFile)} has schema ${version}; the next start brings it to ${SCHEMA_VERSION}`);
    return healthy(`${show(dbFile)} can be opened; octavo db verify checks everything in it`);
  },
};
