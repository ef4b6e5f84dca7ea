import Database from "better-sqlite3";
import { errorCode } from "../database/open-database.ts";
import { MERGE_HISTORY } from "../owner/access-history.ts";

/** Rows of a backup that a restore does not bring back, because they were revoked since then. */
export interface RestoredRevocations {
  /** Keys of the owner that the replaced database no longer had. */
  readonly keys: number;
  /** Keys that are valid again, because it is unknown whether they were revoked. */
  readonly unconfirmedKeys: number;
  /** Subscriptions to replies that their readers ended. */
  readonly subscriptions: number;
  /** Bans that were revoked, or have expired. */
  readonly bans: number;
  /** Passkeys that the replaced database no longer had. */
  readonly passkeys: number;
}

type Handle = Database.Database;

/**
 * Finds ids of the copy's rows that were revoked. The current database is newer than the backup,
 * but it may also be a new one that a server created after the old one was lost. In that case a
 * missing row proves nothing.
 */
const FINDERS = {
  /** A stolen key must not come back, and the owner can create another at any time. */
  owner_key: (copy: Handle, present: Handle) => missing(copy, present, "SELECT id FROM owner_key"),
  owner_passkey: (copy: Handle, present: Handle) => missing(copy, present, "SELECT id FROM owner_passkey"),
  /** Ended by its reader, if the comment still exists. */
  reply_subscription: (copy: Handle, present: Handle) => {
    const ended = new Set(missing(copy, present, "SELECT public_id FROM reply_subscription"));
    const isThere = present.prepare("SELECT 1 FROM comment WHERE public_id = ? AND state <> 'deleted'");
    return copy
      .prepare<[], { id: number; publicId: string; comment: string }>(
        `SELECT s.id, s.public_id AS publicId, comment.public_id AS comment
         FROM reply_subscription AS s JOIN comment ON comment.id = s.comment_id`,
      )
      .all()
      .flatMap(({ id, publicId, comment }) => (ended.has(publicId) && isThere.get(comment) !== undefined ? [id] : []));
  },
  /**
   * A ban's number is never assigned twice, so a database with higher numbers once had that ban.
   */
  ban: (copy: Handle, present: Handle) => {
    const last = present.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'ban'").pluck().get() ?? 0;
    return missing(copy, present, "SELECT id FROM ban").filter((id) => Number(id) <= last);
  },
} as const;

/** Restoring these would reactivate ended sessions and used links, so the owner signs in again. */
const NEVER_RESTORED = ["owner_session", "owner_link"];

/**
 * Deletes the rows of a backup's copy that were revoked since the backup.
 * @param file the database to be replaced; if it cannot be read, nothing is deleted
 */
export function dropRevoked(copy: string, file: string): RestoredRevocations {
  const database = new Database(copy, { fileMustExist: true });
  const present = openPresent(file);
  const drop = (table: keyof typeof FINDERS): number | null => {
    if (present === null || !hasTable(database, table) || !hasTable(present, table)) return null;
    const revoked = findReadable(() => FINDERS[table](database, present));
    return revoked === null ? null : deleteRows(database, table, revoked);
  };
  try {
    return database
      .transaction(() => {
        for (const table of NEVER_RESTORED) if (hasTable(database, table)) database.exec(`DELETE FROM ${table}`);
        const history = present === null ? [] : readHistory(present);
        keepHistory(database, history);
        // The history names revoked ids even if the pages with the keys are damaged.
        const revokedIds = history.filter(({ revokedAt }) => revokedAt !== null).map(({ id }) => id);
        const namedKeys = deleteRows(database, "owner_key", revokedIds);
        const namedPasskeys = deleteRows(database, "owner_passkey", revokedIds);
        const keys = drop("owner_key");
        const unconfirmedKeys = keys === null && hasTable(database, "owner_key") ? countKeys(database) : 0;
        return {
          keys: namedKeys + (keys ?? 0),
          unconfirmedKeys,
          subscriptions: drop("reply_subscription") ?? 0,
          bans: drop("ban") ?? 0,
          passkeys: namedPasskeys + (drop("owner_passkey") ?? 0),
        };
      })
      .immediate();
  } finally {
    database.close();
    present?.close();
  }
}

/** Returns null if the database does not exist or is damaged. */
function openPresent(file: string): Handle | null {
  let database: Handle | null = null;
  try {
    database = new Database(file, { readonly: true, fileMustExist: true });
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    return database;
  } catch {
    database?.close();
    return null;
  }
}

/** Returns null if the pages with these rows are damaged. The copy itself has been verified. */
function findReadable<T>(find: () => T): T | null {
  try {
    return find();
  } catch (error) {
    if (/^SQLITE_(?:CORRUPT|NOTADB|IOERR)/.test(errorCode(error))) return null;
    throw error;
  }
}

/** Ids that only the copy has. */
function missing(copy: Handle, present: Handle, sql: string): (string | number)[] {
  const read = (database: Handle): (string | number)[] => database.prepare<[], string | number>(sql).pluck().all();
  const presentIds = new Set(read(present));
  return read(copy).filter((id) => !presentIds.has(id));
}

function deleteRows(copy: Handle, table: string, ids: readonly (string | number)[]): number {
  if (!hasTable(copy, table)) return 0;
  const remove = copy.prepare(`DELETE FROM ${table} WHERE id = ?`);
  return ids.reduce((sum: number, id) => sum + remove.run(id).changes, 0);
}

interface UsedId {
  readonly id: string;
  readonly revokedAt: number | null;
}

/** Empty if there is no history, or it is damaged. */
function readHistory(present: Handle): readonly UsedId[] {
  if (!hasTable(present, "access_history")) return [];
  const read = present.prepare<[], UsedId>("SELECT id, revoked_at AS revokedAt FROM access_history");
  return findReadable(() => read.all()) ?? [];
}

/**
 * Keeps the record of revocations, so that they remain in force if the restored database is pushed
 * to a site.
 */
function keepHistory(copy: Handle, history: readonly UsedId[]): void {
  if (!hasTable(copy, "access_history")) return;
  const add = copy.prepare<[string, number | null]>(`INSERT INTO access_history (id, revoked_at) VALUES (?, ?) ${MERGE_HISTORY}`);
  for (const { id, revokedAt } of history) add.run(id, revokedAt);
}

function hasTable(database: Handle, table: string): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined;
}

function countKeys(database: Handle): number {
  return database.prepare<[], number>("SELECT count(*) FROM owner_key").pluck().get() ?? 0;
}
