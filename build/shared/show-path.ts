import path from "node:path";

/** A path as messages show it: relative to the working directory, with forward slashes. */
export function showPath(cwd: string, absolute: string): string {
  return path.relative(cwd, absolute).replaceAll(path.sep, "/") || ".";
}
