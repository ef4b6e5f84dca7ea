import { errorFields, type Log } from "../log.ts";
import type { WriteStorage } from "./object-env.ts";

/** An alarm that rings within this many ms is not set again. */
const SOON_MS = 5_000;

/** Work that is due at a certain time. */
export interface AlarmWork {
  /** Its name in the log: "sending notices". */
  readonly name: string;
  /** Shortest time to the next round, in ms. Failed work waits just as long. */
  readonly pauseMs: number;
  /** When it is due, in ms since 1970, possibly in the past; null if nothing is waiting. */
  due(): Promise<number | null>;
  /**
   * Like `due`, but only for work that writes can bring forward. Called after each write. Default:
   * writes bring nothing forward.
   */
  readonly dueAfterWrite?: () => Promise<number | null>;
  run(): Promise<unknown>;
  /**
   * Whether each alarm runs it, for work whose `due` does not find everything that is due now.
   * Default: false.
   */
  readonly runsAlways?: boolean;
}

export interface ObjectAlarmOptions {
  readonly storage: Pick<WriteStorage, "getAlarm" | "setAlarm">;
  readonly works: readonly AlarmWork[];
  /** How long writes are refused, in ms; null if they are accepted. */
  readonly refusedMs: () => number | null;
  readonly clock: () => number;
  readonly log: Log;
}

export interface ObjectAlarm {
  /**
   * Call it when the object wakes, because another version or setting may have made other work due.
   * A failure is only logged, because reads need no alarm. It may fail because an alarm costs a
   * row, and the day's rows may be used up.
   */
  wake(): Promise<void>;
  /**
   * Call it after each write. It sets the alarm if something is waiting. A failure is only logged,
   * because the write is stored and its answer must say so.
   */
  set(): Promise<void>;
  /** Does the work that is due, and sets the alarm again if some remains. */
  ring(): Promise<void>;
}

/**
 * The object's only alarm. It is set only while work is waiting, for the time when the first of it
 * is due.
 */
export function createObjectAlarm({ storage, works, refusedMs, clock, log }: ObjectAlarmOptions): ObjectAlarm {
  const setFor = async (findDue: (work: AlarmWork) => Promise<number | null>): Promise<void> => {
    const dues: number[] = [];
    for (const work of works) {
      const due = await findDue(work);
      if (due !== null) dues.push(Math.max(due, clock() + work.pauseMs));
    }
    if (dues.length === 0) return;
    const at = Math.min(...dues);
    // Read last, because another request may have set it in the meantime.
    const next = await storage.getAlarm();
    if (next === null || at < next) await storage.setAlarm(at);
  };

  const setForAll = (): Promise<void> => setFor((work) => work.due());
  const attempt = async (set: () => Promise<void>): Promise<void> => {
    try {
      await set();
    } catch (error) {
      log.warn("the alarm cannot be set; the next write tries again", errorFields(error));
    }
  };

  return {
    wake: () => attempt(setForAll),
    set: () =>
      attempt(async () => {
        const next = await storage.getAlarm();
        if (next === null) await setForAll();
        else if (next > clock() + SOON_MS) await setFor(async ({ dueAfterWrite }) => dueAfterWrite?.() ?? null);
      }),
    ring: async () => {
      const refused = refusedMs();
      if (refused !== null) return storage.setAlarm(clock() + refused);
      for (const work of works) {
        try {
          const due = await work.due();
          if (work.runsAlways === true || (due !== null && due <= clock())) await work.run();
        } catch (error) {
          log.warn(`${work.name} failed; the alarm rings again`, errorFields(error));
        }
      }
      await setForAll();
    },
  };
}
