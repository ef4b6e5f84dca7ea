import { StoreUnavailable } from "../../store-errors.ts";
import { type Connection, toUnavailable, unavailableReason } from "./connection.ts";

/** Writes that may wait; one more is refused at once. */
const QUEUE_CAPACITY = 4_096;
/** Records in one transaction. */
const BATCH_RECORDS = 1_024;
/** A transaction takes no further record after this, ms: the event loop stands still meanwhile. */
const BATCH_MS = 5;
/** A batch waits for writes that are on their way, as long as each turn of the event loop brings some, but no longer than this, ms. */
const GATHER_MS = 5;
/** Batches that run with savepoints after a record has failed. */
const CAREFUL_BATCHES = 32;
/** How long a record waits for another process's lock, ms. */
const LOCK_WAIT_MS = 2_000;
/** The same where that process rewrites the database (compaction.ts), ms: who waits behind it is not refused, for it ends by itself. */
const COMPACTION_WAIT_MS = 30_000;
/** First and longest pause between two attempts at a lock, ms. */
const LOCK_PAUSE_MS = 5;
const LOCK_PAUSE_MAX_MS = 50;

/** The clock and timers of the queue; tests bring their own. */
export interface Timers {
  /** Monotonic, ms. */
  now(): number;
  /** After the I/O of this turn: all requests that came in it share a transaction. */
  soon(run: () => void): void;
  later(run: () => void, ms: number): void;
}

const systemTimers: Timers = {
  now: () => performance.now(),
  soon: (run) => void setImmediate(run),
  later: (run, ms) => void setTimeout(run, ms),
};

export interface WriteQueueOptions {
  timers?: Timers;
  capacity?: number;
  lockWaitMs?: number;
  /** Whether the lock that a write has met is one that is worth a longer wait. Asked at each attempt. */
  isCompacting?: () => boolean;
  batchRecords?: number;
  batchMs?: number;
  /** The transaction was undone: what was remembered about the database's contents may be wrong. (A record undone alone is not told.) */
  onRollback?: () => void;
  /** Runs in each transaction after its last record. An error fails the whole batch. */
  beforeCommit?: () => void;
  afterCommit?: () => void;
  /** Writes are being refused: told once, with the first of them. */
  onRefusal?: (failure: StoreUnavailable) => void;
  /** They are taken again. @param refused how many were not */
  onRecovery?: (refused: number) => void;
}

export interface WriteQueue {
  /**
   * Runs `work` inside a transaction shared with others, in order of arrival; resolves with its result after COMMIT has returned. `work` must be
   * synchronous and touch nothing but the database: it may run again after a lock. Its own error rejects it alone and undoes it alone.
   */
  write<T>(work: () => T): Promise<T>;
  readonly size: number;
  /** Why the last transaction failed; null after a success. */
  readonly failure: StoreUnavailable | null;
  /** Refuses new records and resolves when none waits. */
  drain(): Promise<void>;
}

interface Waiting {
  work: () => unknown;
  since: number;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}
type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown };
type Batch = { kind: "committed"; outcomes: Outcome[] } | { kind: "locked" } | { kind: "failed"; taken: number; error: unknown };

/** Group commit (DESIGN.md, Writes): one transaction, one fsync, for all that wait. */
export function createWriteQueue(connection: Connection, options: WriteQueueOptions = {}): WriteQueue {
  const {
    timers = systemTimers,
    capacity = QUEUE_CAPACITY,
    lockWaitMs = LOCK_WAIT_MS,
    isCompacting = () => false,
    onRefusal,
    onRecovery,
  } = options;
  const runBatch = createBatchRunner(connection, { ...options, timers });
  const queue: Waiting[] = [];
  const drained: (() => void)[] = [];
  let scheduled = false;
  let draining = false;
  let pause = LOCK_PAUSE_MS;
  let failure: StoreUnavailable | null = null;
  /** Since the last success. */
  let refused = 0;
  /** When a write last met a compaction. */
  let compactedAt = Number.NEGATIVE_INFINITY;
  /** How many waited when the last turn was over. */
  let gathered = 0;

  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    gathered = 0;
    timers.soon(gather);
  };

  /** One fsync takes as long for one write as for a hundred, and nothing is read from sockets meanwhile. */
  function gather(): void {
    const oldest = queue[0];
    if (oldest === undefined || queue.length === gathered || timers.now() - oldest.since >= GATHER_MS) flush();
    else {
      gathered = queue.length;
      timers.soon(gather);
    }
  }

  const noteRefused = (count: number, reason: StoreUnavailable): void => {
    if (count > 0 && refused === 0) onRefusal?.(reason);
    refused += count;
  };

  const refuse = (count: number, reason: StoreUnavailable): void => {
    noteRefused(count, reason);
    for (const waiting of queue.splice(0, count)) waiting.reject(reason);
  };

  const countExpired = (deadline: (waiting: Waiting) => number): number => {
    const now = timers.now();
    const first = queue.findIndex((waiting) => now < deadline(waiting));
    return first < 0 ? queue.length : first;
  };

  const waitForLock = (): void => {
    const compacting = isCompacting();
    if (compacting) compactedAt = timers.now();
    const waitMs = compacting ? COMPACTION_WAIT_MS : lockWaitMs;
    // A lock that comes right after a compaction finds writes that have waited long already.
    const deadline = ({ since }: Waiting): number => (compacting ? since : Math.max(since, compactedAt)) + waitMs;
    const expired = countExpired(deadline);
    const reason = new StoreUnavailable("locked", `another process has held a lock on the database for ${waitMs} ms`);
    if (expired > 0 || !compacting) failure = reason;
    refuse(expired, reason);
    const oldest = queue[0];
    if (oldest === undefined) return;
    scheduled = true;
    timers.later(flush, Math.min(pause, Math.max(1, deadline(oldest) - timers.now())));
    pause = Math.min(pause * 2, LOCK_PAUSE_MAX_MS);
  };

  function flush(): void {
    scheduled = false;
    if (queue.length > 0) {
      const batch = runBatch(queue);
      if (batch.kind === "locked") waitForLock();
      else {
        pause = LOCK_PAUSE_MS;
        settle(batch);
      }
    }
    if (queue.length > 0) schedule();
    else for (const done of drained.splice(0)) done();
  }

  function settle(batch: Exclude<Batch, { kind: "locked" }>): void {
    if (batch.kind === "committed") {
      failure = null;
      if (refused > 0) onRecovery?.(refused);
      refused = 0;
      for (const [index, waiting] of queue.splice(0, batch.outcomes.length).entries()) {
        const outcome = batch.outcomes[index];
        if (outcome?.ok === true) waiting.resolve(outcome.value);
        else waiting.reject(outcome?.error);
      }
      return;
    }
    const error = toUnavailable(batch.error, () => connection.reset());
    failure = error instanceof StoreUnavailable ? error : new StoreUnavailable("database-error", "a write failed", { cause: error });
    refuse(batch.taken, failure);
  }

  return {
    write: <T>(work: () => T) =>
      new Promise<T>((resolve, reject) => {
        if (draining) return reject(new StoreUnavailable("closed", "the store is closing"));
        if (queue.length >= capacity) {
          const reason = new StoreUnavailable("queue-full", `${capacity} writes are waiting already`);
          noteRefused(1, reason);
          return reject(reason);
        }
        queue.push({ work, since: timers.now(), resolve: resolve as (value: unknown) => void, reject });
        schedule();
      }),
    get size() {
      return queue.length;
    },
    get failure() {
      return failure;
    },
    drain: () => {
      draining = true;
      return new Promise((resolve) => {
        if (queue.length === 0) return resolve();
        drained.push(resolve);
      });
    },
  };
}

/** A record failed by a fault of its own while it shared the transaction with others unprotected. */
class RecordFailed extends Error {}

/**
 * Runs as many of the first records as a transaction may hold. Decides nothing about the queue.
 *
 * A SAVEPOINT for each record costs a tenth of the whole write, and few records fail: so they run without. Where one does fail, the transaction is undone and
 * all run again, each behind a savepoint; and so do those of some batches after it, for what fails (a quota that is used up) mostly fails again.
 */
function createBatchRunner(connection: Connection, options: WriteQueueOptions & { timers: Timers }): (queue: readonly Waiting[]) => Batch {
  const { timers, batchRecords = BATCH_RECORDS, batchMs = BATCH_MS, onRollback, beforeCommit, afterCommit } = options;
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
  const runBatch = (queue: readonly Waiting[], runRecord: (work: () => unknown) => Outcome): Batch | null => {
    const outcomes: Outcome[] = [];
    const start = timers.now();
    // Until the transaction stands, all that it might have held share its fate.
    let taken = Math.min(queue.length, batchRecords);
    try {
      connection.run("BEGIN IMMEDIATE");
      taken = 0;
      for (const { work } of queue) {
        if (taken >= batchRecords || (taken > 0 && timers.now() - start >= batchMs)) break;
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
