import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { RETRY_AFTER_SECONDS } from "../../contract/limits.ts";
import { ProblemError } from "../../edge/read-failure.ts";
import type { SearchGate } from "../../edge/search/search-index.ts";

/**
 * Number of simultaneous searches. Searches need only the processor, and this process has one, so
 * more searches at once would all finish later.
 */
const RUNNING_MAX = 1;
/**
 * Maximum number of waiting searches. A normal search takes about 10 ms, and the most expensive
 * take about 200 ms.
 */
const WAITING_MAX = 32;
/**
 * Maximum number of waiting searches of one client: half, so that a flooding client leaves room for
 * others. It is not lower, because behind a proxy that `--trust-proxy` lacks, all visitors count as
 * one client.
 */
const WAITING_MAX_A_CLIENT = WAITING_MAX / 2;
/** Longest wait, in milliseconds. After that, the visitor gets a message. */
const WAIT_MAX_MS = 2_000;
/**
 * How long a search may hold the event loop, in milliseconds. The steps between two checks of the
 * clock take a few more.
 */
const SLICE_MS = 5;

export interface SearchGateOptions {
  /** Milliseconds since a fixed moment. */
  readonly now?: () => number;
  /** Calls back after some milliseconds, unless it is cancelled. */
  readonly startTimer?: (ms: number, callback: () => void) => () => void;
}

/**
 * A gate in which clients take turns. The read handler does not know addresses, so a request's
 * client is in its asynchronous context.
 */
export interface ClientSearchGate extends SearchGate {
  /**
   * Searches started by `work` belong to the client.
   * @param findClient called when a search must wait
   */
  actFor<T>(findClient: () => string, work: () => T): T;
}

/**
 * Lets a few searches run at once and a few more wait, so that other requests (likes, comments,
 * files) are answered in the meantime.
 */
export function createSearchGate({ now = () => performance.now(), startTimer = startRealTimer }: SearchGateOptions = {}): ClientSearchGate {
  const clients = new AsyncLocalStorage<() => string>();
  const waiting = createTurns<() => void>();
  let running = 0;

  const takeTurn = (signal: AbortSignal): Promise<void> => {
    if (running < RUNNING_MAX) {
      running += 1;
      return Promise.resolve();
    }
    // The client has left, so nobody reads the response.
    if (signal.aborted) throw tooMany();
    const client = clients.getStore()?.() ?? "";
    if (waiting.size() >= WAITING_MAX || waiting.size(client) >= WAITING_MAX_A_CLIENT) throw tooMany();
    return waitForTurn(waiting, client, { signal, startTimer });
  };
  /** The next search takes the place of the one that ended. */
  const endTurn = (): void => {
    const next = waiting.next();
    if (next === null) running -= 1;
    else next();
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
    actFor: (findClient, work) => clients.run(findClient, work),
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

type StartTimer = NonNullable<SearchGateOptions["startTimer"]>;

function waitForTurn(
  waiting: Turns<() => void>,
  client: string,
  { signal, startTimer }: { readonly signal: AbortSignal; readonly startTimer: StartTimer },
): Promise<void> {
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
      waiting.remove(client, start);
      cancel();
      signal.removeEventListener("abort", giveUp);
    };
    const cancel = startTimer(WAIT_MAX_MS, giveUp);
    signal.addEventListener("abort", giveUp);
    waiting.add(client, start);
  });
}

interface Turns<T> {
  add(client: string, item: T): void;
  remove(client: string, item: T): void;
  /**
   * The oldest turn of the client that is next, or null if nobody waits. The client then moves to
   * the end of the line.
   */
  next(): T | null;
  /** Number of waiting turns of one client, or of all. */
  size(client?: string): number;
}

function createTurns<T>(): Turns<T> {
  /** Clients in the order of their turns. Each has at least one item. */
  const lines = new Map<string, Set<T>>();
  return {
    add(client, item) {
      const line = lines.get(client);
      if (line === undefined) lines.set(client, new Set([item]));
      else line.add(item);
    },
    remove(client, item) {
      const line = lines.get(client);
      line?.delete(item);
      if (line?.size === 0) lines.delete(client);
    },
    next() {
      for (const [client, line] of lines) {
        lines.delete(client);
        lines.set(client, line);
        for (const item of line) return item;
      }
      return null;
    },
    size: (client) => (client === undefined ? lines.values().reduce((sum, line) => sum + line.size, 0) : (lines.get(client)?.size ?? 0)),
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
