import type { ProgressEvent, StageName } from "../build/shared/stages.ts";
import type { Io } from "./io.ts";

/** Interval between lines about a long stage in a pipe, in milliseconds. */
const LINE_EVERY_MS = 5_000;
/** Shortest interval between drawings of the bar on a terminal, in milliseconds. */
const DRAW_EVERY_MS = 80;
/** Stages shorter than this are not mentioned in a pipe, in ms. */
const TOLD_AFTER_MS = 1_000;
const BAR_WIDTH = 24;
const CLEAR_LINE = "\r\u001b[2K";

export interface Progress {
  update(event: ProgressEvent): void;
  /** Removes the bar. */
  end(): void;
}

export const SILENT: Progress = { update: () => {}, end: () => {} };

/**
 * Progress of long work on standard error: a bar on a terminal, plain lines with counts and times
 * in a pipe.
 */
export function createProgress({ stderr, now }: Pick<Io, "stderr" | "now">): Progress {
  return stderr.isTTY === true ? createBar(stderr, now) : createLines(stderr, now);
}

function createBar(stderr: Io["stderr"], now: () => number): Progress {
  let stage: StageName | null = null;
  let started = 0;
  let drawn = Number.NEGATIVE_INFINITY;
  let visible = false;
  return {
    update(event) {
      if (event.stage !== stage) {
        stage = event.stage;
        started = now();
      } else if (now() - drawn < DRAW_EVERY_MS && event.done < event.total) return;
      drawn = now();
      visible = true;
      const share = event.total === 0 ? 1 : Math.min(1, event.done / event.total);
      const filled = Math.round(share * BAR_WIDTH);
      const bar = `${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}`;
      const line = `${event.stage.padEnd(8)} ${bar} ${event.done}/${event.total}  ${seconds(drawn - started)}`;
      stderr.write(CLEAR_LINE + line.slice(0, (stderr.columns || 80) - 1));
    },
    end() {
      if (visible) stderr.write(CLEAR_LINE);
      visible = false;
    },
  };
}

function createLines(stderr: Io["stderr"], now: () => number): Progress {
  let last: ProgressEvent | null = null;
  let started = 0;
  let reported = 0;
  const finish = (): void => {
    if (last === null || now() - started < TOLD_AFTER_MS) return;
    stderr.write(`${last.stage}: ${last.done} done in ${seconds(now() - started)}\n`);
  };
  return {
    update(event) {
      const time = now();
      if (event.stage !== last?.stage) {
        finish();
        started = time;
        reported = time;
      } else if (time - reported >= LINE_EVERY_MS) {
        reported = time;
        stderr.write(`${event.stage}: ${event.done} of ${event.total} after ${seconds(time - started)}\n`);
      }
      last = event;
    },
    end() {
      finish();
      last = null;
    },
  };
}

/** `12.3 s`. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}
