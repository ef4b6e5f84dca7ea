import { DAY_MS, dayOf } from "../../../days.ts";
import type { MaintenanceReport, MaintenanceStore, RetentionReport } from "../../maintenance-types.ts";
import { DEFAULT_RETENTION } from "../../privacy-types.ts";
import { SELECTION_UNDO_DAYS } from "../../selection-types.ts";
import { DUPLICATE_MS } from "../comments/comment-store.ts";
import { KEY_BYTES } from "../engagement/key-set.ts";
import { closeMonths } from "../engagement/month-rollups.ts";
import { joinSeenRows, type SeenKeys, type SeenKind, seenBefore } from "../engagement/seen-keys.ts";
import { EMPTY_SKETCHES_SQL, type VisitorSketches } from "../engagement/visitor-sketches.ts";
import { IDEMPOTENCY_MS } from "../idempotency.ts";
import { countDue, sweep } from "../privacy/retention-sweep.ts";
import type { SqlValue, StoreContext } from "../store-context.ts";

/** Rows deleted in one record of the queue, so that other writes can come between. */
const CHUNK = 500;
/** How long the keys of a comment's author are kept for a ban, ms. */
const AUTHOR_KEY_MS = 30 * DAY_MS;
/**
 * How long visitor keys outlive their UTC day. None reaches 48 hours, even if an hourly run is
 * late.
 */
const VISITOR_KEY_GRACE_MS = DAY_MS / 2;
/** Retry ids of today and yesterday are kept. */
const RETRY_ID_DAYS = 1;

/** How long notices are kept after they were sent, or while no channel is configured, ms. */
const NOTICE_MS = 90 * DAY_MS;

export interface MaintenanceParts {
  readonly seen: SeenKeys;
  readonly sketches: VisitorSketches;
}

export function createMaintenance(context: StoreContext, parts: MaintenanceParts): MaintenanceStore {
  const { connection, clock, read } = context;
  return {
    run: async (isStopped = () => false, retention = DEFAULT_RETENTION) => {
      const now = clock();
      const report = { ...(await deleteExpired(context, parts, isStopped, now)), ...(await sweep(context, retention, isStopped)) };
      await emptySketches(context, parts, isStopped, now);
      await joinSeen(context, isStopped);
      await closeMonths(context, isStopped);
      // Deleted rows are zeroed in the database, but remain in the log until a checkpoint empties
      // it.
      context.emptyLog();
      return report;
    },
    due: (retention) => {
      const now = clock();
      return read(() => countDue(connection, retention, now));
    },
  };
}

type IsStopped = () => boolean;

/** Deletes rows past their fixed periods; `sweep` deletes those past the owner's. */
async function deleteExpired(
  context: StoreContext,
  parts: MaintenanceParts,
  isStopped: IsStopped,
  now: number,
): Promise<Omit<MaintenanceReport, keyof RetentionReport>> {
  const today = dayOf(now);
  const deleteAll = (from: string, ...values: SqlValue[]) => deleteRows(context, isStopped, from, ...values);
  const undoUntil = now - SELECTION_UNDO_DAYS * DAY_MS;
  await deleteAll("undo_total WHERE at <= ?", undoUntil);
  await deleteAll("rate_state WHERE tat <= ?", now);
  // Counted requests, which no other has overwritten. They have keys of visitors.
  await deleteAll(
    "engagement_inbox WHERE at < ? AND sequence <= (SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'engagement-folded')",
    dayOf(now - VISITOR_KEY_GRACE_MS) * DAY_MS,
  );
  return {
    idempotencyKeys: await deleteAll("idempotency_key WHERE at <= ?", now - IDEMPOTENCY_MS),
    duplicateMarks: await deleteAll("duplicate_mark WHERE at <= ?", now - DUPLICATE_MS),
    quotas: await deleteAll("quota WHERE day < ?", today),
    bans: await deleteAll("ban WHERE expires_at <= ?", now),
    authorKeys: await deleteAll("author_key WHERE at <= ?", now - AUTHOR_KEY_MS),
    withdrawnLikes: await deleteAll("post_like WHERE liked = 0 AND at < ?", today * DAY_MS),
    visitorKeys: await deleteSeen(context, parts, isStopped, "visit", dayOf(now - VISITOR_KEY_GRACE_MS)),
    retryIds: await deleteSeen(context, parts, isStopped, "retry-id", today - RETRY_ID_DAYS),
    notices:
      (await deleteAll("notice_event WHERE at <= ?", now - NOTICE_MS)) +
      (await deleteAll("outbox WHERE finished_at <= ?", now - NOTICE_MS)),
    undoSteps: await deleteAll("undo_step WHERE at <= ?", undoUntil),
  };
}

async function deleteRows({ connection, write }: StoreContext, isStopped: IsStopped, from: string, ...values: SqlValue[]): Promise<number> {
  for (let total = 0; ; ) {
    if (isStopped()) return total;
    const deleted = await write(() => connection.run(`DELETE FROM ${from} LIMIT ${CHUNK}`, ...values));
    total += deleted;
    if (deleted < CHUNK) return total;
  }
}

async function deleteSeen(
  context: StoreContext,
  { seen }: MaintenanceParts,
  isStopped: IsStopped,
  kind: SeenKind,
  before: number,
): Promise<number> {
  if (isStopped()) return 0;
  seen.forgetBefore(kind, before);
  const { from, values } = seenBefore(kind, before);
  const sql = `SELECT coalesce(sum(length(keys)), 0) / ${KEY_BYTES} AS n FROM ${from}`;
  const keys = (await context.read(() => context.connection.get<{ n: number }>(sql, ...values)))?.n ?? 0;
  await deleteRows(context, isStopped, from, ...values);
  return keys;
}

/** Sketches are emptied together with their day's visitor keys. */
async function emptySketches(
  { connection, write }: StoreContext,
  { sketches }: MaintenanceParts,
  isStopped: IsStopped,
  now: number,
): Promise<void> {
  if (isStopped()) return;
  const before = dayOf(now - VISITOR_KEY_GRACE_MS);
  sketches.forgetBefore(before);
  await write(() => connection.run(EMPTY_SKETCHES_SQL, before));
}

/** With one row per transaction, the next start of a quiet server would be slow. */
async function joinSeen({ connection, write }: StoreContext, isStopped: IsStopped): Promise<void> {
  while (!isStopped() && (await write(() => joinSeenRows(connection)))) {
    // Each turn joins only as many rows as may delay other writes.
  }
}
