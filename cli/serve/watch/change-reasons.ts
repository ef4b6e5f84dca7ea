import { existsSync } from "node:fs";
import { counted } from "../../../build/shared/counted.ts";
import { shortenPath } from "../../text/shown-paths.ts";

/** Files that a rebuild names; more are a number. */
const NAMED_MAX = 3;

/**
 * Why a build is asked for, for its line: `content/posts/a.md, content/posts/b.md`, or `1,000 files deleted, 4 files changed`.
 * @param paths absolute
 */
export function toChangeReasons(paths: readonly string[], cwd: string): readonly string[] {
  if (paths.length <= NAMED_MAX) return paths.map((path) => shortenPath(path, cwd));
  const deleted = paths.filter((path) => !existsSync(path)).length;
  const changed = paths.length - deleted;
  return [
    ...(deleted === 0 ? [] : [`${counted(deleted, "file")} deleted`]),
    ...(changed === 0 ? [] : [`${counted(changed, "file")} changed`]),
  ];
}
