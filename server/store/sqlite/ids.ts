import type { Connection } from "./database/connection.ts";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const ID_BYTES = 15;

/** A public id: 120 random bits as 24 characters of RFC 4648's base32 in lower case. It can be guessed by nobody and says nothing. */
export function toPublicId(random: (bytes: number) => Uint8Array): string {
  let id = "";
  let bits = 0;
  let held = 0;
  for (const byte of random(ID_BYTES)) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      id += ALPHABET[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return id;
}

/** Whether a path segment can be an id at all; one that cannot is 404 without asking the database. */
export function isPublicId(text: string): boolean {
  return /^[a-z2-7]{24}$/.test(text);
}

/** Ids that begin so, in their order. */
export function findPublicIds(connection: Connection, table: "comment" | "inquiry", prefix: string, limit: number): string[] {
  // "~" stands behind all letters and digits.
  const sql = `SELECT public_id AS id FROM ${table} WHERE public_id >= ? AND public_id < ? ORDER BY public_id LIMIT ?`;
  return connection.all<{ id: string }>(sql, prefix, `${prefix}~`, limit).map(({ id }) => id);
}
