import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Absolute path of Octavo's own folder: the repository or the installed package. */
export const PACKAGE_ROOT = findRoot(import.meta.dirname);

/** The folder of the compiled command in the package. The source tree does not have it. */
export const COMPILED_FOLDER = "lib";

function findRoot(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error(`there is no package.json above ${import.meta.dirname}`);
  return findRoot(above);
}
