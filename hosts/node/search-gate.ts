import { setImmediate as nextTurn } from "node:timers/promises";
import { RETRY_AFTER_SECONDS } from "../../contract/limits.ts";
import { ProblemError } from "../../edge/read-failure.ts";
import type { SearchGate } from "../../edge/search/search-index.ts";

/** Searches that run at once. They take nothing but the processor, of which this process has one: more at once would only end later. */
const RUNNING_MAX = 1;
/** Searches that wait for their turn. A usual one takes some 10 ms, the most expensive ones some 200. */
const WAITING_MAX = 32;
/** How long one may wait, milliseconds: a visitor sees a message rather than nothing. */
const WAIT_MAX_MS = 2_000;
/** How long a search may hold the event loop, milliseconds; the steps between which it looks at the clock take a few more. */
const SLICE_MS = 5;

export interface SearchGateOptions {
  /** Milliseconds since some moment. */
  readonly now?: () => number;
  /** Calls back after some time, unless it is cancelled. */
  readonly startTimer?: (ms: number, callback: () => void) => () => void;
}

/** Lets few searches run at once and a few more wait, so that likes, comments and files are answered while others search. */
export function createSearchGate({ now = () => performance.now(), startTimer = startRealTimer }: SearchGateOptions = {}): SearchGate {
  const waiting = new Set<() => void>();
  let running = 0;

  const takeTurn = (signal: AbortSignal): Promise<void> => {
    if (running < RUNNING_MAX) {
      running += 1;
      return Promise.resolve();
    }
    // Nobody reads the answer of a client that left.
    if (signal.aborted) throw tooMany();
    if (waiting.size >= WAITING_MAX) throw tooMany();
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        leave();
        reject(tooMany());
      };
      const start = (): void => {
        leave();
        resolve();
      };
      const leave = (): void => {
        waiting.delete(start);
        cancel();
        signal.removeEventListener("abort", giveUp);
      };
      const cancel = startTimer(WAIT_MAX_MS, giveUp);
      signal.addEventListener("abort", giveUp);
      waiting.add(start);
    });
  };
  /** Whoever is next takes the place of the one that ended. */
  const endTurn = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      running -= 1;
      return;
    }
    next();
  };
  const createYield = (): (() => Promise<void> | null) => {
    let since = now();
    return () => {
      if (now() - since < SLICE_MS) return null;
      return nextTurn().then(() => {
        since = now();
      });
    };
  };

  return {
    async run(search, { signal }) {
      await takeTurn(signal);
      try {
        return await search(createYield());
      } finally {
        endTurn();
      }
    },
  };
}

function tooMany(): ProblemError {
  return new ProblemError({
    code: "temporary-reduced-capacity",
    detail: "Too many searches are waiting. Try again shortly.",
    headers: { "Retry-After": String(RETRY_AFTER_SECONDS) },
  });
}

function startRealTimer(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}
