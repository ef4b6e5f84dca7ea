import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { readConfigPlaces } from "../../build/config/config-places.ts";
import { Diagnostics, type Location, startOf } from "../../build/shared/diagnostics.ts";
import type { Workspace } from "../build/builder.ts";
import { useColor } from "../color.ts";
import type { Io } from "../io.ts";
import { isTaken } from "../new/document-place.ts";
import type { Settings } from "../options/shared-options.ts";
import { findDatabase } from "../serve/server-settings.ts";
import { isPageFolder, type PrivatePlaces } from "./page-folders.ts";

/** Files and folders that a server of this site must not show. */
export function privatePlacesOf(
  { config, modules, contentDir, outDir }: Workspace,
  settings: Partial<Settings<"db">>,
  io: Io,
): PrivatePlaces {
  const configFiles = [...(config.file === null ? [] : [resolve(io.cwd, config.file)]), ...modules];
  const out = relative(contentDir, outDir).split(sep).join("/");
  const globs = [...Object.values(config.collections), ...config.ownKinds.map(({ files }) => files)];
  // Builds read no source from the folder that they write.
  const takesFile = (path: string): boolean => !path.startsWith(`${out}/`) && globs.some((each) => isTaken(path, each));
  return { roots: [config.root, io.cwd], contentDir, takesFile, configFiles, database: findDatabase(settings, io) };
}

/**
 * Warns about each static folder with a home page, because files are looked up there but the folder
 * is not part of the site.
 */
export async function reportWithheldFolders(
  workspace: Workspace,
  settings: Partial<Settings<"db">>,
  io: Io,
  diagnostics: Diagnostics,
): Promise<void> {
  const { config, staticDirs, outDir } = workspace;
  const places = privatePlacesOf(workspace, settings, io);
  const published = config.public === null ? null : resolve(config.root, config.public.folder);
  const withheld = staticDirs.filter((folder) => folder !== published && folder !== outDir && existsSync(join(folder, "index.html")));
  if (withheld.length === 0) return;
  const at = await placeOfStatic(config, io);
  for (const folder of withheld) {
    const name = relative(config.root, folder).split(sep).join("/") || ".";
    diagnostics.warning(at, {
      code: "page-folder",
      message: `"${name}" has an index.html but is a static folder: files that content refers to are found there, but the folder itself is not served`,
      hint: isPageFolder(folder, places)
        ? `write public: "${name}" instead of its entry in static, and the whole folder becomes part of the site`
        : "put the files for visitors into the folder public",
    });
  }
}

/** Warns in the same way about a finished build, whose own folder may also be withheld. */
export async function tellWithheldFolders(
  workspace: Workspace,
  settings: Partial<Settings<"db">> & Settings<"quiet">,
  io: Io,
): Promise<void> {
  if (settings.quiet) return;
  const diagnostics = new Diagnostics();
  await reportWithheldFolders(workspace, settings, io, diagnostics);
  if (!isPageFolder(workspace.outDir, privatePlacesOf(workspace, settings, io)))
    diagnostics.warning(startOf(workspace.config.file ?? "octavo.config.ts"), {
      code: "page-folder",
      message: `"${workspace.config.out}" contains the project, its content or the database: no pages are served from this build`,
      hint: 'write out: "dist" in the configuration, or name a separate folder with --out, and build again',
    });
  if (diagnostics.warningCount === 0) return;
  const { formatDiagnostics } = await import("../report.ts");
  io.stderr.write(formatDiagnostics(diagnostics, { color: useColor(io.stderr, io), sources: () => null }));
}

async function placeOfStatic(config: Workspace["config"], io: Io): Promise<Location> {
  if (config.file === null) return startOf("octavo.config.ts");
  const places = await readConfigPlaces({ static: config.static }, resolve(io.cwd, config.file), config.file).catch(() => null);
  return places?.key(["static"]) ?? startOf(config.file);
}
