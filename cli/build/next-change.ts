import { EXIT_FAILED, EXIT_OK, type Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { openContent } from "./assumed-site.ts";
import { runBuild } from "./builder.ts";

const MINUTE_MS = 60_000;

/**
 * `octavo next-change`: prints when a scheduled date will next change the public site. With
 * `--wait`, it reports whether to build now. It looks back as far as it looks ahead, because a
 * scheduler may run late; if the change is still to come, the command waits for it.
 */
export async function tellNextChange(
  settings: Settings<"config" | "content" | "now"> & { readonly wait: number | null },
  io: Io,
): Promise<number> {
  const wait = settings.wait === null ? null : settings.wait * MINUTE_MS;
  const now = settings.now === null ? io.now() : Date.parse(settings.now);
  const since = new Date(now - (wait ?? 0)).toISOString();
  const workspace = await openContent(settings, io);
  const run = { outDir: workspace.outDir, check: true, report: io.stderr };
  const result = await runBuild(workspace, { ...settings, now: since, quiet: true }, io, run);
  if (result?.ok !== true) return EXIT_FAILED;
  const { nextChange } = result;
  if (nextChange === null) return EXIT_OK;
  const ahead = Date.parse(nextChange) - now;
  if (wait !== null && ahead > wait) return EXIT_OK;
  if (wait !== null && ahead > 0) await waitFor(ahead, io);
  if (!io.signal.aborted) io.stdout.write(`${nextChange}\n`);
  return io.signal.aborted ? EXIT_FAILED : EXIT_OK;
}

function waitFor(ms: number, io: Io): Promise<void> {
  return new Promise((resolve) => {
    const cancel = io.setTimer(resolve, ms);
    io.signal.addEventListener("abort", () => {
      cancel();
      resolve();
    });
  });
}
