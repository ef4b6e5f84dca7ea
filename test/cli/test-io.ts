import type { Io, Keys, Prompts } from "../../cli/io.ts";

export interface TestIo extends Io {
  /** All the output so far. */
  readonly out: () => string;
  readonly err: () => string;
  /** Resolves as soon as either stream contains the text. */
  waitFor(text: string): Promise<void>;
  /** The same, for a text that appears several times. */
  waitForTimes(text: string, times: number): Promise<void>;
  /** Moves the clock and runs the timers that are due, in order. */
  advance(ms: number): void;
  /** Timers that are set, each with its due time. */
  readonly timers: () => readonly number[];
  abort(): void;
  /** Questions that the person at the terminal was asked. */
  readonly questions: () => readonly string[];
  /** Programs that the command ran. */
  readonly programs: () => readonly { readonly command: string; readonly folder: string }[];
}

export interface TestIoOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly isTTY?: boolean;
  /** The clock's time, in any form that Date accepts. */
  readonly now?: string;
  /**
   * Timers up to this length use the real clock (milliseconds), because they wait for the file
   * system to settle.
   */
  readonly realTimers?: number;
  /**
   * Keys that somebody presses, one second after each request. After the last one, the terminal is
   * gone. A function in the list is run and presses no key.
   */
  readonly keys?: readonly (string | (() => void | Promise<void>))[];
  /** Answers of the person at the terminal, by part of the question; null cancels. */
  readonly answers?: Readonly<Record<string, string | null>>;
  /** Exit codes of the programs, in order; after the last one, 0. */
  readonly exitCodes?: readonly number[];
  /** Columns of standard output. */
  readonly columns?: number;
  /** Lines of standard output. */
  readonly rows?: number;
}

/** A test world for the CLI: recorded streams, a clock that tests move, a signal to abort. */
export function createTestIo({
  cwd = "/nowhere",
  env = {},
  isTTY = false,
  now = "2026-06-01T12:00:00Z",
  realTimers = -1,
  keys,
  answers,
  exitCodes = [],
  columns = 80,
  rows = 24,
}: TestIoOptions = {}): TestIo {
  let time = Date.parse(now);
  let [out, err] = ["", ""];
  const controller = new AbortController();
  const timers = new Set<{ readonly due: number; task(): void }>();
  const waiting = new Set<() => void>();
  const questions: string[] = [];
  const programs: { command: string; folder: string }[] = [];
  const check = (): void => {
    for (const look of [...waiting]) look();
  };
  const waitForTimes = (text: string, times: number): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (Math.max(out.split(text).length, err.split(text).length) <= times) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return {
    cwd,
    env,
    stdout: {
      isTTY,
      columns,
      rows,
      write(text) {
        out += text;
        check();
      },
    },
    stderr: {
      isTTY,
      columns: 80,
      write(text) {
        err += text;
        check();
      },
    },
    now: () => time,
    monotonic: () => time,
    setTimer(task, ms) {
      if (ms <= realTimers) {
        const timer = setTimeout(task, ms);
        return () => clearTimeout(timer);
      }
      const timer = { due: time + ms, task };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    signal: controller.signal,
    endOnSignal: (work) => work(),
    surviveLostOutput: () => () => ({ lines: 0, reason: null }),
    openPrompts: async () => (answers === undefined ? null : createTestPrompts(answers, questions)),
    async runProgram(program, args, folder) {
      programs.push({ command: [program, ...args].join(" "), folder });
      return exitCodes[programs.length - 1] ?? 0;
    },
    questions: () => questions,
    programs: () => programs,
    openKeys: () => (keys === undefined ? null : createTestKeys(keys, () => (time += 1_000))),
    out: () => out,
    err: () => err,
    waitFor: (text) => waitForTimes(text, 1),
    waitForTimes,
    advance(ms) {
      const target = time + ms;
      for (;;) {
        const [next] = [...timers].filter((timer) => timer.due <= target).sort((a, b) => a.due - b.due);
        if (next === undefined) break;
        timers.delete(next);
        time = Math.max(time, next.due);
        next.task();
      }
      time = target;
    },
    timers: () => [...timers].map((timer) => timer.due).sort((a, b) => a - b),
    abort: () => controller.abort(),
  };
}

/** A wrong answer is a mistake in the test, so no question is repeated. */
function createTestPrompts(answers: Readonly<Record<string, string | null>>, questions: string[]): Prompts {
  const find = (message: string, initial: string): string | null => {
    questions.push(message);
    const key = Object.keys(answers).find((name) => message.includes(name));
    return key === undefined ? initial : (answers[key] ?? null);
  };
  return {
    async ask({ message, initial, check }) {
      const answer = find(message, initial);
      const problem = answer === null ? null : check(answer);
      if (problem !== null) throw new Error(`${message} ${JSON.stringify(answer)}: ${problem}`);
      return answer;
    },
    choose: async ({ message, options, initial }) => {
      const answer = find(message, initial);
      if (answer !== null && !options.some(({ value }) => value === answer)) throw new Error(`${message} has no ${answer}`);
      return answer;
    },
  };
}

function createTestKeys(script: NonNullable<TestIoOptions["keys"]>, tick: () => void): Keys {
  const left = [...script];
  let closed = false;
  return {
    async next() {
      if (closed) throw new Error("keys are read after they were closed");
      for (;;) {
        const key = left.shift();
        if (typeof key !== "function") {
          tick();
          return key ?? null;
        }
        await key();
      }
    },
    close: () => {
      closed = true;
    },
  };
}
