import { DAY_MS, dayOf } from "../../../days.ts";
import type { MaintenanceReport, MaintenanceStore } from "../../maintenance-types.ts";
import { DEFAULT_RETENTION } from "../../privacy-types.ts";
import { DUPLICATE_MS } from "../comments/comment-store.ts";
import { KEY_BYTES } from "../engagement/key-set.ts";
import { closeMonths } from "../engagement/month-rollups.ts";
import { joinSeenRows, type SeenKeys, type SeenKind, seenBefore } from "../engagement/seen-keys.ts";
import { EMPTY_SKETCHES_SQL, type VisitorSketches } from "../engagement/visitor-sketches.ts";
import { IDEMPOTENCY_MS } from "../idempotency.ts";
import { countDue, sweep } from "../privacy/retention-sweep.ts";
import type { StoreContext } from "../store-context.ts";
import type { SqlValue } from "./connection.ts";

/** Rows deleted in one record of the queue: other writes come between. */
const CHUNK = 500;
/** How long the keys of a comment's author are kept for a ban, ms. */
const AUTHOR_KEY_MS = 30 * DAY_MS;
/** Visitor keys of a UTC day go when it has been over for this long, so that none gets 48 h old, an hourly run or a late one allowed for. */
const VISITOR_KEY_GRACE_MS = DAY_MS / 2;
/** Retry ids of today and yesterday are kept. */
const RETRY_ID_DAYS = 1;

/** How long notices are kept once they were sent, or while no channel is set, ms. */
const NOTICE_MS = 90 * DAY_MS;

export interface MaintenanceParts {
  readonly seen: SeenKeys;
  readonly sketches: VisitorSketches;
}

export function createMaintenance(context: StoreContext, { seen, sketches }: MaintenanceParts): MaintenanceStore {
  const { connection, clock, read, write } = context;
  const deleteAll = async (isStopped: () => boolean, from: string, ...values: SqlValue[]): Promise<number> => {
    for (let total = 0; ; ) {
      if (isStopped()) return total;
      const deleted = await write(() => connection.run(`DELETE FROM ${from} LIMIT ${CHUNK}`, ...values));
      total += deleted;
      if (deleted < CHUNK) return total;
    }
  };

  const deleteSeen = async (isStopped: () => boolean, kind: SeenKind, before: number): Promise<number> => {
    if (isStopped()) return 0;
    seen.forgetBefore(kind, before);
    const { from, values } = seenBefore(kind, before);
    const sql = `SELECT coalesce(sum(length(keys)), 0) / ${KEY_BYTES} AS n FROM ${from}`;
    const keys = (await read(() => connection.get<{ n: number }>(sql, ...values)))?.n ?? 0;
    await deleteAll(isStopped, from, ...values);
    return keys;
  };

  /** They go with the keys of their day. */
  const emptySketches = async (isStopped: () => boolean, before: number): Promise<void> => {
    if (isStopped()) return;
    sketches.forgetBefore(before);
    await write(() => connection.run(EMPTY_SKETCHES_SQL, before));
  };

  /** A row a transaction would make a quiet server's next start slow. */
  const joinSeen = async (isStopped: () => boolean): Promise<void> => {
    while (!isStopped() && (await write(() => joinSeenRows(connection)))) {
      // As many rows at a time as a write may hold up others.
    }
  };

  return {
    run: async (isStopped = () => false, retention = DEFAULT_RETENTION) => {
      const now = clock();
      const today = dayOf(now);
      const report: MaintenanceReport = {
        idempotencyKeys: await deleteAll(isStopped, "idempotency_key WHERE at <= ?", now - IDEMPOTENCY_MS),
        duplicateMarks: await deleteAll(isStopped, "duplicate_mark WHERE at <= ?", now - DUPLICATE_MS),
        quotas: await deleteAll(isStopped, "quota WHERE day < ?", today),
        bans: await deleteAll(isStopped, "ban WHERE expires_at <= ?", now),
        authorKeys: await deleteAll(isStopped, "author_key WHERE at <= ?", now - AUTHOR_KEY_MS),
        withdrawnLikes: await deleteAll(isStopped, "post_like WHERE liked = 0 AND at < ?", today * DAY_MS),
        visitorKeys: await deleteSeen(isStopped, "visit", dayOf(now - VISITOR_KEY_GRACE_MS)),
        retryIds: await deleteSeen(isStopped, "retry-id", today - RETRY_ID_DAYS),
        notices:
          (await deleteAll(isStopped, "notice_event WHERE at <= ?", now - NOTICE_MS)) +
          (await deleteAll(isStopped, "outbox WHERE finished_at <= ?", now - NOTICE_MS)),
        ...(await sweep(context, retention, isStopped)),
      };
      await emptySketches(isStopped, dayOf(now - VISITOR_KEY_GRACE_MS));
      await joinSeen(isStopped);
      await closeMonths(context, isStopped);
      // Deleted rows are zeroed in the database, but stay in the log until a checkpoint empties it.
      connection.checkpoint();
      return report;
    },
    due: (retention) => {
      const now = clock();
      return read(() => countDue(connection, retention, now));
    },
  };
}
