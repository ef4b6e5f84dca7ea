import type { OwnerKey } from "../../owner-types.ts";
import { META_TEXT_SQL } from "../database/meta.ts";
import { READ_ONLY, withDatabase } from "../database/open-database.ts";

/** Facts about the owner's access, for `octavo doctor`. Times in milliseconds since 1970. */
export interface AccessFacts {
  /** As in AccessStore.deskPlace. */
  readonly deskPlace: string | null;
  readonly passkeys: number;
  /** Signed-in browsers. */
  readonly sessions: number;
  /** Links that can still be used. */
  readonly links: number;
  readonly keys: readonly Pick<OwnerKey, "id" | "name" | "scopes" | "expiresAt" | "lastUsedOn">[];
}

/**
 * Reads only. A server may be using the file. Returns null if the file's schema is older than these
 * tables.
 * @throws Error if the file cannot be read
 */
export function readAccessFacts(file: string, now: number): AccessFacts | null {
  return withDatabase(file, READ_ONLY, (database) => {
    const hasTable = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").pluck();
    if (["owner_session", "owner_key"].some((table) => hasTable.get(table) === undefined)) return null;
    const count = (sql: string, ...values: number[]): number =>
      database
        .prepare<number[], number>(`SELECT count(*) ${sql}`)
        .pluck()
        .get(...values) ?? 0;
    return {
      deskPlace: database.prepare<[string], string>(META_TEXT_SQL).pluck().get("desk") ?? null,
      passkeys: count("FROM owner_passkey"),
      sessions: count("FROM owner_session WHERE ended_at IS NULL AND expires_at > ?", now),
      links: count("FROM owner_link WHERE kind <> 'challenge' AND used_at IS NULL AND expires_at > ?", now),
      keys: database
        .prepare<[], Omit<AccessFacts["keys"][number], "scopes"> & { readonly scopes: string }>(
          "SELECT id, name, scopes, expires_at AS expiresAt, last_used_on AS lastUsedOn FROM owner_key ORDER BY expires_at, id",
        )
        .all()
        .map((key) => ({ ...key, scopes: JSON.parse(key.scopes) as string[] })),
    };
  });
}
