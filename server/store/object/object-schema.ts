import { APPLICATION_ID, MIGRATIONS, type Migration } from "../engine/migrations.ts";
import type { Connection } from "../sqlite/store-context.ts";
import { StoreFileError } from "../store-errors.ts";

/**
 * The schema version and the application id, which are in a file's header. A Durable Object refuses
 * the PRAGMAs that set them.
 */
const HEADER_SQL = `CREATE TABLE octavo_header (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  application_id INTEGER NOT NULL,
  user_version INTEGER NOT NULL CHECK (user_version >= 0),
  filling TEXT
) STRICT`;

/**
 * Migrates the object's database to the newest version in one transaction.
 * @returns the names of the steps that ran
 * @throws StoreFileError for another program's database, one newer than this program, and if a step
 * fails; nothing has changed then
 */
export function migrateObject(connection: Connection, migrations: readonly Migration[] = MIGRATIONS): string[] {
  return connection.transaction(() => {
    const missing = migrations.slice(readVersion(connection, migrations.length));
    if (missing.length === 0) return [];
    for (const step of missing) runStep(connection, step);
    connection.run(
      "INSERT INTO octavo_header (id, application_id, user_version) VALUES (1, ?, ?) ON CONFLICT DO UPDATE SET user_version = excluded.user_version",
      APPLICATION_ID,
      migrations.length,
    );
    return missing.map(({ name }) => name);
  });
}

function readVersion(connection: Connection, supported: number): number {
  // Once the day's rows are used up, a statement that might write is refused, even if it would write nothing.
  if (connection.get("SELECT 1 FROM sqlite_schema WHERE name = 'octavo_header'") === undefined) connection.run(HEADER_SQL);
  const header = connection.get<{ application_id: number; user_version: number }>("SELECT application_id, user_version FROM octavo_header");
  if (header === undefined) return 0;
  if (header.application_id !== APPLICATION_ID)
    throw new StoreFileError("this object holds another program's database", "give Octavo its own class of Durable Objects");
  if (header.user_version > supported)
    throw new StoreFileError(
      `this object's database has version ${header.user_version} of the schema, but this program supports only versions up to ${supported}`,
      "deploy the newer octavo that wrote it",
    );
  return header.user_version;
}

function runStep(connection: Connection, { version, name, sql }: Migration): void {
  try {
    connection.run(sql);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreFileError(`migration ${version} (${name}) failed: ${reason}`, "nothing was changed; deploy the previous version", {
      cause: error,
    });
  }
}

/** The id of the fill that has started but not ended; null if the database is complete. */
export function readFilling(connection: Connection): string | null {
  return connection.get<{ filling: string | null }>("SELECT filling FROM octavo_header")?.filling ?? null;
}

export function writeFilling(connection: Connection, id: string | null): void {
  connection.run("UPDATE octavo_header SET filling = ?", id);
}

/**
 * Drops all tables and creates them again. Unlike deleting rows, dropping a table writes none.
 * @param tables each before the tables that its rows refer to
 */
export function emptyObject(connection: Connection, tables: readonly string[]): void {
  connection.run("PRAGMA defer_foreign_keys = ON");
  for (const table of tables) connection.run(`DROP TABLE "${table}"`);
  connection.run("DELETE FROM octavo_header");
  migrateObject(connection);
}
