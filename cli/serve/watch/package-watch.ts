import { basename, dirname, join } from "node:path";
import { readStat } from "../../../build/shared/file-stat.ts";
import type { Io } from "../../io.ts";

/**
 * Interval between checks for missing packages, in milliseconds. An installation without changes
 * for this long counts as finished.
 */
const LOOK_EVERY_MS = 500;

export interface PackageWatch {
  /**
   * Sets the packages to look for from now on.
   * @param folders where packages would be, absolute
   */
  expect(folders: readonly string[]): void;
  close(): void;
}

export interface PackageWatchOptions {
  readonly io: Pick<Io, "setTimer">;
  /** Called with the names of new packages when their installation has finished. */
  onInstalled(names: readonly string[]): void;
}

/**
 * Detects packages that are installed while the server runs. It polls the disk, because watching
 * node_modules would mean watching thousands of folders, most of which appear at once.
 */
export function createPackageWatch({ io, onInstalled }: PackageWatchOptions): PackageWatch {
  let cancel = (): void => {};
  const look = (folders: readonly string[], before: string, isUnsettled: boolean): void => {
    cancel = io.setTimer(() => {
      const now = stateOf(folders);
      if (now !== before) return look(folders, now, true);
      const names = isUnsettled ? folders.filter(isInstalled).map(packageName) : [];
      // If a new package cannot be loaded yet, the next build expects it again.
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

/** npm writes its list of installed packages last. */
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
