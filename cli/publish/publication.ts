import { hash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import { compareText } from "../../build/shared/diagnostics.ts";
import { CliError } from "../io.ts";

/** Digests of files by path, relative to the out folder. */
export type PublishedFiles = Readonly<Record<string, string>>;

/** The last publication and its target. */
interface LastPublication {
  readonly to: string;
  readonly files: PublishedFiles;
}

const RECORD_FILE = "published.json";
const READ_AT_ONCE = 32;

/**
 * Digests of all files of a folder.
 * @throws CliError for files that hosts would treat differently; a symbolic link could publish any
 * file on this machine
 */
export async function digestFiles(folder: string): Promise<PublishedFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(join(folder, "/").length).replaceAll("\\", "/"));
  for (const [at, entry] of files.entries()) {
    const hint = "remove it from the folder, then publish again";
    if (!entry.isFile()) throw new CliError(`${paths[at]} in the out folder is a symbolic link or not a regular file`, { hint });
    if (/\p{Cc}/u.test(paths[at] ?? ""))
      throw new CliError(`${JSON.stringify(paths[at])} in the out folder has control characters`, { hint });
  }
  const limit = pLimit(READ_AT_ONCE);
  const digests = await Promise.all(paths.map((path) => limit(async () => hash("sha256", await readFile(join(folder, path))))));
  const digested = paths.map((path, at): [string, string] => [path, digests[at] ?? ""]);
  return Object.fromEntries(digested.sort(([a], [b]) => compareText(a, b)));
}

/** Files of the last publication to the same target; empty if it is unknown. */
export async function readLastPublication(cacheDir: string, to: string): Promise<PublishedFiles> {
  try {
    const last: LastPublication = JSON.parse(await readFile(join(cacheDir, RECORD_FILE), "utf8"));
    return last.to === to ? last.files : {};
  } catch {
    // The cache may be deleted at any time. Then every file counts as changed.
    return {};
  }
}

export async function writeLastPublication(cacheDir: string, last: LastPublication): Promise<void> {
  await writeFile(join(cacheDir, RECORD_FILE), JSON.stringify(last));
}

/** Paths that differ, including paths of removed files. */
export function findChanged(before: PublishedFiles, after: PublishedFiles): readonly string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths].filter((path) => before[path] !== after[path]).sort(compareText);
}
