import { matchServerRoute } from "../contract/proxy-headers.ts";
import type { StartTimer } from "../edge/counts/live-counts.ts";

/** The two sides that may answer a request. */
export interface Answerers {
  /** Calls the write server; null if it is unavailable. May reject. */
  readonly ask: () => Promise<Response | null>;
  /** The read handler, which has the snapshot of comments. */
  readonly readFiles: () => Promise<Response>;
}

export interface ServerFirstOptions {
  /** Milliseconds since a fixed moment. */
  readonly now?: () => number;
  readonly startTimer?: StartTimer;
}

/** How long, in milliseconds, to wait for the server if there is a snapshot. */
const WAIT_MS = 1_000;
/** How long, in milliseconds, the server is not called after a failure if there is a snapshot. */
const PAUSE_MS = 10_000;
/** Statuses of a server that cannot answer, and of a proxy in its place. */
const FAILED: readonly number[] = [502, 503, 504];

/**
 * Whether a snapshot may answer for the write server.
 * @param path with API_PREFIX, without the query
 */
export function hasSnapshotOf(path: string, method: string): boolean {
  return (method === "GET" || method === "HEAD") && matchServerRoute(path)?.route.hasSnapshot === true;
}

/**
 * Calls the write server first. If it refuses, is late, or answers 502, 503 or 504, the snapshot
 * answers, and the server is not called for a while. Without a snapshot, every request waits for
 * the server.
 */
export function createServerFirst({
  now = () => performance.now(),
  startTimer = startRealTimer,
}: ServerFirstOptions = {}): (answerers: Answerers) => Promise<Response> {
  let failedAt = Number.NEGATIVE_INFINITY;

  return async ({ ask, readFiles }) => {
    if (now() - failedAt < PAUSE_MS) {
      const answer = await readFiles();
      if (!isFailure(answer)) return answer;
      return orElse(await askSafely(ask), answer);
    }
    const answerOfServer = askSafely(ask);
    const first = await Promise.race([answerOfServer, late(answerOfServer, startTimer)]);
    if (first !== null && first !== "late" && !isFailure(first)) return first;
    failedAt = now();
    const answer = await readFiles();
    if (isFailure(answer)) return orElse(await answerOfServer, answer);
    // Nobody waits for it any longer.
    void answerOfServer.then((response) => response?.body?.cancel()).catch(() => undefined);
    return answer;
  };
}

function isFailure({ status }: Response): boolean {
  return FAILED.includes(status);
}

/** The server's own failure is more informative than the answer from the files. */
function orElse(response: Response | null, answer: Response): Response {
  return response === null || (isFailure(response) && response.status !== answer.status) ? answer : response;
}

async function askSafely(ask: Answerers["ask"]): Promise<Response | null> {
  try {
    return await ask();
  } catch {
    return null;
  }
}

function late(asked: Promise<unknown>, startTimer: StartTimer): Promise<"late"> {
  return new Promise((resolve) => {
    const cancel = startTimer(WAIT_MS, () => resolve("late"));
    void asked.then(cancel);
  });
}

const startRealTimer: StartTimer = (ms, callback) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};
