import type { LostLines } from "../server/log.ts";

/** All that the CLI has of the world: tests hand in their own. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some moment. Nobody sets this clock: what lasts is measured with it. */
  monotonic(): number;
  /** Runs `task` once after `ms`; returns what cancels it. */
  setTimer(task: () => void, ms: number): () => void;
  /**
   * Aborted when the user or the system asks to stop. A command that never asks for it ends at once on a signal: it holds nothing that is
   * lost by that.
   */
  readonly signal: AbortSignal;
  /** Does work that runs the author's own code, which may never come back: meanwhile a signal ends the process at once. Commits are synced before they are answered. */
  endOnSignal<T>(work: () => Promise<T>): Promise<T>;
  /**
   * For servers, before they write anything: from now on what cannot be written (a full disk, a closed pipe) is lost and counted. Commands that end by themselves
   * end there instead.
   * @returns what has been lost until it is called
   */
  surviveLostOutput(): () => LostLines;
  /** Single keys of whoever sits at the terminal; null: nobody does. Close it before the end. */
  openKeys?(): Keys | null;
  /**
   * Runs a program of the system on this process's terminal, without a shell, until it ends.
   * @returns its exit code; null: there is no such program, or a signal has ended it
   */
  runProgram?(program: string, args: readonly string[], cwd: string): Promise<number | null>;
  /** Questions to whoever sits at the terminal; null: nobody does. */
  openPrompts?(): Promise<Prompts | null>;
}

/** Each answer is null where whoever sits there gives up. */
export interface Prompts {
  /** A line. */
  ask(question: TextQuestion): Promise<string | null>;
  /** One of some. */
  choose(question: ChoiceQuestion): Promise<string | null>;
}

export interface TextQuestion {
  readonly message: string;
  /** The answer that an empty line gives. */
  readonly initial: string;
  /** The mistake in an answer, in a line; null: the answer is right. */
  check(answer: string): string | null;
}

export interface ChoiceQuestion {
  readonly message: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly initial: string;
}

export interface Keys {
  /** The next key that is pressed from now on: what was typed before, pasted texts and escape sequences do not count. null: there will be none. */
  next(): Promise<string | null>;
  close(): void;
}

/** Ctrl-C as it arrives while keys are read one by one. */
export const CTRL_C = "\u0003";

export interface Output {
  write(text: string): unknown;
  /** Resolves once what was written has gone on its way: long outputs wait for their reader. */
  drain?(): Promise<void>;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

export const EXIT_OK = 0;
/** Mistakes in content, a build or a server that failed. */
export const EXIT_FAILED = 1;
/** The command line or a setting is wrong; nothing was done. */
export const EXIT_USAGE = 2;
/** Stopped half-way by a signal, as shells say it: 128 + SIGINT. */
export const EXIT_INTERRUPTED = 130;

/** An error for people: one line, and a hint that says what to do. */
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
