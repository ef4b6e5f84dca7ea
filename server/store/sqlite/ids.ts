import { toBase32 } from "../../../contract/text/base32.ts";
import type { Connection } from "./store-context.ts";

const ID_BYTES = 15;

/**
 * A public id: 120 random bits as 24 characters of lower-case base32 (RFC 4648). It cannot be
 * guessed and reveals nothing.
 */
export function toPublicId(random: (bytes: number) => Uint8Array): string {
  return toBase32(random(ID_BYTES));
}

/** Whether a path segment can be an id. Any other gets a 404 without a query. */
export function isPublicId(text: string): boolean {
  return /^[a-z2-7]{24}$/.test(text);
}

/** Ids that begin with the prefix, sorted. */
export function findPublicIds(connection: Connection, table: "comment" | "inquiry", prefix: string, limit: number): string[] {
  // "~" sorts after all letters and digits.
  const sql = `SELECT public_id AS id FROM ${table} WHERE public_id >= ? AND public_id < ? ORDER BY public_id LIMIT ?`;
  return connection.all<{ id: string }>(sql, prefix, `${prefix}~`, limit).map(({ id }) => id);
}
