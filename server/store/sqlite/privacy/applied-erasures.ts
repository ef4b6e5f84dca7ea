import type { AppliedErasure, ErasedRows, ErasureReplay } from "../../privacy-types.ts";
import { keepLastErasure } from "../database/meta.ts";
import type { Connection } from "../store-context.ts";
import { eraseAgain } from "./erase-person.ts";

export function readAppliedErasures(connection: Connection): AppliedErasure[] {
  return connection.all<AppliedErasure>("SELECT entry, until FROM applied_erasure ORDER BY until");
}

/** Never decreases: an erasure until a later time includes the earlier one. */
export function recordErasures(connection: Connection, erasures: readonly AppliedErasure[]): void {
  for (const { entry, until } of erasures) {
    connection.run(
      "INSERT INTO applied_erasure (entry, until) VALUES (?, ?) ON CONFLICT DO UPDATE SET until = max(until, excluded.until)",
      entry,
      until,
    );
    keepLastErasure(connection, until);
  }
}

/** Runs in the caller's transaction: everything is done or nothing, even if the process is killed. */
export function replayErasures(connection: Connection, { subjects, erasures }: ErasureReplay, now: number): ErasedRows {
  const erased = eraseAgain(connection, subjects, now);
  recordErasures(connection, erasures);
  return erased;
}

const OLDEST = [
  "SELECT 1 FROM comment WHERE state <> 'deleted' AND created_at <= ?",
  "SELECT 1 FROM inquiry WHERE created_at <= ?",
  "SELECT 1 FROM ban WHERE created_at <= ?",
].join(" UNION ALL ");

/** Whether there is any data that an erasure up to this time could concern. */
export function holdsAnythingUntil(connection: Connection, until: number): boolean {
  return connection.get(`SELECT 1 FROM (${OLDEST}) LIMIT 1`, until, until, until) !== undefined;
}
