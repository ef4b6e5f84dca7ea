import { DAY_MS, dayOf, findEarliest } from "../../../days.ts";
import type { MaintenanceReport, MaintenanceStore, RetentionReport } from "../../maintenance-types.ts";
import { DEFAULT_RETENTION } from "../../privacy-types.ts";
import { KEY_BYTES } from "../engagement/key-set.ts";
import { closeMonths, findNextMonthEnd } from "../engagement/month-rollups.ts";
import { joinSeenRows, type SeenKeys, type SeenKind, seenBefore } from "../engagement/seen-keys.ts";
import { EMPTY_SKETCHES_SQL, type VisitorSketches } from "../engagement/visitor-sketches.ts";
import { EXPIRIES, type ExpiryName, findNextExpiry, toExpired, VISITOR_KEY_GRACE_MS } from "../privacy/expiries.ts";
import { countDue, findNextSweep, sweep } from "../privacy/retention-sweep.ts";
import type { Connection, SqlValue, StoreContext } from "../store-context.ts";

/** Maximum number of rows deleted by one write, so that other writes can run in between. */
const CHUNK = 500;
/** Retry ids of today and yesterday are kept. */
const RETRY_ID_DAYS = 1;

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
    due: (retention) => read((now) => countDue(connection, retention, now)),
    nextDue: (retention = DEFAULT_RETENTION) =>
      read(() =>
        findEarliest(
          findNextExpiry(connection),
          findNextSeen(connection),
          findNextSweep(connection, retention),
          findNextMonthEnd(connection),
        ),
      ),
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
  const expire = async (name: ExpiryName): Promise<number> => {
    let deleted = 0;
    for (const expiry of EXPIRIES[name]) deleted += await deleteRows(context, isStopped, ...toExpired(expiry, now));
    return deleted;
  };
  await expire("undoTotals");
  await expire("rateStates");
  await expire("countedRequests");
  return {
    idempotencyKeys: await expire("idempotencyKeys"),
    duplicateMarks: await expire("duplicateMarks"),
    quotas: await expire("quotas"),
    bans: await expire("bans"),
    authorKeys: await expire("authorKeys"),
    withdrawnLikes: await expire("withdrawnLikes"),
    visitorKeys: await deleteSeen(context, parts, isStopped, "visit", dayOf(now - VISITOR_KEY_GRACE_MS)),
    retryIds: await deleteSeen(context, parts, isStopped, "retry-id", today - RETRY_ID_DAYS),
    notices: await expire("notices"),
    undoSteps: await expire("undoSteps"),
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

/** When the keys of a day expire, in ms since 1970. */
function findNextSeen(connection: Connection): number | null {
  const periods = [
    { kind: "visit", ms: DAY_MS + VISITOR_KEY_GRACE_MS },
    { kind: "retry-id", ms: DAY_MS * (1 + RETRY_ID_DAYS) },
  ] as const;
  const dues = periods.flatMap(({ kind, ms }) => {
    const { from, values } = seenBefore(kind, Number.MAX_SAFE_INTEGER);
    const day = connection.get<{ day: number | null }>(`SELECT min(day) AS day FROM ${from}`, ...values)?.day ?? null;
    return day === null ? [] : [day * DAY_MS + ms];
  });
  return findEarliest(...dues);
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

/**
 * Joins the rows of seen keys. Otherwise a quiet server would keep one row per transaction, and its
 * next start would be slow.
 */
async function joinSeen({ connection, write }: StoreContext, isStopped: IsStopped): Promise<void> {
  while (!isStopped() && (await write(() => joinSeenRows(connection)))) {
    // Each turn joins only a few rows, so that other writes are not delayed for long.
  }
}
