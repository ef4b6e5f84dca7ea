import type { TableSequence } from "../../engine/database-transfer.ts";
import type { Connection } from "../store-context.ts";

/** Numbers of deleted rows, such as revoked bans, must never be assigned again. */
export function readSequences(connection: Connection): TableSequence[] {
  return connection.all<TableSequence>('SELECT name AS "table", CAST(seq AS TEXT) AS last FROM sqlite_sequence ORDER BY name');
}

export function writeSequences(connection: Connection, sequences: readonly TableSequence[]): void {
  connection.run("DELETE FROM sqlite_sequence");
  for (const { table, last } of sequences)
    connection.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, CAST(? AS INTEGER))", table, last);
}
