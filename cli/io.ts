import type { LostLines } from "../server/log.ts";

/** The CLI's only access to the outside world. Tests pass their own. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds of a clock that is never adjusted, for measuring durations. */
  monotonic(): number;
  /** Runs `task` once after `ms`. The returned function cancels it. */
  setTimer(task: () => void, ms: number): () => void;
  /**
   * Aborted when the user or the system asks the program to stop. A command that never reads it
   * ends immediately on a signal, without losing anything.
   */
  readonly signal: AbortSignal;
  /**
   * Runs work that contains the author's own code and may never return. During the work, a signal
   * ends the process at once. Acknowledged writes are already on disk.
   */
  endOnSignal<T>(work: () => Promise<T>): Promise<T>;
  /**
   * For servers, before they write anything. From then on, output that cannot be written (full
   * disk, closed pipe) is dropped and counted. Other commands end at such an error.
   * @returns a function that returns the losses so far
   */
  surviveLostOutput(): () => LostLines;
  /** Single keys from the terminal; null if nobody is there. Must be closed before the end. */
  openKeys?(): Keys | null;
  /**
   * Runs a program on this process's terminal, without a shell, until it ends.
   * @returns its exit code; null if the program is missing, or a signal ended it
   */
  runProgram?(program: string, args: readonly string[], cwd: string): Promise<number | null>;
  /**
   * Runs a command of this program in a separate process, and returns its standard output. Without
   * it, blocking work is done in this process.
   * @throws Error with the command's message
   */
  runSelf?(args: readonly string[], signal: AbortSignal): Promise<string>;
  /** Questions at the terminal; null if nobody is there. */
  openPrompts?(): Promise<Prompts | null>;
}

/** Each answer is null if the person gives up. */
export interface Prompts {
  /** Asks for a line of text. */
  ask(question: TextQuestion): Promise<string | null>;
  /** Asks for one of several choices. */
  choose(question: ChoiceQuestion): Promise<string | null>;
}

export interface TextQuestion {
  readonly message: string;
  /** The answer that an empty line gives. */
  readonly initial: string;
  /** Describes the mistake in an answer on one line; null if the answer is valid. */
  check(answer: string): string | null;
}

export interface ChoiceQuestion {
  readonly message: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly initial: string;
}

export interface Keys {
  /**
   * Returns the next key pressed from now on, or null if there will be none. Earlier input, pasted
   * text and escape sequences do not count.
   */
  next(): Promise<string | null>;
  close(): void;
}

/** Ctrl-C, as received while keys are read one at a time. */
export const CTRL_C = "\u0003";

export interface Output {
  write(text: string): unknown;
  /** Resolves once the output has been written; long output waits for its reader. */
  drain?(): Promise<void>;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

export const EXIT_OK = 0;
/** Mistakes in content, or a failed build or server. */
export const EXIT_FAILED = 1;
/** The command line or a setting is invalid; nothing was done. */
export const EXIT_USAGE = 2;
/** Stopped part-way by a signal: 128 + SIGINT, as in shells. */
export const EXIT_INTERRUPTED = 130;

/** An error for people: one line, and a hint with the remedy. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly hint: string | null;
  readonly exitCode: number;

  constructor(message: string, options: { readonly hint?: string; readonly exitCode?: number; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.hint = options.hint ?? null;
    this.exitCode = options.exitCode ?? EXIT_FAILED;
  }
}

export function usageError(message: string, hint: string): CliError {
  return new CliError(message, { hint, exitCode: EXIT_USAGE });
}

export function pause({ setTimer }: Pick<Io, "setTimer">, ms: number): Promise<void> {
  return new Promise((resolve) => void setTimer(resolve, ms));
}

/**
 * Whether npm (or pnpm, or yarn) runs this process, rather than a shell that found `octavo` on
 * PATH.
 */
export function isRunByNpm({ env }: Pick<Io, "env">): boolean {
  return env.npm_execpath !== undefined;
}
