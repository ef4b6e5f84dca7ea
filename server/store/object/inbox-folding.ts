import type { EngagementEvent } from "../engagement-types.ts";
import { createRecorder, type EngagementParts } from "../sqlite/engagement/engagement-recorder.ts";
import type { StoreContext } from "../sqlite/store-context.ts";
import { StoreUnavailable } from "../store-errors.ts";
import { deferParts } from "./deferred-parts.ts";
import type { InboxTable, WaitingRequest } from "./inbox-table.ts";

/** Number of consecutive failures that end an attempt. The next attempt continues. */
const FAILURES_MAX = 64;
/** Largest number of requests that may be set aside. */
const ASIDE_MAX = 1_000;
/** How long visitors' requests start no other attempt after a failed one, in ms. */
const PAUSE_MS = 5 * 60_000;

export interface FoldingOptions {
  readonly context: StoreContext;
  readonly parts: EngagementParts;
  readonly table: InboxTable;
  readonly onFailure: (error: unknown) => void;
}

export interface Folding {
  /** Rejects if the waiting requests cannot be counted. In that case, all of them keep waiting. */
  fold(): Promise<void>;
  /** Like `fold`, but only reports a failure: figures are then shown without the waiting requests. */
  attempt(): Promise<void>;
  /** Like `attempt`, unless an attempt failed a short time ago. */
  attemptAgain(): Promise<void>;
  readonly failure: string | null;
}

/**
 * Counts all of these requests, or none.
 * @param find runs in the transaction
 * @param alsoDone runs in the transaction, once the requests are counted
 * @param beforeCommit runs last in the transaction, once everything is written
 */
type CountRequests = (
  find: () => readonly WaitingRequest[],
  alsoDone: (last: WaitingRequest) => void,
  beforeCommit?: () => void,
) => Promise<void>;

/**
 * Only one fold runs at a time. It counts everything that the transaction finds, so a second one
 * has nothing to add.
 */
export function createFolding(options: FoldingOptions): Folding {
  const { table, onFailure, context } = options;
  const count = createCounting(options);
  const canCount = (): Promise<boolean> => tryCounting(count, context.clock());
  let failure: string | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;
  let hasTriedAside = false;
  const run = async (): Promise<void> => {
    await foldWaiting(table, count, { canCount, write: context.write });
    if (hasTriedAside || table.asideSize === 0) return;
    // A newer program, which restarts the object, may be able to count them.
    const refusal = await foldAside(table, count);
    // Only a refused write justifies another attempt before the next start.
    hasTriedAside = refusal === null;
    if (refusal !== null) onFailure(refusal);
  };
  let running: Promise<void> | null = null;
  const fold = (): Promise<void> => {
    running ??= run()
      .then(
        () => {
          failure = null;
          failedAt = Number.NEGATIVE_INFINITY;
        },
        (error: unknown) => {
          failure = error instanceof Error ? error.message : String(error);
          failedAt = context.clock();
          onFailure(error);
          throw error;
        },
      )
      .finally(() => {
        running = null;
      });
    return running;
  };
  const attempt = (): Promise<void> => fold().catch(() => {});
  return {
    fold,
    attempt,
    attemptAgain: async () => {
      if (Math.abs(context.clock() - failedAt) >= PAUSE_MS) await attempt();
    },
    get failure() {
      return failure;
    },
  };
}

function createCounting({ context, parts, table }: FoldingOptions): CountRequests {
  const { connection, write } = context;
  /** Flushes here and not before the commit, where an error would make other writes fail too. */
  const flush = (): void => {
    parts.packs.flush();
    parts.rollups.flush();
    parts.quotas.flush();
  };
  return (find, alsoDone, beforeCommit = () => {}) =>
    write(() => {
      const requests = find();
      const last = requests.at(-1);
      if (last === undefined) return;
      flush();
      const group = deferParts(parts);
      const record = createRecorder(connection, group.parts);
      try {
        for (const { request, at, sequence } of requests) {
          if (request === null) throw new Error(`the request ${sequence} in the inbox is damaged`);
          record(request, at);
        }
        alsoDone(last);
        group.apply();
        flush();
        beforeCommit();
      } catch (error) {
        group.revert();
        for (const part of [parts.rollups, parts.quotas, parts.labels, table]) part.forget();
        throw error;
      }
    });
}

/** Thrown to roll back a successful trial. */
class TrialDone extends Error {}

/**
 * Whether an ordinary request can be counted. If not, the engine or the program is at fault. The
 * trial is rolled back.
 */
async function tryCounting(count: CountRequests, at: number): Promise<boolean> {
  const event: EngagementEvent = {
    ...{ type: "page_view", at, path: "/", isPage: false, retryId: null, slug: null, referrer: null, target: null },
    ...{ value: null, activeMs: null, visitor: null },
  };
  const undo = (): never => {
    throw new TrialDone();
  };
  try {
    await count(
      () => [{ slot: 0, sequence: 0, at, request: { events: [event] } }],
      () => {},
      undo,
    );
    return false;
  } catch (error) {
    return error instanceof TrialDone;
  }
}

interface FoldWaitingOptions {
  readonly canCount: () => Promise<boolean>;
  readonly write: StoreContext["write"];
}

/**
 * Counts everything that is waiting: at once if possible, otherwise in halves, down to the requests
 * that cannot be counted. The transaction that counts the next countable request sets them aside.
 * If there is none, they are set aside if an ordinary request could be counted; otherwise they keep
 * waiting.
 * @throws the last error
 */
async function foldWaiting(table: InboxTable, count: CountRequests, { canCount, write }: FoldWaitingOptions): Promise<void> {
  let suspects: WaitingRequest[] = [];
  let failures = 0;
  let lastError: unknown = null;
  const setAside = (last: WaitingRequest, found: readonly WaitingRequest[]): void => {
    for (const suspect of found) table.setAside(suspect);
    table.markFolded(last.sequence);
  };
  const foldRange = async (find: () => readonly WaitingRequest[]): Promise<void> => {
    let requests: readonly WaitingRequest[] = [];
    const note = (): readonly WaitingRequest[] => {
      requests = find();
      return requests;
    };
    try {
      const found = suspects;
      await count(note, (last) => setAside(last, found));
      [suspects, failures] = [[], 0];
    } catch (error) {
      failures += 1;
      if (error instanceof StoreUnavailable || failures >= FAILURES_MAX) throw error;
      const [only, second] = requests;
      if (only === undefined) throw error;
      if (second === undefined) {
        if (table.asideSize + suspects.length >= ASIDE_MAX) throw error;
        suspects = [...suspects, only];
        lastError = error;
        return;
      }
      const middle = requests.length >> 1;
      const [first, rest] = [requests.slice(0, middle), requests.slice(middle)];
      await foldRange(() => first);
      await foldRange(() => rest);
    }
  };
  let cutBy: unknown = null;
  await foldRange(() => table.waiting()).catch((error: unknown) => {
    if (error instanceof StoreUnavailable) throw error;
    [lastError, cutBy] = [error, error];
  });
  const last = suspects.at(-1);
  if (last !== undefined) {
    if (!(await canCount())) throw lastError;
    await write(() => setAside(last, suspects));
  }
  if (cutBy !== null) throw cutBy;
}

/**
 * Counts the requests set aside earlier that can be counted now.
 * @returns why writes are refused; null if each request was tried
 */
async function foldAside(table: InboxTable, count: CountRequests): Promise<StoreUnavailable | null> {
  let failures = 0;
  for (const request of table.aside()) {
    try {
      await count(
        () => [request],
        () => table.deleteAside(request),
      );
      failures = 0;
    } catch (error) {
      failures += 1;
      if (error instanceof StoreUnavailable) return error;
      if (failures >= FAILURES_MAX) return null;
    }
  }
  return null;
}
