import type { VisitorKeys } from "../../../server/engagement/visitor-key.ts";
import type { Incidents } from "../../../server/incidents/open-incidents.ts";
import { causeFields, errorFields, type Log } from "../../../server/log.ts";
import type { Notifier } from "../../../server/notices/notifier.ts";
import type { Retention } from "../../../server/store/privacy-types.ts";
import type { Store } from "../../../server/store/store.ts";
import { rerenderStaleComments } from "../../../server/text/rerender-comments.ts";
import type { Io } from "../../io.ts";

/** Delay before the first upkeep, in ms, so that the first requests are answered before it. */
const FIRST_UPKEEP_MS = 1_000;
/** Interval between rounds of upkeep, in ms. */
const UPKEEP_MS = 3_600_000;
/** Interval, in ms, between checks that the database file still has its name. */
const FILE_LOOK_MS = 500;
/** Interval between checks for notices, in ms. */
const NOTICES_MS = 5_000;
/** Interval between checks for incidents, in ms. A full disk is reported within a minute. */
const INCIDENTS_MS = 15_000;

interface UpkeepOptions {
  readonly io: Pick<Io, "setTimer">;
  readonly store: Store;
  readonly retention: Retention;
  readonly visitorKeys: VisitorKeys;
  readonly log: Log;
}

/**
 * Shortly after the start and every hour, deletes rows past their retention period, and renders
 * comments again if an older sanitizer rendered them.
 */
export function startUpkeep({ io, store, retention, visitorKeys, log }: UpkeepOptions): { stop(): Promise<void> } {
  let stopped = false;
  let cancel = (): void => {};
  const attempt = async (what: string, work: () => Promise<void> | void): Promise<void> => {
    try {
      if (!stopped) await work();
    } catch (error) {
      log.warn(`${what} failed; the next attempt is in an hour`, errorFields(error));
    }
  };
  const round = async (): Promise<void> => {
    await attempt("deleting old salts", () => visitorKeys.prune());
    await attempt("deleting data past its retention period", async () => {
      log.debug("deleted data past its retention period", { ...(await store.maintenance.run(() => stopped, retention)) });
    });
    await attempt("rendering comments again", () => rerenderStaleComments(store, () => stopped));
    if (!stopped) cancel = io.setTimer(run, UPKEEP_MS);
  };
  let running = Promise.resolve();
  const run = (): void => {
    running = round();
  };
  cancel = io.setTimer(run, FIRST_UPKEEP_MS);
  return {
    async stop() {
      stopped = true;
      cancel();
      await running;
    },
  };
}

/**
 * Sends waiting notices to the owner every few seconds. @param notifier null if no channel is
 * configured
 */
export function startNotifier(notifier: Notifier | null, { io, log }: Pick<UpkeepOptions, "io" | "log">): { stop(): Promise<void> } {
  if (notifier === null) return { stop: async () => {} };
  let failed = false;
  const run = (): void => {
    cancel = io.setTimer(run, NOTICES_MS);
    notifier.run().then(
      () => {
        failed = false;
      },
      (error: unknown) => {
        if (!failed) log.warn("notices cannot be read; trying again", causeFields(error));
        failed = true;
      },
    );
  };
  let cancel = io.setTimer(run, NOTICES_MS);
  return {
    stop: async () => {
      cancel();
      await notifier.stop();
    },
  };
}

/**
 * Checks that the database file still has its name, often enough that deleting or replacing it
 * loses no acknowledged write.
 */
export function watchDatabaseFile({ io, store }: Pick<UpkeepOptions, "io" | "store">): { stop(): void } {
  let cancel = io.setTimer(look, FILE_LOOK_MS);
  function look(): void {
    void store.lookAtFiles();
    cancel = io.setTimer(look, FILE_LOOK_MS);
  }
  return { stop: () => cancel() };
}

/** Checks for incidents, and tells the owner when they begin and end. */
export function watchIncidents(incidents: Incidents, { io, log }: Pick<UpkeepOptions, "io" | "log">): { stop(): Promise<void> } {
  const look = (): void => {
    cancel = io.setTimer(look, INCIDENTS_MS);
    incidents.run().catch((error: unknown) => log.warn("checking for incidents failed; trying again", errorFields(error)));
  };
  let cancel = io.setTimer(look, INCIDENTS_MS);
  return {
    stop: async () => {
      cancel();
      await incidents.stop();
    },
  };
}
