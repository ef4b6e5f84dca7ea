import { hash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * The list of Octavo's files in an out folder, stored in that folder, with one path per line. All
 * other files belong to somebody else, and are neither replaced nor removed. Hosts serve the list
 * like any file, so unlisted posts are in it as hashes: `api/v1/posts/#<hash>`.
 */
export const LIST_FILE = ".octavo-files";

export interface OwnedFiles {
  /** Includes files of unlisted posts. */
  readonly paths: ReadonlySet<string>;
  readonly unlisted: ReadonlySet<string>;
}

export async function readOwnedFiles(outDir: string): Promise<OwnedFiles> {
  const text = await readFile(join(outDir, LIST_FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const lines = text.split("\n").filter(isBelow);
  const hashed = new Set(lines.filter((line) => line.includes("/#")));
  const unlisted = hashed.size === 0 ? [] : await findHashed(outDir, hashed);
  return { paths: new Set([...lines.filter((line) => !hashed.has(line)), ...unlisted]), unlisted: new Set(unlisted) };
}

/** The existing files that match the hashes. */
async function findHashed(outDir: string, hashed: ReadonlySet<string>): Promise<string[]> {
  const folders = [...new Set([...hashed].map((line) => dirname(line)))];
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(join(outDir, folder)).catch((error: NodeJS.ErrnoException): string[] => {
        if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
        throw error;
      });
      return names.map((name) => `${folder}/${name}`);
    }),
  );
  return lists.flat().filter((path) => hashed.has(hashedLine(path)));
}

/**
 * Writes the list, once before the first file is put in place (with the old files), and again after
 * the last old file is removed.
 */
export async function writeOwnedFiles(outDir: string, paths: Iterable<string>, unlisted: ReadonlySet<string>): Promise<void> {
  const lines = unlisted.size === 0 ? [...paths] : [...paths].map((path) => (unlisted.has(path) ? hashedLine(path) : path));
  // The default order, by code unit, is the fastest, and takes no time if most paths are sorted
  // already.
  const text = `${lines.sort().join("\n")}\n`;
  const present = await readFile(join(outDir, LIST_FILE), "utf8").catch(() => null);
  if (present !== text) await writeFile(join(outDir, LIST_FILE), text);
}

function hashedLine(path: string): string {
  return `${dirname(path)}/#${hash("sha256", basename(path)).slice(0, 16)}`;
}

/** Whether a path stays below the folder. A manipulated list must not refer to files outside it. */
export function isBelow(path: string): boolean {
  return path !== "" && !path.startsWith("/") && !path.includes("\\") && (!path.includes("..") || !path.split("/").includes(".."));
}
