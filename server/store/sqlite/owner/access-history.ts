import type { Connection } from "../store-context.ts";

/** How rows of another database are added: an id that was revoked in either database is revoked. */
export const MERGE_HISTORY = "ON CONFLICT (id) DO UPDATE SET revoked_at = coalesce(revoked_at, excluded.revoked_at)";

/**
 * Condition for valid keys and passkeys. Revoked ones are deleted, but rows added from another
 * database may include one of them again, or its revocation.
 */
export const IS_LIVE = "id NOT IN (SELECT id FROM access_history WHERE revoked_at IS NOT NULL)";

const NOTE_SQL = `INSERT INTO access_history (id, revoked_at) VALUES (?, ?) ${MERGE_HISTORY}`;

/**
 * Whether the id was once a first key, or was revoked, so that it must not be added as a first key.
 */
export function wasUsed(connection: Connection, id: string): boolean {
  return connection.get("SELECT 1 FROM access_history WHERE id = ?", id) !== undefined;
}

/** Runs in the transaction that adds the key. */
export function noteFirstKey(connection: Connection, id: string): void {
  connection.run(NOTE_SQL, id, null);
}

/** Runs in the transaction that deletes the key or passkey. */
export function noteRevoked(connection: Connection, id: string, now: number): void {
  connection.run(NOTE_SQL, id, now);
}

/** Deletes keys and passkeys that were revoked, after rows of another database were added. */
export function dropRevokedAccess(connection: Connection): void {
  for (const table of ["owner_key", "owner_passkey"])
    connection.run(`DELETE FROM ${table} WHERE id IN (SELECT id FROM access_history WHERE revoked_at IS NOT NULL)`);
}
