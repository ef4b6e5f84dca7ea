import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Octavo's own folder, absolute: the repository or the installed package. */
export const PACKAGE_ROOT = findRoot(import.meta.dirname);

/** Folder of the compiled command in the package. The source tree has no such folder. */
export const COMPILED_FOLDER = "lib";

function findRoot(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error(`there is no package.json above ${import.meta.dirname}`);
  return findRoot(above);
}
