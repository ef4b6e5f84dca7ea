import { DAY_MS } from "../days.ts";
import { errorFields, type Log } from "../log.ts";
import type { Notifier } from "../notices/notifier.ts";
import type { ObjectStore } from "../store/object/object-store.ts";
import type { Retention } from "../store/privacy-types.ts";
import { dayOfPack } from "../store/sqlite/engagement/event-packs.ts";
import type { WriteStorage } from "./object-env.ts";

/** How soon after a write its notices are sent, ms. */
const NOTICE_MS = 5_000;
/** How long engagement waits at most until it is counted, ms. */
const FOLD_MS = 3_600_000;
/** Between two rounds of upkeep while any row is kept for a limited time, ms. */
const UPKEEP_MS = 6 * 3_600_000;

export interface ObjectAlarmOptions {
  readonly storage: WriteStorage;
  readonly store: ObjectStore;
  /** null: no channel is configured. */
  readonly notifier: Notifier | null;
  readonly retention: Retention;
  readonly clock: () => number;
  readonly log: Log;
}

export interface ObjectAlarm {
  /**
   * Sets the alarm for the work that a write leaves, unless it rings sooner.
   * @param isEngagement it has no notice, and can wait
   */
  setAfterWrite(isEngagement: boolean): Promise<void>;
  /** Does the work that is due, and sets the alarm again if some is left. */
  ring(): Promise<void>;
}

/** The object's only alarm. It is set only while something waits. */
export function createObjectAlarm({ storage, store, notifier, retention, clock, log }: ObjectAlarmOptions): ObjectAlarm {
  const setFor = async (at: number): Promise<void> => {
    const next = await storage.getAlarm();
    if (next !== null && next <= at) return;
    await storage.setAlarm(at);
    // It is billed as a row.
    store.addRows(1);
  };
  const attempt = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.warn(`${what} failed; the next alarm tries again`, errorFields(error));
    }
  };
  return {
    setAfterWrite: async (isEngagement) => {
      const oldest = store.engagement.inbox()?.oldest ?? null;
      if (oldest !== null) await setFor(oldest + FOLD_MS);
      else if (isEngagement) await setFor(clock() + UPKEEP_MS);
      if (!isEngagement) await setFor(clock() + (notifier === null ? UPKEEP_MS : NOTICE_MS));
    },
    ring: async () => {
      const refusal = store.transfer.refuseWrite();
      if (refusal !== null) return setFor(clock() + refusal.retryAfterMs);
      if (notifier !== null) await attempt("sending notices", () => notifier.run());
      await attempt("deleting what has reached its age", () => store.maintenance.run(() => false, retention));
      const due = notifier === null ? null : await store.notices.oldestDue();
      if (due !== null) await setFor(Math.max(due, clock() + NOTICE_MS));
      else if (holdsExpiring(storage)) await setFor(clock() + UPKEEP_MS);
      else {
        const end = findEventsEnd(storage, retention);
        if (end !== null) await setFor(Math.max(end, clock() + UPKEEP_MS));
      }
    },
  };
}

/** Tables whose rows are kept for a limited time. */
const EXPIRING = [
  "seen",
  "idempotency_key",
  "duplicate_mark",
  "author_key",
  "quota",
  "notice_event",
  "outbox",
  "undo_step",
  "comment",
  "engagement_inbox",
];
const EXPIRING_SQL = `SELECT ${EXPIRING.map((table) => `EXISTS (SELECT 1 FROM ${table})`).join(" OR ")} AS holds`;

function holdsExpiring({ sql }: WriteStorage): boolean {
  return sql.exec(EXPIRING_SQL).toArray()[0]?.holds === 1;
}

/** When the oldest raw events are past their retention; null if there are none, or they are kept. */
function findEventsEnd({ sql }: WriteStorage, { events: days }: Retention): number | null {
  const id = sql.exec("SELECT min(id) AS id FROM event_pack").toArray()[0]?.id;
  return days === null || typeof id !== "number" ? null : (dayOfPack(id) + days + 1) * DAY_MS;
}
