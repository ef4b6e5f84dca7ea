import { spawn } from "node:child_process";
import { type LostLines, NOTHING_LOST } from "../server/log.ts";
import { EXIT_FAILED, EXIT_INTERRUPTED, type Io, type Keys, type Output } from "./io.ts";

/**
 * Signals that arrive within this time count as one, in ms. A terminal sends Ctrl-C to all of its
 * processes, and scripts/run.mjs passes on the one that it receives. Under npm, the second one came
 * up to 4 ms later on an idle machine with two cores, and up to 87 ms later with 12 busy loops. A
 * second press within this time has no effect.
 */
const SAME_SIGNAL_MS = 250;
/**
 * Longest time for closing everything after a signal, in ms. Docker kills a container after 10 s.
 */
const STOP_MAX_MS = 9_000;

export interface ProcessIo extends Io {
  /** Whether a signal has arrived. */
  readonly isStopping: boolean;
}

/** The Io of this process: its streams, clock and signals. */
export function createProcessIo(): ProcessIo {
  const signals = createSignals();
  const loss = createLoss();
  process.stdout.on("error", (error) => {
    if (!loss.survived()) endFor(error);
  });
  // A reader that has closed stderr may still read stdout.
  process.stderr.on("error", () => {});
  return {
    stdout: toOutput(process.stdout, loss.note),
    stderr: toOutput(process.stderr, loss.note),
    surviveLostOutput: loss.survive,
    cwd: process.cwd(),
    env: process.env,
    now: Date.now,
    monotonic: () => performance.now(),
    setTimer(task, ms) {
      const timer = setTimeout(task, ms);
      return () => clearTimeout(timer);
    },
    get signal() {
      return signals.take();
    },
    get isStopping() {
      return signals.isStopping();
    },
    endOnSignal: signals.endOnSignal,
    runProgram,
    runSelf: async (args, signal) => (await import("./serve/upkeep/run-self.ts")).runSelf(args, signal),
    openKeys: () => (process.stdin.isTTY && process.stdout.isTTY ? openKeys(signals.take()) : null),
    async openPrompts() {
      if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
      // Only one command asks questions, so the others do not load it.
      const { createTerminalPrompts } = await import("./init/terminal-prompts.ts");
      return createTerminalPrompts(signals.take());
    },
  };
}

/** Settings of the npm that runs this process. Another npm must not inherit them. */
const OF_THIS_NPM = /^npm_(?:config_(?:yes|package|call|local_prefix|prefix)|command|execpath|lifecycle_.*|package_.*)$/;

function runProgram(program: string, args: readonly string[], cwd: string): Promise<number | null> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_THIS_NPM.test(name)));
  // On Windows, npm is a script that needs a shell. The arguments are our own.
  const shell = process.platform === "win32" && program === "npm";
  return new Promise((resolve) => {
    const child = spawn(program, [...args], { cwd, env, shell, stdio: "inherit" });
    child.on("error", () => resolve(null));
    child.on("exit", resolve);
  });
}

interface Signals {
  /** From now on, a signal aborts the returned AbortSignal instead of ending the process. */
  take(): AbortSignal;
  isStopping(): boolean;
  endOnSignal: Io["endOnSignal"];
}

const NAMES = ["SIGINT", "SIGTERM"] as const;

/**
 * Signal handlers of this process. A handler never runs during an endless loop, so Ctrl-C would do
 * nothing. Therefore no handler is set until a command asks for it, or while the author's own code
 * runs.
 */
function createSignals(): Signals {
  const controller = new AbortController();
  let firstSignal: number | null = null;
  let isTaken = false;
  let released = 0;
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
  const handle = (): void => {
    if (isTaken && released === 0) for (const name of NAMES) if (!process.listeners(name).includes(stop)) process.on(name, stop);
  };
  return {
    take() {
      isTaken = true;
      handle();
      return controller.signal;
    },
    isStopping: () => controller.signal.aborted,
    async endOnSignal(work) {
      // Handlers of packages are removed as well: the ones that remove locks would never run
      // either.
      const handlers = NAMES.flatMap((name) => process.listeners(name).map((handler) => [name, handler] as const));
      for (const [name, handler] of handlers) process.off(name, handler);
      released += 1;
      try {
        return await work();
      } finally {
        released -= 1;
        for (const [name, handler] of handlers) process.on(name, handler);
        handle();
      }
    },
  };
}

interface Loss {
  note(error: NodeJS.ErrnoException, text: string): void;
  survive(): () => LostLines;
  survived(): boolean;
}

function createLoss(): Loss {
  let lost = NOTHING_LOST;
  let survived = false;
  return {
    note: ({ code = "unknown" }, text) => {
      lost = { lines: lost.lines + text.split("\n").length - 1, reason: code };
    },
    survive: () => {
      survived = true;
      return () => lost;
    },
    survived: () => survived,
  };
}

/** Ends the process, because most commands exist for their standard output. */
function endFor({ code, message }: NodeJS.ErrnoException): never {
  // `octavo check | head`: the reader has closed the pipe.
  if (code === "EPIPE") process.exit();
  process.stderr.write(`octavo: standard output cannot be written: ${message}\n`);
  process.exit(EXIT_FAILED);
}

function toOutput(stream: NodeJS.WriteStream, onLoss: Loss["note"]): Output {
  return {
    write: (text) =>
      stream.write(text, (error) => {
        if (error) onLoss(error, text);
      }),
    drain: () => (stream.writableNeedDrain ? new Promise((resolve) => stream.once("drain", resolve)) : Promise.resolve()),
    get isTTY() {
      return stream.isTTY;
    },
    get columns() {
      return stream.columns;
    },
    get rows() {
      return stream.rows;
    },
  };
}

/** The terminal in raw mode: each key arrives at once, nothing is echoed, and Ctrl-C is a key. */
function openKeys(signal: AbortSignal): Keys {
  const { stdin } = process;
  let waiting: ((key: string | null) => void) | null = null;
  let ended = signal.aborted;
  const give = (key: string | null): void => {
    waiting?.(key);
    waiting = null;
  };
  const end = (): void => {
    ended = true;
    give(null);
  };
  const onData = (chunk: string): void => {
    // One character is a key. Several at once are a paste or an escape sequence (arrows).
    if ([...chunk].length === 1) give(chunk);
  };
  stdin.setRawMode(true).setEncoding("utf8").resume();
  stdin.on("data", onData).on("end", end);
  signal.addEventListener("abort", end);
  return {
    next: () => (ended ? Promise.resolve(null) : new Promise((resolve) => (waiting = resolve))),
    close: () => {
      signal.removeEventListener("abort", end);
      stdin.off("data", onData).off("end", end).pause();
      stdin.setRawMode(false);
    },
  };
}
