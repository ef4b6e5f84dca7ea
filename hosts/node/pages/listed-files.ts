import { hash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";

/** Lists the files that the last build wrote, one per line. */
const LIST_FILE = ".octavo-files";
/**
 * Files of unlisted posts are listed as their folder and `#`, followed by this many digits of their
 * name's SHA-256.
 */
const HASH_LENGTH = 16;

/**
 * Distinguishes a build's own files in its folder from all others, which nobody has published.
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
    const name = relative(root, file).split(sep).join("/");
    return cached.names.has(name) || cached.names.has(`${dirname(name)}/#${hash("sha256", basename(name)).slice(0, HASH_LENGTH)}`);
  };
}
