import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { API_PREFIX, INDEX_PREFIX, MEDIA_PREFIX } from "../../contract/paths.ts";
import { compareText } from "../shared/diagnostics.ts";
import { lockOutDir, removeAll } from "./emit.ts";
import { readOldFiles, writeOldFiles } from "./old-files.ts";
import { readOwnedFiles, writeOwnedFiles } from "./owned-files.ts";
import { isHashed } from "./publish-order.ts";
import { isSnapshotFile } from "./snapshot-old-files.ts";

/** A file in the out folder that the site does not use. */
export interface UnreferencedFile {
  /** Relative to the out folder. */
  readonly path: string;
  readonly bytes: number;
}

/**
 * Folders in which every file with a name like those of a build counts as a build's file, whoever
 * put it there.
 */
const FOLDERS = [API_PREFIX, INDEX_PREFIX, MEDIA_PREFIX].map((prefix) => prefix.slice(1));
const API_FILE = new RegExp(`^(?:${API_PREFIX.slice(1)}|${INDEX_PREFIX.slice(1)})/.+\\.json(?:\\.(?:gz|br|zst))?$`);

/**
 * Finds files that the last build did not write: hashed files in their grace period, and files left
 * by an interrupted copy or by a build with a lost list of files. Files with other names and other
 * folders belong to the owner.
 * @param remove whether to remove them as well
 * @returns files sorted by path
 */
export async function prune(outDir: string, remove: boolean): Promise<readonly UnreferencedFile[]> {
  const release = await lockOutDir(outDir);
  try {
    const [owned, old] = await Promise.all([readOwnedFiles(outDir), readOldFiles(outDir)]);
    const present = new Set([...owned.paths].filter((path) => !old.has(path)));
    const found = (await Promise.all(FOLDERS.map((folder) => listFiles(outDir, folder)))).flat();
    const paths = found
      .filter((path) => !present.has(path) && !isSnapshotFile(path) && (isHashed(path) || API_FILE.test(path)))
      .sort(compareText);
    const files = await Promise.all(paths.map(async (path) => ({ path, bytes: (await stat(join(outDir, path))).size })));
    if (remove && files.length > 0) {
      await removeAll(outDir, paths);
      await writeOwnedFiles(outDir, present, owned.unlisted);
      await writeOldFiles(outDir, new Map());
    }
    return files;
  } finally {
    await release();
  }
}

async function listFiles(outDir: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(outDir, folder), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw error;
  });
  const lists = await Promise.all(
    entries.map(async (entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? listFiles(outDir, path) : [path];
    }),
  );
  return lists.flat();
}
