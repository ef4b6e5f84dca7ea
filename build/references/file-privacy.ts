import { existsSync } from "node:fs";
import path from "node:path";
import { CONFIG_NAMES } from "../config/load-config.ts";
import { isWithin, realPathOf } from "../shared/own-folders.ts";

export interface PrivateFilesOptions {
  /** Absolute paths of the folders with files to which content may refer. */
  readonly roots: readonly string[];
  /** Absolute paths of the database and the configuration's modules. The files may be missing. */
  readonly privatePaths: readonly string[];
}

/** The only public name that begins with a dot (RFC 8615). */
const WELL_KNOWN = ".well-known";
/** Files of package managers, which are beside documents with `content: "."`. */
const PACKAGE_FILES = /^(?:package\.json|npm-shrinkwrap\.json|(?:package|pnpm|npm)-lock\.(?:json|ya?ml)|.*\.lockb?)$/i;
const MODULE = /\.[cm]?[jt]s$/;

/**
 * Finds files that no link may publish although they are in a folder of the site, which with
 * `content: "."` is the whole project.
 * @returns a function that takes an absolute path and returns the reason why the file is private;
 * null if it is not
 */
export function createPrivateFiles({ roots, privatePaths }: PrivateFilesOptions): (absolute: string) => string | null {
  return (absolute) => {
    const file = realPathOf(absolute);
    const below = roots.map(realPathOf).filter((root) => isWithin(file, root));
    const isHidden = (root: string): boolean =>
      path
        .relative(root, file)
        .split(path.sep)
        .some((name) => name.startsWith(".") && name !== WELL_KNOWN);
    // The innermost folder decides, because a static folder may be inside a folder with a name that
    // begins with a dot.
    if (below.length > 0 && below.every(isHidden)) return "names that begin with a dot are private";
    if (CONFIG_NAMES.includes(path.basename(file))) return "it is a configuration";
    if (PACKAGE_FILES.test(path.basename(file))) return "it belongs to a package manager";
    for (const hidden of privatePaths.filter((one) => existsSync(one)).map(realPathOf)) {
      if (file === hidden) return "it is private";
      if (!MODULE.test(hidden) && path.dirname(file) === path.dirname(hidden)) return "it is in the folder of the database";
    }
    return null;
  };
}
