import type { Io } from "../io.ts";

/**
 * Timers are set again at least this often, milliseconds. A computer that slept, or whose clock was set, is late by no more; and Node's
 * timers hold 24.8 days at most.
 */
const RECHECK_MS = 60_000;
/** After a scheduled build that failed, milliseconds. */
const RETRY_MS = 60_000;
/** The reason of a build at the instant at which what is public changes. */
export const SCHEDULED = "scheduled";

export interface BuildOutcome {
  readonly ok: boolean;
  /** The next instant at which what is public changes, or null. Not looked at where the build failed: the one before stands. */
  readonly next: string | null;
}

export interface LiveBuildsOptions {
  readonly io: Pick<Io, "now" | "setTimer">;
  /**
   * Builds once.
   * @param reasons why, each once, in the order of asking
   */
  build(reasons: readonly string[]): Promise<BuildOutcome>;
  /** Hears of a build that threw; the next may do better. */
  onError(error: unknown): void;
}

export interface LiveBuilds {
  /** Builds as soon as no build is under way; what is asked for meanwhile is one build. */
  request(...reasons: readonly string[]): void;
  /** Resolves when nothing is under way or asked for. */
  idle(): Promise<void>;
  /** No more builds; resolves when the one under way is over. */
  stop(): Promise<void>;
}

/** Builds again when asked to, and at the instant at which what is public changes; never two at once. */
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
