/**
 * Structured logs: one JSON object per line. They never contain an address, body, token, query or
 * unknown path.
 */

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Log and other output lines that could not be written because of a full disk or a closed pipe. */
export interface LostLines {
  readonly lines: number;
  /** The reason for the last loss: `ENOSPC`, `EPIPE`; null if nothing was lost. */
  readonly reason: string | null;
}

export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** Also flushes the buffered lines. */
  error(message: string, fields?: LogFields): void;
  /** Writes the buffered lines. */
  flush(): void;
  /** For /readyz, because the log itself cannot report its missing lines. */
  lost(): LostLines;
}

export interface LogOptions {
  /** Receives whole lines, several at a time. */
  readonly write: (lines: string) => void;
  readonly clock: () => number;
  /** The lowest level to write. Default `info`, which includes a line per request. */
  readonly level?: LogLevel;
  /**
   * Schedules the writing of buffered lines. Default: after the I/O of this event-loop turn, so
   * that all requests of a turn share one write.
   */
  readonly soon?: (run: () => void) => void;
  /** Default: reports no losses. */
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

/**
 * Log fields of an internal error: its kind, message and origin. Not for errors that contain client
 * input.
 */
export function errorFields(error: unknown): LogFields {
  const stack = error instanceof Error ? error.stack?.split("\n").slice(1, 8).join("\n") : undefined;
  return { ...causeFields(error), stack };
}

/** Log fields of an expected error, whose message is enough to fix it. */
export function causeFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : undefined;
  return { error: error.name, detail: error.message, cause };
}
