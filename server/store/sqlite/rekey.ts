import { toEmailKey } from "../../privacy/email-key.ts";
import type { Rekeying, RekeyReport } from "../store.ts";
import type { Connection } from "./store-context.ts";

interface KnownKey {
  readonly hash: Uint8Array;
  readonly email: string;
}

/** Email hashes of comments whose address is stored, so that the hash can be recomputed. */
const KNOWN_SQL = `SELECT DISTINCT author_key.hash, comment.author_email AS email FROM author_key JOIN comment ON comment.id = author_key.comment_id
  WHERE author_key.kind = 'email' AND comment.author_email IS NOT NULL`;

/**
 * Recomputes keyed hashes with another key if the database still has their source. The rest are
 * void and deleted. Runs in the transaction that marks the database with the new secrets, so that a
 * start after a crash repeats it or finds it done.
 */
export function rekeyDatabase(connection: Connection, emailHash: Rekeying["emailHash"]): RekeyReport {
  const knownKeys = connection.all<KnownKey>(KNOWN_SQL);
  for (const { hash, email } of knownKeys) {
    const changed = emailHash(toEmailKey(email));
    connection.run("UPDATE OR REPLACE ban SET hash = ? WHERE kind = 'email' AND hash = ?", changed, hash);
    connection.run("UPDATE OR REPLACE author_key SET hash = ? WHERE kind = 'email' AND hash = ?", changed, hash);
  }
  const hashes = JSON.stringify(knownKeys.map(({ email }) => Buffer.from(emailHash(toEmailKey(email))).toString("hex")));
  const isUnknown = "kind <> 'email' OR lower(hex(hash)) NOT IN (SELECT value FROM json_each(?))";
  const bansLost = connection.run(`DELETE FROM ban WHERE ${isUnknown}`, hashes);
  connection.run(`DELETE FROM author_key WHERE ${isUnknown}`, hashes);
  for (const { id, email } of connection.all<{ id: number; email: string }>("SELECT id, email FROM reply_subscription"))
    connection.run("UPDATE reply_subscription SET address_hash = ? WHERE id = ?", emailHash(toEmailKey(email)), id);
  // Marks and keys of earlier submissions are hashes with the old key, so a repeat would be refused
  // as a different text.
  connection.run("DELETE FROM duplicate_mark");
  connection.run("DELETE FROM idempotency_key");
  return { bansLost };
}
