import type Database from "better-sqlite3";
import { APPLICATION_ID, MIGRATIONS, type Migration, SCHEMA_VERSION } from "../../engine/migrations.ts";
import { StoreFileError } from "../../store-errors.ts";

/**
 * Marks databases from before the program was called Octavo ("Quir"). They have the schema of the
 * first migrations.
 */
export const FORMER_APPLICATION_ID = 0x51756972;

/**
 * Converts a database from before the program was renamed; nothing else in it changes. False if it
 * is not such a database.
 */
export function adoptFormer(database: Database.Database): boolean {
  if (pragmaNumber(database, "application_id") !== FORMER_APPLICATION_ID) return false;
  database.pragma(`application_id = ${APPLICATION_ID}`);
  return true;
}

/**
 * The version of a database that is octavo's or empty (0).
 * @throws StoreFileError for another program's database, or one newer than this program
 */
export function readSchemaVersion(database: Database.Database): number {
  const version = pragmaNumber(database, "user_version");
  const application = pragmaNumber(database, "application_id");
  if (application === FORMER_APPLICATION_ID)
    throw new StoreFileError(
      `${database.name} was created before this program was called Octavo`,
      `stop the processes that use it, then migrate it: octavo db migrate --db ${database.name}; a backup can be restored as it is`,
    );
  const empty = database.prepare("SELECT count(*) FROM sqlite_schema").pluck().get() === 0;
  if (application !== APPLICATION_ID && !(empty && application === 0 && version === 0)) {
    throw new StoreFileError(`${database.name} is an SQLite database, but not one of octavo's`, "name another file, or move this one away");
  }
  if (version > SCHEMA_VERSION) {
    throw new StoreFileError(
      `${database.name} has version ${version} of the schema, but this program supports only versions up to ${SCHEMA_VERSION}`,
      "run the newer octavo that wrote it, or restore a backup from before the update",
    );
  }
  return version;
}

/**
 * For a process that must not migrate, because a server of an older version may be using the
 * database.
 * @throws StoreFileError like `readSchemaVersion`, and for a database older than this program
 */
export function requireSchema(database: Database.Database): void {
  const version = readSchemaVersion(database);
  if (version === SCHEMA_VERSION) return;
  throw new StoreFileError(
    `${database.name} has version ${version} of the schema, but this program needs version ${SCHEMA_VERSION}`,
    "start the server of this version, which migrates it, or stop the server and run `octavo db migrate`",
  );
}

/**
 * Migrates a database to the newest version in one transaction: all steps or none. Safe if several
 * processes start at the same time.
 * @returns the names of the steps that ran
 * @throws StoreFileError like `readSchemaVersion`, and if a step fails
 */
export function migrate(database: Database.Database, migrations: readonly Migration[] = MIGRATIONS): string[] {
  if (readSchemaVersion(database) >= migrations.length) return [];
  const run = database.transaction((): string[] => {
    // Read again, because another process may have migrated while this one waited for the lock.
    const missing = migrations.slice(readSchemaVersion(database));
    for (const step of missing) runStep(database, step);
    return missing.map((step) => step.name);
  });
  return run.immediate();
}

function runStep(database: Database.Database, step: Migration): void {
  try {
    database.exec(step.sql);
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.pragma(`user_version = ${step.version}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreFileError(
      `migration ${step.version} (${step.name}) of ${database.name} failed: ${reason}`,
      "nothing was changed; check the file with `octavo db verify`, then start again",
      { cause: error },
    );
  }
}

function pragmaNumber(database: Database.Database, name: string): number {
  return Number(database.pragma(name, { simple: true }));
}
