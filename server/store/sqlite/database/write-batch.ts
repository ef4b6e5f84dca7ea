import { type Connection, unavailableReason } from "./connection.ts";

/** Records in one transaction. */
const BATCH_RECORDS = 1_024;
/** A transaction takes no further record after this, ms: the event loop stands still meanwhile. */
const BATCH_MS = 5;
/** Batches that run with savepoints after a record has failed. */
const CAREFUL_BATCHES = 32;

export interface BatchOptions {
  /** Monotonic, ms. */
  now: () => number;
  batchRecords?: number;
  batchMs?: number;
  /** The transaction was undone: what was remembered about the database's contents may be wrong. (A record undone alone is not told.) */
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

/** A record failed by a fault of its own while it shared the transaction with others unprotected. */
class RecordFailed extends Error {}

/**
 * Runs as many of the first records as a transaction may hold. Decides nothing about the queue.
 *
 * A SAVEPOINT for each record costs a tenth of the whole write, and few records fail: so they run without. Where one does fail, the transaction is undone and
 * all run again, each behind a savepoint; and so do those of some batches after it, for what fails (a quota that is used up) mostly fails again.
 */
export function createBatchRunner(connection: Connection, options: BatchOptions): (queue: readonly BatchRecord[]) => Batch {
  const { now, batchRecords = BATCH_RECORDS, batchMs = BATCH_MS, onRollback, beforeCommit, afterCommit } = options;
  /** Batches that are still run with savepoints. */
  let careful = 0;

  const undo = (): void => {
    onRollback?.();
    if (!connection.inTransaction) return;
    try {
      connection.run("ROLLBACK");
    } catch {
      connection.reset();
    }
  };

  /** SQLITE_FULL and others roll back everything; what is inserted from then on would commit by itself. */
  const endsBatch = (error: unknown): boolean => !connection.inTransaction || unavailableReason(error) !== null;

  /** @throws RecordFailed where the record alone is at fault, otherwise what ends the whole batch. */
  const runUnprotected = (work: () => unknown): Outcome => {
    try {
      return { ok: true, value: work() };
    } catch (error) {
      throw endsBatch(error) ? error : new RecordFailed();
    }
  };

  /** @throws what ends the whole batch: the transaction is gone, or SQLite cannot serve. */
  const runInSavepoint = (work: () => unknown): Outcome => {
    connection.run("SAVEPOINT record");
    let outcome: Outcome;
    try {
      outcome = { ok: true, value: work() };
    } catch (error) {
      if (endsBatch(error)) throw error;
      connection.run("ROLLBACK TO record");
      outcome = { ok: false, error };
    }
    connection.run("RELEASE record");
    return outcome;
  };

  /** Null: a record failed and nothing of the batch stays; all of it has to run with savepoints. */
  const runBatch = (queue: readonly BatchRecord[], runRecord: (work: () => unknown) => Outcome): Batch | null => {
    const outcomes: Outcome[] = [];
    const start = now();
    // Until the transaction stands, all that it might have held share its fate.
    let taken = Math.min(queue.length, batchRecords);
    try {
      connection.run("BEGIN IMMEDIATE");
      taken = 0;
      for (const { work } of queue) {
        if (taken >= batchRecords || (taken > 0 && now() - start >= batchMs)) break;
        taken += 1;
        outcomes.push(runRecord(work));
      }
      beforeCommit?.();
      connection.run("COMMIT");
      afterCommit?.();
      return { kind: "committed", outcomes };
    } catch (error) {
      undo();
      if (error instanceof RecordFailed) return null;
      if (unavailableReason(error) === "locked") return { kind: "locked" };
      return { kind: "failed", taken, error };
    }
  };

  return (queue) => {
    if (careful === 0) {
      const batch = runBatch(queue, runUnprotected);
      if (batch !== null) return batch;
      careful = CAREFUL_BATCHES;
    } else careful -= 1;
    // With savepoints no record ends it.
    return runBatch(queue, runInSavepoint) ?? { kind: "failed", taken: 0, error: new Error("a record failed behind its savepoint") };
  };
}
