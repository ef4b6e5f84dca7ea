import type { OwnerKey, OwnerKeyStore } from "../../owner-types.ts";
import { readMetaText, writeMetaText } from "../database/meta.ts";
import type { StoreContext } from "../store-context.ts";
import { IS_LIVE, noteFirstKey, noteRevoked, wasUsed } from "./access-history.ts";

const COLUMNS = "id, name, scopes, created_at AS createdAt, expires_at AS expiresAt, last_used_on AS lastUsedOn";

const FIND_SQL = `SELECT ${COLUMNS}, hash FROM owner_key WHERE id = ? AND expires_at > ? AND ${IS_LIVE}`;
const INSERT_SQL = "INSERT INTO owner_key (id, hash, name, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)";

interface KeyRow extends Omit<OwnerKey, "scopes"> {
  /** JSON. */
  readonly scopes: string;
  readonly hash: Uint8Array;
}

export function createOwnerKeys(context: Pick<StoreContext, "connection" | "read" | "write">): OwnerKeyStore {
  const { connection, read, write } = context;
  return {
    add: ({ id, name, scopes, expiresAt, hash }) =>
      write((now) => {
        connection.run(INSERT_SQL, id, hash, name, JSON.stringify(scopes), now, expiresAt);
        return { id, name, scopes, createdAt: now, expiresAt, lastUsedOn: null };
      }),
    addFirst: async ({ id, name, scopes, expiresAt, hash }) => {
      if (await read(() => wasUsed(connection, id))) return;
      await write((now) => {
        // The newest first key, whether it is still valid or not.
        const before = readMetaText(connection, "first-key");
        if (before !== null) {
          connection.run("DELETE FROM owner_key WHERE id = ?", before);
          noteRevoked(connection, before, now);
        }
        connection.run("DELETE FROM owner_key WHERE id = ?", id);
        connection.run(INSERT_SQL, id, hash, name, JSON.stringify(scopes), now, expiresAt);
        noteFirstKey(connection, id);
        writeMetaText(connection, "first-key", id);
      });
    },
    list: () => read(() => connection.all<KeyRow>(`SELECT ${COLUMNS} FROM owner_key WHERE ${IS_LIVE} ORDER BY created_at, id`).map(toKey)),
    find: (id) =>
      read((now) => {
        const row = connection.get<KeyRow>(FIND_SQL, id, now);
        return row === undefined ? null : { ...toKey(row), hash: row.hash };
      }),
    any: () => read((now) => connection.get(`SELECT 1 FROM owner_key WHERE expires_at > ? AND ${IS_LIVE} LIMIT 1`, now) !== undefined),
    used: async (id, day) => {
      const isNew = await read(
        () => connection.get("SELECT 1 FROM owner_key WHERE id = ? AND last_used_on IS NOT ?", id, day) !== undefined,
      );
      if (isNew) await write(() => connection.run("UPDATE owner_key SET last_used_on = ? WHERE id = ?", day, id));
    },
    revoke: (id) =>
      write((now) => {
        const isFound = connection.run("DELETE FROM owner_key WHERE id = ?", id) > 0;
        if (isFound) noteRevoked(connection, id, now);
        return isFound;
      }),
  };
}

function toKey({ id, name, scopes, createdAt, expiresAt, lastUsedOn }: KeyRow): OwnerKey {
  return { id, name, scopes: JSON.parse(scopes) as string[], createdAt, expiresAt, lastUsedOn };
}
