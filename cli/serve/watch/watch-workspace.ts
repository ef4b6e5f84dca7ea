import { dirname, resolve, sep } from "node:path";
import { CONFIG_NAMES } from "../../../build/config/load-config.ts";
import type { Workspace } from "../../build/builder.ts";
import type { Io } from "../../io.ts";
import type { Settings } from "../../options/shared-options.ts";
import type { LiveBuilds } from "../live-builds.ts";
import { findDatabase } from "../server-settings.ts";
import { toChangeReasons } from "./change-reasons.ts";
import { watchPaths } from "./watch.ts";

export function watchedPaths(
  { contentDir, staticDirs, counts, modules }: Workspace,
  { config }: Settings<"config">,
  io: Io,
): readonly string[] {
  const configs = config === null ? CONFIG_NAMES : [config];
  return [contentDir, ...staticDirs, ...configs.map((name) => resolve(io.cwd, name)), ...(counts === null ? [] : [counts]), ...modules];
}

/** Watches the files that a site is built from. */
export function watchWorkspace(
  workspace: Workspace,
  settings: Settings<"config" | "db">,
  io: Io,
  builds: LiveBuilds,
): ReturnType<typeof watchPaths> {
  const paths = watchedPaths(workspace, settings, io);
  const dataDir = dirname(findDatabase(settings, io));
  // Visitors' writes must not count as saves, so the data folder is ignored unless it contains
  // watched files.
  const holdsContent = paths.some((path) => path === dataDir || path.startsWith(dataDir + sep));
  return watchPaths({
    io,
    paths,
    ignored: [workspace.outDir, workspace.localDir, workspace.cacheDir, ...(holdsContent ? [] : [dataDir])],
    onChange: (paths) => builds.request(...toChangeReasons(paths, io.cwd)),
  });
}
