import { readVersion } from "../../cli/version.ts";
import { runTools, type ToolsIo } from "./run-tools.ts";

/**
 * Runs the program with this process and its streams.
 * @param group the group whose own program was called: `posts` for `octavo-posts`
 * @param sleep replaces real waits in tests
 */
export async function start(group: string | null, sleep?: ToolsIo["sleep"]): Promise<void> {
  const { stdout, stderr } = process;
  const stopped = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopped.abort());
  stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
    // `octavo-posts list | head`: the reader has closed the pipe.
    process.exit(code === "EPIPE" ? 0 : 1);
  });
  const drain = (): Promise<void> =>
    stdout.writableNeedDrain ? new Promise((resolve) => stdout.once("drain", resolve)) : Promise.resolve();
  const io = {
    stdout: { write: (text: string) => stdout.write(text), drain, isTTY: stdout.isTTY, columns: stdout.columns },
    stderr: { write: (text: string) => stderr.write(text) },
    env: process.env,
    signal: stopped.signal,
    ...(sleep && { sleep }),
  };
  process.exitCode = await runTools(process.argv.slice(2), io, readVersion(), group);
}
