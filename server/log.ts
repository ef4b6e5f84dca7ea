/** Structured logs: one JSON object a line. No address, body, token, query or unknown path ever goes in. */

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Lines that could not be written, of the log and all other output: a full disk, a closed pipe. */
export interface LostLines {
  readonly lines: number;
  /** Reason of the last one: `ENOSPC`, `EPIPE`; null: none was lost. */
  readonly reason: string | null;
}

export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** Writes at once what waits. */
  error(message: string, fields?: LogFields): void;
  /** Writes what waits. */
  flush(): void;
  /** For /readyz: who reads the log cannot know what is missing there. */
  lost(): LostLines;
}

export interface LogOptions {
  /** Gets whole lines, several at a time. */
  readonly write: (lines: string) => void;
  readonly clock: () => number;
  /** The least that is written. Default `info`: a line for each request too. */
  readonly level?: LogLevel;
  /** When lines that wait are written. Default: after the I/O of this turn, so that all requests of a turn share a write. */
  readonly soon?: (run: () => void) => void;
  /** Default: nothing is ever lost. */
  readonly lost?: () => LostLines;
}

export const NOTHING_LOST: LostLines = { lines: 0, reason: null };

export function createLog({
  write,
  clock,
  level = "info",
  soon = (run) => void setImmediate(run),
  lost = () => NOTHING_LOST,
}: LogOptions): Log {
  let waiting = "";
  let scheduled = false;
  const flush = (): void => {
    scheduled = false;
    if (waiting === "") return;
    const lines = waiting;
    waiting = "";
    write(lines);
  };
  const logger = (own: LogLevel) => {
    if (LOG_LEVELS.indexOf(own) < LOG_LEVELS.indexOf(level)) return () => {};
    return (message: string, fields: LogFields = {}): void => {
      waiting += `${JSON.stringify({ time: new Date(clock()).toISOString(), level: own, message, ...fields })}\n`;
      if (own === "error") flush();
      else if (!scheduled) {
        scheduled = true;
        soon(flush);
      }
    };
  };
  return { debug: logger("debug"), info: logger("info"), warn: logger("warn"), error: logger("error"), flush, lost };
}

/** Fields of an error of ours: its kind, its message and where it comes from. Not for errors that hold what a client sent. */
export function errorFields(error: unknown): LogFields {
  const stack = error instanceof Error ? error.stack?.split("\n").slice(1, 8).join("\n") : undefined;
  return { ...causeFields(error), stack };
}

/** Fields of an expected error: its message is enough to fix it. */
export function causeFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : undefined;
  return { error: error.name, detail: error.message, cause };
}
