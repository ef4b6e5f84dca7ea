import { readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** Names the files that the last build wrote, one on each line. */
const LIST_FILE = ".octavo-files";

/**
 * Tells a build's own files in its folder from all others, which nobody has published.
 * @param root absolute
 */
export function createListedFiles(root: string): (file: string) => Promise<boolean> {
  let cached: { readonly tag: string; readonly names: ReadonlySet<string> } | null = null;
  return async (file) => {
    const path = join(root, LIST_FILE);
    const info = await stat(path, { bigint: true }).catch(() => null);
    if (info === null) return false;
    const tag = [info.ino, info.size, info.mtimeNs, info.ctimeNs].join();
    if (cached?.tag !== tag) cached = { tag, names: new Set((await readFile(path, "utf8")).split("\n")) };
    return cached.names.has(relative(root, file).split(sep).join("/"));
  };
}
