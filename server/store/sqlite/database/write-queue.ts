import type { WriteCounters } from "../../store.ts";
import { StoreUnavailable } from "../../store-errors.ts";
import type { Connection } from "../store-context.ts";
import { type Batch, type BatchOptions, type BatchRecord, createBatchRunner } from "./write-batch.ts";

/** Maximum number of waiting writes. Further ones are refused immediately. */
const QUEUE_CAPACITY = 4_096;
/**
 * A batch waits while each turn of the event loop brings further writes, but at most this long, in
 * ms.
 */
const GATHER_MS = 5;
/** How long a record waits for another process's lock, in ms. */
const LOCK_WAIT_MS = 2_000;
/**
 * How long, in ms, a record waits while that process rewrites the database (compaction.ts), which
 * always ends.
 */
const COMPACTION_WAIT_MS = 30_000;
/** First and longest pause between two attempts at a lock, in ms. */
const LOCK_PAUSE_MS = 5;
const LOCK_PAUSE_MAX_MS = 50;

/** The queue's clock and timers; tests replace them. */
export interface Timers {
  /** A monotonic clock, in ms. */
  now(): number;
  /** Runs after the I/O of this turn, so that all its requests share a transaction. */
  soon(run: () => void): void;
  later(run: () => void, ms: number): void;
}

const systemTimers: Timers = {
  now: () => performance.now(),
  soon: (run) => void setImmediate(run),
  later: (run, ms) => void setTimeout(run, ms),
};

export interface WriteQueueOptions extends Omit<BatchOptions, "now"> {
  /** Other timers, for tests and for engines without `setImmediate`. */
  timers?: Timers;
  /** Maximum number of waiting writes. Default 4,096. */
  capacity?: number;
  /** How long a write waits for another process's lock. Default 2,000 ms. */
  lockWaitMs?: number;
  /** Whether a compaction holds the lock, which justifies a longer wait. Called at each attempt. */
  isCompacting?: () => boolean;
  /** Called once when writes begin to be refused (a lock, the disk). */
  onRefusal?: (failure: StoreUnavailable) => void;
  /**
   * Called at the first write that succeeds again.
   * @param refused number of writes refused until then
   */
  onRecovery?: (refused: number) => void;
}

interface Waiting extends BatchRecord {
  since: number;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Group commit (DESIGN.md, Writes): one transaction and one fsync for all waiting writes. */
export class WriteQueue {
  /** Why the last transaction failed; null after a success. */
  failure: StoreUnavailable | null = null;
  readonly #connection: Connection;
  readonly #options: WriteQueueOptions;
  readonly #timers: Timers;
  readonly #runBatch: (queue: readonly BatchRecord[]) => Batch;
  readonly #queue: Waiting[] = [];
  readonly #drained: (() => void)[] = [];
  #isScheduled = false;
  #isDraining = false;
  #pause = LOCK_PAUSE_MS;
  /** Writes refused since the last success. */
  #refused = 0;
  readonly #counters = { commits: 0, records: 0, refused: 0 };
  /** When a compaction last blocked a write. */
  #compactedAt = Number.NEGATIVE_INFINITY;
  /** Length of the queue at the end of the last turn of the event loop. */
  #gathered = 0;

  constructor(connection: Connection, options: WriteQueueOptions = {}) {
    const { timers = systemTimers } = options;
    this.#connection = connection;
    this.#options = options;
    this.#timers = timers;
    this.#runBatch = createBatchRunner(connection, { ...options, now: () => timers.now() });
  }

  get size(): number {
    return this.#queue.length;
  }

  counters(): WriteCounters {
    return { ...this.#counters };
  }

  /**
   * Runs `work` in a transaction shared with others, in order of arrival; resolves with its result
   * after COMMIT. `work` must be synchronous and use only the database, because it may run again
   * after a lock. Its error rejects and undoes only that call.
   */
  write<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const { capacity = QUEUE_CAPACITY } = this.#options;
      if (this.#isDraining) return reject(new StoreUnavailable("closed", "the store is closing"));
      if (this.#queue.length >= capacity) {
        const reason = new StoreUnavailable("queue-full", `${capacity} writes are already waiting`);
        this.#noteRefused(1, reason);
        return reject(reason);
      }
      this.#queue.push({ work, since: this.#timers.now(), resolve: resolve as (value: unknown) => void, reject });
      this.#schedule();
    });
  }

  /** Refuses new records and resolves when none is waiting. */
  drain(): Promise<void> {
    this.#isDraining = true;
    return new Promise((resolve) => {
      if (this.#queue.length === 0) return resolve();
      this.#drained.push(resolve);
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#gathered = 0;
    this.#timers.soon(() => this.#gather());
  }

  /**
   * Waits for further writes, because an fsync takes as long for one write as for a hundred, and
   * blocks all reading from sockets.
   */
  #gather(): void {
    const [oldest] = this.#queue;
    const { length } = this.#queue;
    if (oldest === undefined || length === this.#gathered || this.#timers.now() - oldest.since >= GATHER_MS) this.#flush();
    else {
      this.#gathered = length;
      this.#timers.soon(() => this.#gather());
    }
  }

  #flush(): void {
    this.#isScheduled = false;
    if (this.#queue.length > 0) {
      const changesBefore = this.#countChanges();
      const batch = this.#runBatch(this.#queue);
      if (batch.kind === "locked") this.#waitForLock();
      else {
        this.#pause = LOCK_PAUSE_MS;
        this.#settle(batch, changesBefore === null || changesBefore !== this.#countChanges());
      }
    }
    if (this.#queue.length > 0) this.#schedule();
    else for (const done of this.#drained.splice(0)) done();
  }

  /**
   * @param hasWritten whether the batch changed a row; if not, it proves nothing about a full disk
   */
  #settle(batch: Exclude<Batch, { kind: "locked" }>, hasWritten: boolean): void {
    if (batch.kind === "committed") {
      if (hasWritten) this.#noteRecovery();
      this.#counters.commits += 1;
      this.#counters.records += batch.outcomes.length;
      for (const [index, waiting] of this.#queue.splice(0, batch.outcomes.length).entries()) {
        const outcome = batch.outcomes[index];
        if (outcome?.ok === true) waiting.resolve(outcome.value);
        else waiting.reject(outcome?.error);
      }
      return;
    }
    const { error } = batch;
    this.failure = error instanceof StoreUnavailable ? error : new StoreUnavailable("database-error", "a write failed", { cause: error });
    this.#refuse(batch.taken, this.failure);
  }

  /** Rows changed through this handle; null unless the disk or the database has failed. */
  #countChanges(): number | null {
    if (this.failure === null || this.failure.reason === "locked" || this.failure.reason === "queue-full") return null;
    try {
      return this.#connection.get<{ n: number }>("SELECT total_changes() AS n")?.n ?? null;
    } catch {
      return null;
    }
  }

  #noteRecovery(): void {
    this.failure = null;
    if (this.#refused > 0) this.#options.onRecovery?.(this.#refused);
    this.#refused = 0;
  }

  #waitForLock(): void {
    const { isCompacting = () => false, lockWaitMs = LOCK_WAIT_MS } = this.#options;
    const compacting = isCompacting();
    if (compacting) this.#compactedAt = this.#timers.now();
    const waitMs = compacting ? COMPACTION_WAIT_MS : lockWaitMs;
    // After a compaction, another lock may find writes that have already waited for a long time.
    const deadline = ({ since }: Waiting): number => (compacting ? since : Math.max(since, this.#compactedAt)) + waitMs;
    const expired = this.#countExpired(deadline);
    const reason = new StoreUnavailable("locked", `another process has locked the database for ${waitMs} ms`);
    if (expired > 0 || !compacting) this.failure = reason;
    this.#refuse(expired, reason);
    const [oldest] = this.#queue;
    if (oldest === undefined) return;
    this.#isScheduled = true;
    this.#timers.later(() => this.#flush(), Math.min(this.#pause, Math.max(1, deadline(oldest) - this.#timers.now())));
    this.#pause = Math.min(this.#pause * 2, LOCK_PAUSE_MAX_MS);
  }

  #countExpired(deadline: (waiting: Waiting) => number): number {
    const now = this.#timers.now();
    const first = this.#queue.findIndex((waiting) => now < deadline(waiting));
    return first < 0 ? this.#queue.length : first;
  }

  #refuse(count: number, reason: StoreUnavailable): void {
    this.#noteRefused(count, reason);
    for (const waiting of this.#queue.splice(0, count)) waiting.reject(reason);
  }

  #noteRefused(count: number, reason: StoreUnavailable): void {
    if (count > 0 && this.#refused === 0) this.#options.onRefusal?.(reason);
    this.#refused += count;
    this.#counters.refused += count;
  }
}
