import Database from "better-sqlite3";

/** Keys of the owner in a restored database. */
export interface RestoredKeys {
  /** Keys that the replaced database no longer had, and that are not brought back. */
  readonly revoked: number;
  /** Keys that are valid again, because nobody can tell whether they were revoked. */
  readonly unconfirmed: number;
}

const IDS_SQL = "SELECT id FROM owner_key";

/**
 * Deletes the keys in a copy of a backup that the database to be replaced no longer has.
 * @param present the database to be replaced; if it cannot be read, all keys stay
 */
export function dropRevokedKeys(copy: string, present: string): RestoredKeys {
  dropAccess(copy, present);
  const valid = readKeyIds(present);
  const ids = readKeyIds(copy) ?? new Set();
  if (valid === null) return { revoked: 0, unconfirmed: ids.size };
  const revoked = [...ids].filter((id) => !valid.has(id));
  if (revoked.length === 0) return { revoked: 0, unconfirmed: 0 };
  const database = new Database(copy, { fileMustExist: true });
  try {
    const remove = database.prepare("DELETE FROM owner_key WHERE id = ?");
    database.transaction(() => revoked.forEach((id) => void remove.run(id))).immediate();
  } finally {
    database.close();
  }
  return { revoked: revoked.length, unconfirmed: 0 };
}

/**
 * Signs every browser out of the desk, and removes passkeys that were removed since the backup.
 * The owner signs in again.
 */
function dropAccess(copy: string, present: string): void {
  const database = new Database(copy, { fileMustExist: true });
  try {
    const hasAccess = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'owner_passkey'").get() !== undefined;
    if (!hasAccess) return;
    const passkeys = readPasskeyIds(present);
    const run = database.transaction(() => {
      database.exec("DELETE FROM owner_session; DELETE FROM owner_link;");
      const remove = database.prepare("DELETE FROM owner_passkey WHERE id = ?");
      const stored = database.prepare<[], string>("SELECT id FROM owner_passkey").pluck().all();
      for (const id of stored) if (passkeys !== null && !passkeys.has(id)) remove.run(id);
    });
    run.immediate();
  } finally {
    database.close();
  }
}

function readPasskeyIds(file: string): Set<string> | null {
  return readIds(file, "SELECT id FROM owner_passkey");
}

/** null: there is no such database, it is damaged, or older than keys are. */
function readKeyIds(file: string): Set<string> | null {
  return readIds(file, IDS_SQL);
}

function readIds(file: string, sql: string): Set<string> | null {
  let database: Database.Database | null = null;
  try {
    database = new Database(file, { readonly: true, fileMustExist: true });
    return new Set(database.prepare<[], string>(sql).pluck().all());
  } catch {
    return null;
  } finally {
    database?.close();
  }
}
