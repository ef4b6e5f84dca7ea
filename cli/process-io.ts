import type { Io } from "./io.ts";

/** A terminal sends Ctrl-C to all of its processes, and npm passes its own on: signals this close together are one. Milliseconds. */
const SAME_SIGNAL_MS = 1_000;
/** When whoever stops us loses patience with what is not closed yet, milliseconds. */
const STOP_MAX_MS = 9_000;
const EXIT_INTERRUPTED = 130;

/** The real world: this process, its streams, its clock and its signals. */
export function createProcessIo(): Io {
  const controller = new AbortController();
  let firstSignal: number | null = null;
  const stop = (): void => {
    const now = performance.now();
    if (firstSignal === null) {
      firstSignal = now;
      controller.abort();
      setTimeout(() => process.exit(EXIT_INTERRUPTED), STOP_MAX_MS).unref();
    } else if (now - firstSignal > SAME_SIGNAL_MS) {
      process.exit(EXIT_INTERRUPTED);
    }
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  // `quire check | head`: whoever read has enough.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    throw error;
  });
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    cwd: process.cwd(),
    env: process.env,
    now: Date.now,
    setTimer(task, ms) {
      const timer = setTimeout(task, ms);
      return () => clearTimeout(timer);
    },
    signal: controller.signal,
  };
}
