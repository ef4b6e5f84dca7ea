import { StoreUnavailable } from "../../store-errors.ts";
import type { Connection } from "../store-context.ts";

/** Maximum number of records in one transaction. */
const BATCH_RECORDS = 1_024;
/**
 * How long, in ms, a transaction takes further records. It is short, because a transaction blocks
 * the event loop.
 */
const BATCH_MS = 5;
/** Number of batches that run with savepoints after a record has failed. */
const SAVEPOINT_BATCHES = 32;

export interface BatchOptions {
  /** A monotonic clock, in ms. */
  now: () => number;
  /** Maximum number of writes in a transaction. Default 1,024. */
  batchRecords?: number;
  batchMs?: number;
  /**
   * Called when a transaction was rolled back, because caches of the database may be wrong. Not
   * called if only one record was undone.
   */
  onRollback?: () => void;
  /** Runs in each transaction after its last record. An error fails the whole batch. */
  beforeCommit?: () => void;
  afterCommit?: () => void;
}

export interface BatchRecord {
  work: () => unknown;
}

type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown };
export type Batch = { kind: "committed"; outcomes: Outcome[] } | { kind: "locked" } | { kind: "failed"; taken: number; error: unknown };

/** A record failed through its own fault while it ran without a savepoint. */
class RecordFailed extends Error {}

/**
 * Runs as many of the first records as a transaction may hold. It decides nothing about the queue.
 * A SAVEPOINT per record costs a tenth of the whole write, and few records fail, so records run
 * without one. If one fails, the transaction is rolled back and all records run again, each with a
 * savepoint. The next batches use savepoints too, because failures such as exhausted quotas tend to
 * repeat.
 */
export function createBatchRunner(connection: Connection, options: BatchOptions): (queue: readonly BatchRecord[]) => Batch {
  let savepointBatchesLeft = 0;
  return (queue) => {
    if (savepointBatchesLeft === 0) {
      const batch = runBatch(connection, options, queue, runUnprotected);
      if (batch !== null) return batch;
      savepointBatchesLeft = SAVEPOINT_BATCHES;
    } else savepointBatchesLeft -= 1;
    const batch = runBatch(connection, options, queue, runInSavepoint);
    // With savepoints, no record ends the batch.
    return batch ?? { kind: "failed", taken: 0, error: new Error("a record failed despite its savepoint") };
  };
}

type RunRecord = (connection: Connection, work: () => unknown) => Outcome;

/**
 * @returns null if a record failed and the batch was rolled back. It must then run with savepoints
 */
function runBatch(connection: Connection, options: BatchOptions, queue: readonly BatchRecord[], runRecord: RunRecord): Batch | null {
  const { now, batchRecords = BATCH_RECORDS, batchMs = BATCH_MS, onRollback, beforeCommit, afterCommit } = options;
  const outcomes: Outcome[] = [];
  const start = now();
  // If the transaction cannot begin, every record that it could have held fails.
  let taken = Math.min(queue.length, batchRecords);
  try {
    connection.transaction(() => {
      taken = 0;
      for (const { work } of queue) {
        if (taken >= batchRecords || (taken > 0 && now() - start >= batchMs)) break;
        taken += 1;
        outcomes.push(runRecord(connection, work));
      }
      beforeCommit?.();
    });
    afterCommit?.();
    return { kind: "committed", outcomes };
  } catch (error) {
    onRollback?.();
    if (error instanceof RecordFailed) return null;
    if (error instanceof StoreUnavailable && error.reason === "locked") return { kind: "locked" };
    return { kind: "failed", taken, error };
  }
}

/**
 * @throws RecordFailed if only the record is at fault, otherwise the error that ends the whole
 * batch
 */
function runUnprotected(_connection: Connection, work: () => unknown): Outcome {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    throw error instanceof StoreUnavailable ? error : new RecordFailed();
  }
}

/** @throws StoreUnavailable, which ends the whole batch */
function runInSavepoint(connection: Connection, work: () => unknown): Outcome {
  try {
    return { ok: true, value: connection.savepoint(work) };
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    return { ok: false, error };
  }
}
