import { basename, dirname, join } from "node:path";
import { readStat } from "../../../build/shared/file-stat.ts";
import type { Io } from "../../io.ts";

/** How often missing packages are looked for, milliseconds. An installation that has changed nothing for so long is taken to be over. */
const LOOK_EVERY_MS = 500;

export interface PackageWatch {
  /** Looks for these from now on, in place of others. @param folders where packages would be, absolute */
  expect(folders: readonly string[]): void;
  close(): void;
}

export interface PackageWatchOptions {
  readonly io: Pick<Io, "setTimer">;
  /** Called with names of packages that are there now, once installing them has settled. */
  onInstalled(names: readonly string[]): void;
}

/**
 * Notices packages that are installed while the server runs. It asks the disk: to watch node_modules would mean thousands of folders, most of
 * which come in one go.
 */
export function createPackageWatch({ io, onInstalled }: PackageWatchOptions): PackageWatch {
  let cancel = (): void => {};
  const look = (folders: readonly string[], before: string, isUnsettled: boolean): void => {
    cancel = io.setTimer(() => {
      const now = stateOf(folders);
      if (now !== before) return look(folders, now, true);
      const names = isUnsettled ? folders.filter(isInstalled).map(packageName) : [];
      // A package that is there and cannot be loaded yet is expected again by the next build.
      look(folders, now, false);
      if (names.length > 0) onInstalled([...new Set(names)]);
    }, LOOK_EVERY_MS);
  };
  return {
    expect(folders) {
      cancel();
      cancel = () => {};
      if (folders.length > 0) look(folders, stateOf(folders), false);
    },
    close: () => cancel(),
  };
}

/** npm writes its list of what is installed last. */
const NPM_LIST = ".package-lock.json";

function stateOf(folders: readonly string[]): string {
  const files = folders.flatMap((folder) => [folder, join(folder, "package.json"), join(nodeModulesOf(folder), NPM_LIST)]);
  return files
    .map(readStat)
    .map((stat) => (stat === null ? "" : `${stat.ino}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}`))
    .join();
}

function isInstalled(folder: string): boolean {
  return readStat(join(folder, "package.json")) !== null;
}

function nodeModulesOf(folder: string): string {
  const parent = dirname(folder);
  return basename(parent).startsWith("@") ? dirname(parent) : parent;
}

/** `/site/node_modules/@scope/name` → `@scope/name`. */
function packageName(folder: string): string {
  return folder.slice(nodeModulesOf(folder).length + 1).replaceAll("\\", "/");
}
