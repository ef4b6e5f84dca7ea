import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWorkspace, runBuild } from "../build/builder.ts";
import { summarizeFindings } from "../build/findings-summary.ts";
import { plural, renderNotice, renderWithheld } from "../build/result-text.ts";
import type { InitSettings } from "../init/init-options.ts";
import { EXIT_FAILED, EXIT_OK, type Io } from "../io.ts";
import { commandName } from "../text/typed-commands.ts";
import { compareInShort } from "./compare/compare-site.ts";
import { findFormerPages } from "./compare/find-former-pages.ts";

/**
 * Runs `check` on the adopted site to count documents and findings, and compares the site with the
 * old site's pages if they are in the folder. Pictures are only measured, because encoding them
 * takes minutes. The cache is temporary, because the folder is somebody's vault or repository.
 * @returns 1 if a file has errors or a page is missing
 */
export async function checkAdopted(root: string, { quiet }: Pick<InitSettings, "quiet">, io: Io): Promise<number> {
  const inside: Io = { ...io, cwd: root };
  const cacheDir = await mkdtemp(join(tmpdir(), "octavo-init-"));
  try {
    const { isSound, hasPages } = await checkSite(cacheDir, quiet, inside);
    const isFaulty = !isSound;
    if (quiet) return isFaulty ? EXIT_FAILED : EXIT_OK;
    const source = findFormerPages(root);
    const compared = source === null ? null : await compareInShort(source, inside);
    if (compared !== null) io.stdout.write(`\n${compared.text}`);
    else io.stdout.write(`\n${commandName(io)} adopt --compare <address, file or folder> compares the pages with the old site's\n`);
    io.stdout.write(`\n${commandName(io)} check --all lists everything; ${commandName(io)} dev serves the site\n`);
    if (!hasPages) io.stdout.write("your own front end makes the pages; with website: true in the configuration, octavo makes them\n");
    return isFaulty ? EXIT_FAILED : (compared?.code ?? EXIT_OK);
  } finally {
    await rm(cacheDir, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** @returns isSound if there are no errors; hasPages if a build writes the pages of a website */
async function checkSite(cacheDir: string, quiet: boolean, io: Io): Promise<{ readonly isSound: boolean; readonly hasPages: boolean }> {
  const opened = await openWorkspace({}, io);
  const workspace = { ...opened, cacheDir, config: { ...opened.config, pictures: { ...opened.config.pictures, widths: null } } };
  const result = await runBuild(workspace, { quiet }, io, { outDir: workspace.outDir, check: true, isOnlyBuild: true, report: null });
  const diagnostics = result?.diagnostics ?? workspace.diagnostics;
  const state = { isSound: result !== null && diagnostics.errorCount === 0, hasPages: opened.config.website !== null };
  if (quiet) return state;
  io.stdout.write(
    `octavo check finds ${plural(result?.stats.documents.posts ?? 0, "post")}, ${plural(diagnostics.errorCount, "error")} and ${plural(diagnostics.warningCount, "warning")}\n`,
  );
  const withheld = result === null ? "" : renderWithheld(result.stats.withheld);
  if (withheld !== "") io.stdout.write(`not public: ${withheld}\n`);
  io.stdout.write(summarizeFindings(diagnostics.all(), io));
  for (const notice of result?.notices ?? []) io.stdout.write(`${renderNotice(notice)}\n`);
  return state;
}
