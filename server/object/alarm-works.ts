import { DAY_MS, dayOf, findEarliest } from "../days.ts";
import type { Notifier } from "../notices/notifier.ts";
import type { Retention } from "../store/privacy-types.ts";
import type { Store } from "../store/store.ts";
import { rerenderStaleComments } from "../text/rerender-comments.ts";
import { SANITIZER_VERSION } from "../text/sanitizer-version.ts";
import type { AlarmWork } from "./object-alarm.ts";

/** How soon after a write its notices are sent, in ms. */
const NOTICE_MS = 5_000;
/**
 * Expiry times are rounded up to a multiple of this many ms, so rows of one hour are deleted
 * together.
 */
const UPKEEP_MS = 3_600_000;

/**
 * If this share of the plan's daily rows is used, upkeep waits until midnight UTC. Strangers decide
 * how much there will be to delete, and the day's remaining rows are reserved for the owner.
 */
const UPKEEP_UNTIL = 0.97;

/** Longest time that engagement waits before it is counted, in ms. */
const FOLD_MS = 3_600_000;
/** Pause after counting has failed, in ms, because each alarm is billed as a row. */
const FOLD_PAUSE_MS = 5 * 60_000;
/**
 * How long an object that stays awake waits before it looks for upkeep that new rows need, in ms.
 */
const LOOK_MS = 3_600_000;

export interface AlarmWorksOptions {
  readonly store: Store;
  /** null if no channel is configured. */
  readonly notifier: Notifier | null;
  readonly retention: Retention;
  readonly clock: () => number;
}

/** The timed work of an object. */
export function createAlarmWorks({ store, notifier, retention, clock }: AlarmWorksOptions): readonly AlarmWork[] {
  const isShortOfRows = (): boolean => {
    const { used = 0, rowsADay = null } = store.dayRows() ?? {};
    return rowsADay !== null && used >= rowsADay * UPKEEP_UNTIL;
  };
  let lookedAt = Number.NEGATIVE_INFINITY;
  const findUpkeep = async (): Promise<number | null> => {
    lookedAt = clock();
    const due = await store.maintenance.nextDue(retention);
    const midnight = isShortOfRows() ? (dayOf(clock()) + 1) * DAY_MS : 0;
    return due === null ? null : Math.max(Math.ceil(due / UPKEEP_MS) * UPKEEP_MS, midnight);
  };
  const findFold = async (): Promise<number | null> => {
    const oldest = store.engagement.inbox()?.oldest ?? null;
    return oldest === null ? null : oldest + FOLD_MS;
  };
  return [
    ...(notifier === null
      ? []
      : [
          {
            ...{ name: "sending notices", pauseMs: NOTICE_MS, runsAlways: true },
            due: async () => findEarliest(await notifier.nextMessageDue(), await notifier.nextReportDue()),
            dueAfterWrite: () => notifier.nextMessageDue(),
            run: () => notifier.run(),
          },
        ]),
    {
      ...{ name: "counting engagement", pauseMs: FOLD_PAUSE_MS },
      due: findFold,
      dueAfterWrite: findFold,
      run: () => store.engagement.fold(),
    },
    {
      ...{ name: "deleting data past its retention period", pauseMs: UPKEEP_MS },
      due: findUpkeep,
      dueAfterWrite: async () => (clock() - lookedAt >= LOOK_MS ? findUpkeep() : null),
      run: () => store.maintenance.run(isShortOfRows, retention),
    },
    {
      ...{ name: "rendering comments again", pauseMs: UPKEEP_MS },
      due: async () => ((await store.comments.stale(SANITIZER_VERSION, 1)).length === 0 ? null : 0),
      run: () => rerenderStaleComments(store, isShortOfRows),
    },
  ];
}
