import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { UploadPictures } from "../../import/files/upload-pictures.ts";
import { importExport } from "../../import/import-export.ts";
import { ImportTally } from "../../import/import-tally.ts";
import type { ExportSource } from "../../import/imported-entry.ts";
import { SITE_FILES } from "../build/assumed-site.ts";
import { openWorkspace } from "../build/builder.ts";
import { makeRoomForBuild } from "../build/heap.ts";
import { CliError, EXIT_INTERRUPTED, EXIT_OK, type Io } from "../io.ts";
import type { Settings } from "../options.ts";
import { widthOfOutput } from "../text/output.ts";
import { shortenPath } from "../text/shown-paths.ts";
import { toSiteName } from "../text/site-name.ts";
import { renderImport } from "./import-table.ts";

export type ImportSystem = "wordpress" | "ghost";

/** `octavo import <system> <file>`. The export is read through before anything is written. */
export async function runImport(system: ImportSystem, word: string, settings: Settings, io: Io): Promise<number> {
  const path = resolve(io.cwd, word);
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw error;
  });
  if (found === null) throw new CliError(`${word} is not there`, { hint: "name the file that was exported" });
  if (!found.isFile()) throw new CliError(`${word} is no file`, { hint: "name the file that was exported" });
  const { contentDir, config } = await openWorkspace(settings, io);
  const uploads = settings.uploads === null ? null : await UploadPictures.open(resolve(io.cwd, settings.uploads), settings.uploads);
  makeRoomForBuild();
  const tally = new ImportTally();
  const source = await openExport(system, { path, shown: shortenPath(path, io.cwd) }, settings.url, tally);
  const siteName = (await isDescribed(contentDir, config.site)) ? null : toSiteName(io.cwd);
  const result = await importExport(source, { folder: contentDir, uploads, siteName, dryRun: settings.dryRun, signal: io.signal }, tally);
  if (settings.json) io.stdout.write(`${JSON.stringify({ ...result, rows: tally.rows() }, null, 2)}\n`);
  else if (!settings.quiet)
    io.stdout.write(
      renderImport(tally.rows(), result, { folder: shortenPath(contentDir, io.cwd), dryRun: settings.dryRun, width: widthOfOutput(io) }),
    );
  if (result.interrupted) {
    io.stderr.write("interrupted: files that were written are whole; run the same command again for the rest\n");
    return EXIT_INTERRUPTED;
  }
  return EXIT_OK;
}

/** Whether the site says its name and address: by site.yaml, or in the configuration. */
async function isDescribed(contentDir: string, site: Readonly<Record<string, unknown>>): Promise<boolean> {
  if ("name" in site && "url" in site) return true;
  const found = await Promise.all(SITE_FILES.map((name) => stat(join(contentDir, name)).catch(() => null)));
  return found.some((file) => file !== null);
}

async function openExport(
  system: ImportSystem,
  file: { readonly path: string; readonly shown: string },
  siteUrl: string | null,
  tally: ImportTally,
): Promise<ExportSource> {
  if (system === "ghost") {
    const { openGhost } = await import("../../import/ghost/ghost-source.ts");
    return openGhost(file, siteUrl, tally);
  }
  const { openWordPress } = await import("../../import/wordpress/wordpress-source.ts");
  return openWordPress(file, tally);
}
