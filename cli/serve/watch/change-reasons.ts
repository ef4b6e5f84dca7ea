import { existsSync } from "node:fs";
import { dirname, extname } from "node:path";
import { counted } from "../../../build/shared/diagnostics.ts";
import { shortenPath } from "../../text/shown-paths.ts";

/** A rebuild names at most this many files and counts the rest. */
const NAMED_MAX = 3;

/**
 * The reasons for a build, for its line: `content/posts/a.md, content/posts/b.md`, or
 * `1,000 files deleted, 4 files changed`.
 * @param changes absolute paths
 */
export function toChangeReasons(changes: readonly string[], cwd: string): readonly string[] {
  const paths = changes.filter((path) => !isTemporary(path, changes));
  if (paths.length <= NAMED_MAX) return paths.map((path) => shortenPath(path, cwd));
  const deleted = paths.filter((path) => !existsSync(path)).length;
  const changed = paths.length - deleted;
  return [
    ...(deleted === 0 ? [] : [`${counted(deleted, "file")} deleted`]),
    ...(changed === 0 ? [] : [`${counted(changed, "file")} changed`]),
  ];
}

/**
 * Recognizes a temporary file, such as `sed5tVKYm`, that an editor wrote and then renamed to a file
 * next to it. It has no extension and no longer exists.
 */
function isTemporary(path: string, changes: readonly string[]): boolean {
  const isRenamed = changes.some((other) => extname(other) !== "" && dirname(other) === dirname(path));
  return extname(path) === "" && isRenamed && !existsSync(path);
}
