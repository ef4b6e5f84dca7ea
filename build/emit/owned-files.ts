import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Which files of an out folder are ours: a list in the folder itself, a path a line. What it does not name was put there by
 * somebody else, and is neither replaced nor removed.
 */
export const LIST_FILE = ".octavo-files";

export async function readOwnedFiles(outDir: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(outDir, LIST_FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return new Set(text.split("\n").filter(isBelow));
}

/** Written before the first file is put in place (with the old ones) and after the last was removed. */
export async function writeOwnedFiles(outDir: string, paths: Iterable<string>): Promise<void> {
  // By code unit, as without a function; that is faster.
  const text = `${[...paths].sort().join("\n")}\n`;
  const present = await readFile(join(outDir, LIST_FILE), "utf8").catch(() => null);
  if (present !== text) await writeFile(join(outDir, LIST_FILE), text);
}

/** A list that was tampered with must not lead out of the folder. */
export function isBelow(path: string): boolean {
  return path !== "" && !path.startsWith("/") && !path.includes("\\") && (!path.includes("..") || !path.split("/").includes(".."));
}
