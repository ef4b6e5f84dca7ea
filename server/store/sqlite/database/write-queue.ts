import { StoreUnavailable } from "../../store-errors.ts";
import { type Connection, toUnavailable } from "./connection.ts";
import { type Batch, type BatchOptions, type BatchRecord, createBatchRunner } from "./write-batch.ts";

/** Writes that may wait; one more is refused at once. */
const QUEUE_CAPACITY = 4_096;
/** A batch waits for writes that are on their way, as long as each turn of the event loop brings some, but no longer than this, ms. */
const GATHER_MS = 5;
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

export interface WriteQueueOptions extends Omit<BatchOptions, "now"> {
  timers?: Timers;
  capacity?: number;
  lockWaitMs?: number;
  /** Whether the lock that a write has met is one that is worth a longer wait. Asked at each attempt. */
  isCompacting?: () => boolean;
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

interface Waiting extends BatchRecord {
  since: number;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}
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
  const runBatch = createBatchRunner(connection, { ...options, now: () => timers.now() });
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
