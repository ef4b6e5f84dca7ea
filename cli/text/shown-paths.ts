import { relative } from "node:path";

/** A path as users know it: relative if it is inside `cwd`. */
export function shortenPath(path: string, cwd: string): string {
  const shown = relative(cwd, path).replaceAll("\\", "/");
  return shown === "" ? "." : shown.startsWith("..") ? path : shown;
}
