import { EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK, type Io } from "../io.ts";
import type { Settings } from "../options.ts";
import { interruptible, renderJson } from "./build-once.ts";
import { openWorkspace, runBuild } from "./builder.ts";
import { plural } from "./result-text.ts";

/** `octavo check`. */
export async function checkOnce(settings: Settings, io: Io): Promise<number> {
  const workspace = await openWorkspace(settings, io);
  const run = { outDir: workspace.outDir, check: true, report: settings.json ? null : io.stdout };
  const result = await interruptible(runBuild(workspace, settings, io, run), io.signal);
  if (result === "interrupted") return EXIT_INTERRUPTED;
  if (settings.json) io.stdout.write(renderJson(result, workspace));
  else if (result !== null && !settings.quiet) {
    // With mistakes too: who moves a site in wants to know all at once.
    for (const notice of result.notices) io.stdout.write(`notice: ${notice}\n`);
  }
  if (result?.ok === true && !settings.json && !settings.quiet) {
    const documents = Object.values(result.stats.documents).reduce((sum, count) => sum + count, 0);
    const warnings = result.diagnostics.warningCount;
    io.stdout.write(`${plural(documents, "document")} checked: ${warnings === 0 ? "no mistakes" : "no errors"}\n`);
  }
  return result?.ok === true ? EXIT_OK : EXIT_FAILED;
}
