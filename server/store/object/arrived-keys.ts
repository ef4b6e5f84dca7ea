import type { OwnerKeyStore } from "../owner-types.ts";
import { dropRevokedAccess, noteRevoked } from "../sqlite/owner/access-history.ts";
import type { Connection } from "../sqlite/store-context.ts";

/** The table of the owner's keys. During a push it contains the site's own keys. */
export const KEY_TABLE = "owner_key";
/** Keys of a file wait here until its push has ended. Until then they are not valid. */
export const ARRIVED_KEY_TABLE = "octavo_arrived_key";

/** Creates an empty table for the keys of a file. */
export function emptyArrivedKeys(connection: Connection): void {
  const table = connection.get<{ sql: string }>("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", KEY_TABLE);
  const sql = table?.sql.replace(new RegExp(`^CREATE TABLE "?${KEY_TABLE}"?`), `CREATE TABLE ${ARRIVED_KEY_TABLE}`) ?? "";
  connection.run(`DROP TABLE IF EXISTS ${ARRIVED_KEY_TABLE}`);
  connection.run(sql);
}

/**
 * Makes the file's keys valid, except revoked ones. If an id exists in both, the site's own key
 * stays.
 */
export function admitArrivedKeys(connection: Connection): void {
  connection.run(`INSERT INTO ${KEY_TABLE} SELECT * FROM ${ARRIVED_KEY_TABLE} WHERE true ON CONFLICT DO NOTHING`);
  connection.run(`DROP TABLE ${ARRIVED_KEY_TABLE}`);
  dropRevokedAccess(connection);
}

export interface FillKeysOptions {
  readonly connection: Connection;
  readonly clock: () => number;
  readonly transfer: { isFilling(): boolean };
  /** Writes regardless of whether the database is being filled. */
  readonly ungated: OwnerKeyStore;
}

/**
 * Lists, creates and revokes the site's keys even during a push. A key of the file can be revoked
 * before it becomes valid.
 */
export function openKeysDuringFill(gated: OwnerKeyStore, { connection, clock, transfer, ungated }: FillKeysOptions): OwnerKeyStore {
  const duringFill: OwnerKeyStore = {
    ...ungated,
    revoke: async (id) => {
      if (await ungated.revoke(id)) return true;
      if (connection.get(`SELECT 1 FROM ${ARRIVED_KEY_TABLE} WHERE id = ?`, id) === undefined) return false;
      connection.transaction(() => noteRevoked(connection, id, clock()));
      return true;
    },
  };
  const keys = (): OwnerKeyStore => (transfer.isFilling() ? duringFill : gated);
  return {
    add: (key) => keys().add(key),
    addFirst: (key) => keys().addFirst(key),
    list: () => keys().list(),
    find: (id) => keys().find(id),
    any: () => keys().any(),
    used: (id, day) => keys().used(id, day),
    revoke: (id) => keys().revoke(id),
  };
}
