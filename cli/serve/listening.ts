import type { H3 } from "h3";
import { IndexUnavailable } from "../../edge/read-file.ts";
import { listen, type RunningServer } from "../../hosts/node/server.ts";
import { CliError, type Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { withOption } from "../text/typed-commands.ts";

/** @throws CliError with a remedy if the address cannot be used */
export async function listenOrExplain(
  app: H3,
  { host, port, desk = null }: Settings<"port" | "host"> & Partial<Settings<"desk">>,
  io: Pick<Io, "env">,
): Promise<RunningServer> {
  try {
    return await listen(app, { host, port, hasDeskHost: desk !== null });
  } catch (error) {
    throw explainListenError(error, host, port, io);
  }
}

function explainListenError(error: unknown, host: string, port: number, io: Pick<Io, "env">): unknown {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "EADDRINUSE") {
    const other = withOption(`--port ${port === 65_535 ? 0 : port + 1}`, io);
    const hint = `stop the program that uses it, or choose another: ${other} (0 for any free port)`;
    return new CliError(`port ${port} on ${host} is in use`, { hint, cause: error });
  }
  if (code === "EACCES")
    return new CliError(`port ${port} on ${host} is not allowed`, {
      hint: "ports below 1024 need special rights; use --port 3000",
      cause: error,
    });
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return new CliError(`${host} is not an address of this machine`, {
      hint: "want --host 127.0.0.1, or 0.0.0.0 for all addresses",
      cause: error,
    });
  }
  return error;
}

/** Resolves when the user or the system asks to stop. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** Interval between reports of a missing build, in milliseconds. */
const REPEAT_MS = 60_000;

/** Reports errors of a running server. A missing build is reported at most once a minute. */
export function createErrorReport(settings: Settings<"debug">, io: Io, remedy: string): (error: unknown) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (!(error instanceof IndexUnavailable)) return tellError(error, settings, io);
    if (io.now() - reportedAt < REPEAT_MS) return;
    reportedAt = io.now();
    io.stderr.write(`octavo: the site cannot be served: ${error.message}\nhint: ${remedy}\n`);
  };
}

/** Reports an error of a running server, with its stack under `--debug`. */
export function tellError(error: unknown, { debug }: Settings<"debug">, io: Io): void {
  const message = error instanceof Error ? error.message : String(error);
  io.stderr.write(`octavo: ${message}\n`);
  if (debug && error instanceof Error) io.stderr.write(`${error.stack ?? ""}\n`);
}
