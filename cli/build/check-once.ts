import { EXIT_FAILED, EXIT_OK, type Io, usageError } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { reportWithheldFolders } from "../pages/withheld-folders.ts";
import { openContent, tellAssumed } from "./assumed-site.ts";
import { renderJson } from "./build-once.ts";
import { type BuildRun, runBuild } from "./builder.ts";
import { renderKinds } from "./findings-summary.ts";
import { plural, renderNotice, renderWithheld } from "./result-text.ts";

/** `octavo check`. */
export async function checkOnce(
  settings: Settings<"config" | "content" | "strict" | "json" | "quiet"> & { readonly format: "text" | "github" | null },
  io: Io,
): Promise<number> {
  const isGithub = settings.format === "github";
  if (isGithub && settings.json) throw usageError("--format github and --json do not go together", "give one of the two");
  const workspace = await openContent(settings, io);
  if (!isGithub) tellAssumed(workspace, settings, io);
  const run: BuildRun = {
    outDir: workspace.outDir,
    check: true,
    report: settings.json || isGithub ? null : io.stdout,
    addWarnings: (diagnostics) => reportWithheldFolders(workspace, {}, io, diagnostics),
  };
  const checked = await runBuild(workspace, settings, io, run);
  const isStrictFailure = settings.strict && (checked?.diagnostics.warningCount ?? 0) > 0;
  const result = checked === null || !isStrictFailure ? checked : { ...checked, ok: false };
  if (isGithub) {
    const { folderInRepository, renderAnnotations } = await import("./github-annotations.ts");
    const found = result?.diagnostics ?? workspace.diagnostics;
    io.stdout.write(renderAnnotations(found, folderInRepository(io.cwd, io.env.GITHUB_WORKSPACE)));
  }
  if (settings.json) io.stdout.write(renderJson(result, workspace));
  else if (result !== null && !settings.quiet) {
    // Shown even with errors, because someone who is moving a site wants to see everything at once.
    for (const notice of result.notices) io.stdout.write(`${renderNotice(notice)}\n`);
  }
  if (!isGithub && !settings.json && !settings.quiet) {
    io.stdout.write(renderKinds((result?.diagnostics ?? workspace.diagnostics).all(), io));
  }
  if (result?.ok === true && !settings.json && !settings.quiet) {
    const documents = Object.values(result.stats.documents).reduce((sum, count) => sum + count, 0);
    const warnings = result.diagnostics.warningCount;
    io.stdout.write(`${plural(documents, "document")} checked: ${warnings === 0 ? "no mistakes" : "no errors"}\n`);
    const withheld = renderWithheld(result.stats.withheld);
    if (withheld !== "") io.stdout.write(`not public: ${withheld} (--drafts and --future check them too)\n`);
  }
  return result?.ok === true ? EXIT_OK : EXIT_FAILED;
}
