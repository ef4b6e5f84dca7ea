import type { Counts } from "../../contract/schemas/list.ts";
import { type PostCounts, toPostCounts } from "./post-counts.ts";

/** Shortest interval between requests for live counts, in milliseconds. */
const MIN_INTERVAL_MS = 10_000;
/** Longest time that a request waits for them, in milliseconds. */
const WAIT_MS = 100;
/**
 * Pause after a failure, in milliseconds, doubled with each further failure. A longer interval
 * takes precedence.
 */
const BACKOFF_MIN_MS = 1_000;
const BACKOFF_MAX_MS = 60_000;

/** Calls back after some milliseconds. The returned function cancels the timer. */
export type StartTimer = (ms: number, callback: () => void) => () => void;

export interface CountsSourceOptions {
  /** Live counts, or null if they are unknown. May throw, reject, hang, and return anything. */
  readonly load: () => Promise<Counts | null>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Default 10 s. With 0, every request loads them. */
  readonly minIntervalMs?: number;
  readonly startTimer?: StartTimer;
}

interface Ask {
  readonly at: number;
  readonly done: Promise<void>;
}

/**
 * Loads live counts with at most one request in each interval, a limited wait, and no wait while
 * requests fail (each consecutive failure doubles the pause). If no result arrives in time, the
 * last good one is used until the late one replaces it.
 * @returns a function that never rejects; it returns null until there is a good result
 */
export function createCountsSource(options: CountsSourceOptions): () => Promise<PostCounts | null> {
  const { load, now, minIntervalMs = MIN_INTERVAL_MS, startTimer = startRealTimer } = options;
  let good: PostCounts | null = null;
  let goodSince = 0;
  let requestNumber = 0;
  let last: Ask | null = null;
  let state: "pending" | "answered" | "failed" = "answered";
  let failures = 0;

  const fail = (): void => {
    state = "failed";
    failures += 1;
  };

  async function ask(number: number): Promise<void> {
    try {
      const value: unknown = await load();
      const counts = value === null ? null : toPostCounts(value);
      // A result that arrives after that of a later request is out of date.
      if (counts !== null && number > goodSince) {
        good = counts;
        goodSince = number;
      }
      if (number !== requestNumber) return;
      state = "answered";
      failures = 0;
    } catch {
      if (number === requestNumber && state === "pending") fail();
    }
  }

  return async () => {
    const at = now();
    // After a clock was set back, the elapsed time is unknown.
    const elapsed = last === null || at < last.at ? Number.POSITIVE_INFINITY : at - last.at;
    if (last !== null && state === "pending" && elapsed >= WAIT_MS) fail();
    if (last === null || elapsed >= toPause(minIntervalMs, failures)) {
      requestNumber += 1;
      state = "pending";
      last = { at, done: ask(requestNumber) };
    }
    if (state === "pending") await within(last.done, Math.max(0, last.at + WAIT_MS - at), startTimer);
    return good;
  };
}

/** Milliseconds from one request to the next. */
function toPause(minIntervalMs: number, failures: number): number {
  if (failures === 0) return minIntervalMs;
  return Math.max(minIntervalMs, Math.min(BACKOFF_MAX_MS, Math.max(minIntervalMs, BACKOFF_MIN_MS) * 2 ** (failures - 1)));
}

/**
 * Each request has its own timer. Some hosts (Workers) cancel a request's timers when it ends, so a
 * shared one could leave others waiting forever.
 */
function within(done: Promise<void>, ms: number, startTimer: StartTimer): Promise<void> {
  return new Promise((resolve) => {
    const cancel = startTimer(ms, resolve);
    void done.then(() => {
      cancel();
      resolve();
    });
  });
}

const startRealTimer: StartTimer = (ms, callback) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};
