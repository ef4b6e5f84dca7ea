import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { UploadPictures } from "../../import/files/upload-pictures.ts";
import { ImportCounts } from "../../import/import-counts.ts";
import { importExport } from "../../import/import-export.ts";
import type { ExportSource } from "../../import/imported-entry.ts";
import { openWorkspace } from "../build/builder.ts";
import { makeRoomForBuild } from "../build/heap.ts";
import { CliError, EXIT_INTERRUPTED, EXIT_OK, type Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { widthOfOutput, writeJson } from "../text/output.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { toSiteName } from "../text/site-name.ts";
import { readDescribedSite } from "./described-site.ts";
import { renderImport } from "./import-table.ts";

export type ImportSystem = "wordpress" | "ghost";

interface ImportSettings extends Settings<"config" | "content" | "dryRun" | "json" | "quiet">, Partial<Settings<"url">> {
  readonly uploads: string | null;
}

/** `octavo import <system> <file>`. The whole export is read before anything is written. */
export async function runImport(system: ImportSystem, word: string, settings: ImportSettings, io: Io): Promise<number> {
  const path = resolve(io.cwd, word);
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw error;
  });
  if (found === null) throw new CliError(`${word} does not exist`, { hint: "name the file that was exported" });
  if (!found.isFile()) throw new CliError(`${word} is not a file`, { hint: "name the file that was exported" });
  const { contentDir, config } = await openWorkspace(settings, io);
  const uploads = settings.uploads === null ? null : await UploadPictures.open(resolve(io.cwd, settings.uploads), settings.uploads);
  makeRoomForBuild();
  const counts = new ImportCounts();
  const site = await readDescribedSite(contentDir, config);
  const source = await openExport(system, { path, shown: shortenPath(path, io.cwd) }, settings.url ?? site.url, counts);
  const siteName = site.isDescribed ? null : toSiteName(io.cwd);
  const result = await importExport(source, { folder: contentDir, uploads, siteName, dryRun: settings.dryRun, signal: io.signal }, counts);
  if (settings.json) writeJson(io, { ...result, rows: counts.rows() });
  else if (!settings.quiet)
    io.stdout.write(renderImport(counts.rows(), result, shortenPath(contentDir, io.cwd), settings.dryRun, widthOfOutput(io)));
  if (result.interrupted) {
    io.stderr.write("interrupted: the files written so far are complete; run the same command again for the rest\n");
    return EXIT_INTERRUPTED;
  }
  return EXIT_OK;
}

async function openExport(
  system: ImportSystem,
  file: { readonly path: string; readonly shown: string },
  siteUrl: string | null,
  counts: ImportCounts,
): Promise<ExportSource> {
  if (system === "ghost") {
    const { openGhost } = await import("../../import/ghost/ghost-source.ts");
    return openGhost(file, siteUrl, counts);
  }
  const { openWordPress } = await import("../../import/wordpress/wordpress-source.ts");
  return openWordPress(file, counts);
}
