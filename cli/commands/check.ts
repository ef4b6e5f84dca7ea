import { openWorkspace, runBuild } from "../builder.ts";
import { EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK } from "../io.ts";
import { plural } from "../result-text.ts";
import { interruptible, renderJson } from "./build.ts";
import type { Command } from "./command.ts";

export const checkCommand: Command = {
  name: "check",
  about: "find mistakes in the content, write nothing",
  details: "Lists every mistake with file, line and column on standard output; --json prints them for editors.",
  options: ["content", "counts", "now", "drafts", "future", "strict", "json"],
  examples: [
    ["quire check --strict", "fail on warnings too, as before a deployment"],
    ["quire check --json", "for editors and scripts"],
  ],
  async run(settings, io) {
    const workspace = await openWorkspace(settings, io);
    const run = { outDir: workspace.outDir, check: true, report: settings.json ? null : io.stdout };
    const result = await interruptible(runBuild(workspace, settings, io, run), io.signal);
    if (result === "interrupted") return EXIT_INTERRUPTED;
    if (settings.json) io.stdout.write(renderJson(result, workspace));
    else if (result?.ok === true && !settings.quiet) {
      const documents = Object.values(result.stats.documents).reduce((sum, count) => sum + count, 0);
      for (const notice of result.notices) io.stdout.write(`notice: ${notice}\n`);
      const warnings = result.diagnostics.warningCount;
      io.stdout.write(`${plural(documents, "document")} checked: ${warnings === 0 ? "no mistakes" : "no errors"}\n`);
    }
    return result?.ok === true ? EXIT_OK : EXIT_FAILED;
  },
};
