import { spawn } from "node:child_process";
import { type LostLines, NOTHING_LOST } from "../server/log.ts";
import { EXIT_FAILED, type Io, type Keys, type Output } from "./io.ts";

/**
 * A terminal sends Ctrl-C to all of its processes, and scripts/run.mjs passes its own on: signals this close together are one. Under npm the second came
 * up to 4 ms later on an idle machine with two cores, and up to 87 ms later beside 12 busy loops. A second press that comes sooner has no effect. Milliseconds.
 */
const SAME_SIGNAL_MS = 250;
/** When whoever stops us loses patience with what is not closed yet, milliseconds. */
const STOP_MAX_MS = 9_000;
const EXIT_INTERRUPTED = 130;

export interface ProcessIo extends Io {
  /** A signal has come. */
  readonly isStopping: boolean;
}

/** The real world: this process, its streams, its clock and its signals. */
export function createProcessIo(): ProcessIo {
  const signals = createSignals();
  const loss = createLoss();
  process.stdout.on("error", (error) => {
    if (!loss.survived()) endFor(error);
  });
  // A reader who has closed stderr may still read stdout.
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
    openKeys: () => (process.stdin.isTTY && process.stdout.isTTY ? openKeys(signals.take()) : null),
    async openPrompts() {
      if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
      // Loaded by the one command that asks.
      const { createTerminalPrompts } = await import("./init/terminal-prompts.ts");
      return createTerminalPrompts(signals.take());
    },
  };
}

/** Settings of the npm that runs this process: another npm must not take them for its own. */
const OF_THIS_NPM = /^npm_(?:config_(?:yes|package|call|local_prefix|prefix)|command|execpath|lifecycle_.*|package_.*)$/;

function runProgram(program: string, args: readonly string[], cwd: string): Promise<number | null> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_THIS_NPM.test(name)));
  // On Windows, npm is a script that only a shell runs; the arguments are our own.
  const shell = process.platform === "win32" && program === "npm";
  return new Promise((resolve) => {
    const child = spawn(program, [...args], { cwd, env, shell, stdio: "inherit" });
    child.on("error", () => resolve(null));
    child.on("exit", resolve);
  });
}

interface Signals {
  /** From now on a signal aborts this one, in place of ending the process. */
  take(): AbortSignal;
  isStopping(): boolean;
  endOnSignal: Io["endOnSignal"];
}

const NAMES = ["SIGINT", "SIGTERM"] as const;

/**
 * A handler runs between two pieces of work. In an endless loop it never does, so that Ctrl-C would do nothing at all: there is none until a
 * command asks for it, and none while the author's own code runs.
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
      // Handlers of packages go too: those that remove locks would wait for the same turn.
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

/** Standard output is what most commands are for. */
function endFor({ code, message }: NodeJS.ErrnoException): never {
  // `octavo check | head`: whoever read has enough.
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

/** The terminal in raw mode: each key at once, nothing echoed, Ctrl-C a key like others. */
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
    // One character is a key; more at once are a paste, or an escape sequence (arrows).
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
