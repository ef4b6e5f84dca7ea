import { DAY_MS } from "../../days.ts";
import type { IdempotencyRequest } from "../request-types.ts";
import type { Connection } from "./store-context.ts";

/** How long a key is remembered, in ms. */
export const IDEMPOTENCY_MS = DAY_MS;

interface Row {
  body_hash: Uint8Array;
  status: number;
  result_id: string;
  at: number;
}

/**
 * The result of an earlier request with the same key: its answer, or a refusal if the body differs.
 * Null if the key is new (or expired).
 */
export function findRepeat(
  connection: Connection,
  request: IdempotencyRequest | null,
  now: number,
): { kind: "replayed"; id: string; createdAt: number; status: number } | { kind: "key-reused" } | null {
  if (request === null) return null;
  const row = connection.get<Row>(
    "SELECT body_hash, status, result_id, at FROM idempotency_key WHERE scope = ? AND key = ?",
    request.scope,
    request.key,
  );
  if (row === undefined || row.at <= now - IDEMPOTENCY_MS) return null;
  if (Buffer.compare(row.body_hash, request.bodyHash) !== 0) return { kind: "key-reused" };
  return { kind: "replayed", id: row.result_id, createdAt: row.at, status: row.status };
}

/** Stores only accepted requests. `createdAt` is the time in the answer, which a replay repeats. */
export function keepRepeat(connection: Connection, request: IdempotencyRequest | null, accepted: { id: string; createdAt: number }): void {
  if (request === null) return;
  connection.run(
    "INSERT OR REPLACE INTO idempotency_key (scope, key, body_hash, status, result_id, at) VALUES (?, ?, ?, ?, ?, ?)",
    request.scope,
    request.key,
    request.bodyHash,
    request.status,
    accepted.id,
    accepted.createdAt,
  );
}
