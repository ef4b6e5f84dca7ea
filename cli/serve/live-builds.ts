import type { Io } from "../io.ts";

/**
 * The longest timer, in milliseconds. After the computer has slept or its clock has been set, a
 * build is late by no more than this. Node's own timers last at most 24.8 days.
 */
const RECHECK_MS = 60_000;
/** Pause after a scheduled build that failed, in milliseconds. */
const RETRY_MS = 60_000;
/** The reason for a build that publishes or withdraws something by its date. */
export const SCHEDULED = "scheduled";

export interface BuildOutcome {
  readonly ok: boolean;
  /**
   * The next instant at which a date changes what is public, or null. If the build failed, this is
   * ignored and the previous instant stays.
   */
  readonly next: string | null;
}

export interface LiveBuildsOptions {
  readonly io: Pick<Io, "now" | "setTimer">;
  /**
   * Builds once.
   * @param reasons the reasons for the build, each once, in the order of the requests
   */
  build(reasons: readonly string[]): Promise<BuildOutcome>;
  /** Called with the error of a build that threw. */
  onError(error: unknown): void;
}

export interface LiveBuilds {
  /** Builds as soon as no other build runs. All requests until then share one build. */
  request(...reasons: readonly string[]): void;
  /** Resolves when no build runs and none is requested. */
  idle(): Promise<void>;
  /** Starts no further builds. Resolves when the running one has ended. */
  stop(): Promise<void>;
}

/** Builds on request, and when a date changes what is public. Two builds never run at once. */
export function createLiveBuilds({ io, build, onError }: LiveBuildsOptions): LiveBuilds {
  const pending = new Set<string>();
  let running: Promise<void> | null = null;
  let cancelTimer = (): void => {};
  let stopped = false;
  let next: number | null = null;

  const run = async (): Promise<void> => {
    while (pending.size > 0 && !stopped) {
      const reasons = [...pending];
      pending.clear();
      cancelTimer();
      const outcome = await build(reasons).catch((error: unknown) => {
        onError(error);
        return null;
      });
      if (outcome?.ok === true) next = outcome.next === null ? null : Date.parse(outcome.next);
      if (next !== null) arm(next, outcome?.ok === true ? 0 : RETRY_MS);
    }
    running = null;
  };

  const arm = (instant: number, atLeast: number): void => {
    cancelTimer();
    if (stopped) return;
    const wait = Math.max(atLeast, Math.min(instant - io.now(), RECHECK_MS));
    cancelTimer = io.setTimer(() => {
      if (instant <= io.now()) request(SCHEDULED);
      else arm(instant, 0);
    }, wait);
  };

  const request = (...reasons: readonly string[]): void => {
    if (stopped) return;
    for (const reason of reasons) pending.add(reason);
    running ??= run();
  };

  return {
    request,
    idle: () => running ?? Promise.resolve(),
    async stop() {
      stopped = true;
      cancelTimer();
      await running;
    },
  };
}
