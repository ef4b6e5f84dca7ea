import {
  type AccessStore,
  type AttemptKind,
  type AttemptLimits,
  type NewSession,
  type OwnerSession,
  type PasskeyCredential,
  SIGN_IN_LINK_MS,
} from "../../access-types.ts";
import { createDeskMark } from "../database/meta.ts";
import type { Connection, StoreContext } from "../store-context.ts";
import { IS_LIVE, noteRevoked } from "./access-history.ts";

const SESSION_COLUMNS = "id, name, way, created_at AS createdAt, used_at AS usedAt, confirmed_at AS confirmedAt, expires_at AS expiresAt";
const PASSKEY_COLUMNS = "id, credential, public_key AS publicKey, counter, name, created_at AS createdAt, used_at AS usedAt";
const ACTIVE = "ended_at IS NULL AND expires_at > ?";
/** How long a browser that has signed in stays known, in ms. */
const BROWSER_KNOWN_MS = 400 * 86_400_000;
/** A session's last use is stored at most this often, in ms. */
const USE_STEP_MS = 60_000;
/**
 * Number of used challenges that are kept after they expire, about 100 bytes each. Only correct
 * answers use one up, so this number covers years of signing in.
 */
const CHALLENGES_KEPT = 1_000;

export function createAccess(context: StoreContext): AccessStore {
  return {
    ...createDeskMark(context),
    ...createSessions(context),
    ...createSessionEnds(context),
    ...createPasskeys(context),
    ...createLinks(context),
    ...createAttempts(context),
  };
}

type SessionPart =
  | "addSession"
  | "addSessionByLink"
  | "isKnownBrowser"
  | "findSession"
  | "useSession"
  | "confirmSession"
  | "keepUndos"
  | "listSessions";

function createSessions({ connection, clock, read, write }: StoreContext): Pick<AccessStore, SessionPart> {
  return {
    addSession: (session) => write(() => insertSession(connection, session)),
    addSessionByLink: (link, session) =>
      write((now) => (useLink(connection, link, { browsers: session.sentBrowsers, now }) ? insertSession(connection, session) : null)),
    isKnownBrowser: (browser) => read(() => isKnown(connection, browser)),
    findSession: (hash) =>
      read(
        (now) =>
          connection.get<OwnerSession & { undos: string }>(
            `SELECT ${SESSION_COLUMNS}, undos FROM owner_session WHERE hash = ? AND ${ACTIVE}`,
            ...[hash, now],
          ) ?? null,
      ),
    useSession: async (id) => {
      const now = clock();
      const isDue = await read(() => connection.get("SELECT 1 FROM owner_session WHERE id = ? AND used_at <= ?", id, now - USE_STEP_MS));
      if (isDue !== undefined) await write(() => connection.run("UPDATE owner_session SET used_at = ? WHERE id = ?", now, id));
    },
    confirmSession: async (id) =>
      void (await write((now) => connection.run("UPDATE owner_session SET confirmed_at = ? WHERE id = ?", now, id))),
    keepUndos: async (id, undos) => void (await write(() => connection.run("UPDATE owner_session SET undos = ? WHERE id = ?", undos, id))),
    listSessions: () =>
      read((now) =>
        connection.all<OwnerSession>(`SELECT ${SESSION_COLUMNS} FROM owner_session WHERE ${ACTIVE} ORDER BY used_at DESC, id`, now),
      ),
  };
}

function createSessionEnds({ connection, write }: StoreContext): Pick<AccessStore, "endSession" | "revokeSession"> {
  return {
    endSession: (id) =>
      write((now) => connection.run(`UPDATE owner_session SET ended_at = ?, undos = '[]' WHERE id = ? AND ${ACTIVE}`, now, id, now) > 0),
    revokeSession: (id) =>
      write((now) => {
        const sql = `DELETE FROM owner_session WHERE id = ? AND ${ACTIVE} RETURNING browser`;
        const revoked = connection.get<{ browser: Uint8Array }>(sql, id, now);
        if (revoked === undefined) return false;
        connection.run(`DELETE FROM owner_session WHERE browser = ? AND NOT (${ACTIVE})`, revoked.browser, now);
        return true;
      }),
  };
}

function insertSession(
  connection: Connection,
  { id, hash, browser, sentBrowsers, name, way, createdAt, usedAt, confirmedAt, expiresAt }: NewSession,
): { readonly isKnownBrowser: boolean } {
  connection.run("DELETE FROM owner_session WHERE expires_at <= ?", createdAt - BROWSER_KNOWN_MS);
  // Only a sign-in stores a value, and it stores a new one. So a planted value never becomes known,
  // and the former value becomes worthless.
  const moved = sentBrowsers.map((sent) => connection.run("UPDATE owner_session SET browser = ? WHERE browser = ?", browser, sent));
  const isKnownBrowser = moved.some((count) => count > 0);
  connection.run(
    "INSERT INTO owner_session (id, hash, browser, name, way, created_at, used_at, confirmed_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    ...[id, hash, browser, name, way, createdAt, usedAt, confirmedAt, expiresAt],
  );
  return { isKnownBrowser };
}

function isKnown(connection: Connection, browser: Uint8Array): boolean {
  return connection.get("SELECT 1 FROM owner_session WHERE browser = ? LIMIT 1", browser) !== undefined;
}

/**
 * Refuses a link that is valid for longer than SIGN_IN_LINK_MS, because it was created while the
 * clock was ahead.
 */
function useLink(connection: Connection, hash: Uint8Array, { browsers, now }: { browsers: readonly Uint8Array[]; now: number }): boolean {
  return browsers.some(
    (browser) =>
      connection.run(
        "UPDATE owner_link SET used_at = ? WHERE hash = ? AND kind <> 'challenge' AND used_at IS NULL AND expires_at BETWEEN ? AND ? AND (browser IS NULL OR browser = ?)",
        ...[now, hash, now + 1, now + SIGN_IN_LINK_MS, browser],
      ) > 0,
  );
}

type PasskeyPart = "addPasskey" | "listPasskeys" | "findPasskey" | "usePasskey" | "removePasskey";

function createPasskeys({ connection, read, write }: StoreContext): Pick<AccessStore, PasskeyPart> {
  return {
    addPasskey: ({ id, credential, publicKey, counter, name, createdAt }) =>
      write(
        () =>
          connection.run(
            "INSERT INTO owner_passkey (id, credential, public_key, counter, name, created_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (credential) DO NOTHING",
            ...[id, credential, publicKey, counter, name, createdAt],
          ) > 0,
      ),
    listPasskeys: () =>
      read(() => connection.all<PasskeyCredential>(`SELECT ${PASSKEY_COLUMNS} FROM owner_passkey ORDER BY created_at, id`)),
    findPasskey: (credential) =>
      read(
        () =>
          connection.get<PasskeyCredential>(
            `SELECT ${PASSKEY_COLUMNS} FROM owner_passkey WHERE credential = ? AND ${IS_LIVE}`,
            credential,
          ) ?? null,
      ),
    usePasskey: async (id, counter) =>
      void (await write((now) => connection.run("UPDATE owner_passkey SET counter = ?, used_at = ? WHERE id = ?", counter, now, id))),
    removePasskey: (id) =>
      write((now) => {
        const isFound = connection.run("DELETE FROM owner_passkey WHERE id = ?", id) > 0;
        if (isFound) noteRevoked(connection, id, now);
        return isFound;
      }),
  };
}

function createLinks({ connection, clock, read, write }: StoreContext): Pick<AccessStore, "addLink" | "bindLink" | "takeChallenge"> {
  const insert = (hash: Uint8Array, kind: string, browser: Uint8Array | null, expiresAt: number, usedAt: number | null): boolean => {
    connection.run("DELETE FROM owner_link WHERE expires_at <= ? AND kind <> 'challenge'", clock());
    connection.run(
      `DELETE FROM owner_link WHERE kind = 'challenge' AND expires_at <= ? AND hash NOT IN
        (SELECT hash FROM owner_link WHERE kind = 'challenge' ORDER BY expires_at DESC LIMIT ?)`,
      ...[clock(), CHALLENGES_KEPT],
    );
    return (
      connection.run(
        "INSERT INTO owner_link (hash, kind, browser, expires_at, used_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        ...[hash, kind, browser, expiresAt, usedAt],
      ) > 0
    );
  };
  return {
    addLink: async ({ hash, kind, browser, expiresAt }) => void (await write(() => insert(hash, kind, browser, expiresAt, null))),
    bindLink: async (hash, browser) => {
      const now = clock();
      const isOpen = "hash = ? AND kind <> 'challenge' AND used_at IS NULL AND browser IS NULL AND expires_at > ?";
      const found = await read(() => connection.get(`SELECT 1 FROM owner_link WHERE ${isOpen}`, hash, now));
      if (found === undefined) return false;
      return write(() => connection.run(`UPDATE owner_link SET browser = ? WHERE ${isOpen}`, browser, hash, now) > 0);
    },
    takeChallenge: (hash, expiresAt) => write((now) => insert(hash, "challenge", null, expiresAt, now)),
  };
}

function createAttempts({ connection, write }: StoreContext): Pick<AccessStore, "addAttempt"> {
  const find = (kind: AttemptKind, client: Uint8Array, { client: ofClient, all, windowMs }: AttemptLimits, now: number): number | null => {
    const oldest = (sql: string, limit: number, ...values: (string | Uint8Array)[]): number | null =>
      connection.get<{ at: number }>(
        `SELECT at FROM owner_attempt WHERE kind = ? AND at > ? AND at <= ? ${sql} ORDER BY at DESC LIMIT 1 OFFSET ?`,
        // Attempts in the future are from before the clock was set back, and are ignored.
        ...[kind, now - windowMs, now, ...values, limit - 1],
      )?.at ?? null;
    const times = [oldest("AND client = ?", ofClient, client), all === null ? null : oldest("", all)].filter((at) => at !== null);
    return times.length === 0 ? null : Math.max(...times) + windowMs - now;
  };
  return {
    addAttempt: (kind, client, limits) =>
      write((now) => {
        const wait = find(kind, client, limits, now);
        if (wait !== null) return wait;
        connection.run("DELETE FROM owner_attempt WHERE kind = ? AND at <= ?", kind, now - limits.windowMs);
        connection.run("INSERT INTO owner_attempt (kind, client, at) VALUES (?, ?, ?)", kind, client, now);
        return null;
      }),
  };
}
